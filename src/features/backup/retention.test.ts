import { expect, test } from "bun:test";
import { dayMs, hourMs } from "../../base/durations.ts";
import { nameAt, outdated } from "./retention.ts";

/** Two backups a day, from the first of January 2026 on. */
const names = (days: number) =>
  Array.from({ length: 2 * days }, (_, at) => nameAt(Date.UTC(2026, 0, 1) + at * 12 * hourMs));
const keptOf = (all: readonly string[], retention: Parameters<typeof outdated>[1]) => {
  const gone = new Set(outdated(all, retention));
  return all.filter((name) => !gone.has(name)).map((name) => name.slice(8, 21));
};
const none = { newest: 1, days: 0, weeks: 0, months: 0 };

test("the newest backups are kept", () => {
  expect(keptOf(names(3), { ...none, newest: 2 })).toEqual(["2026-01-03T00", "2026-01-03T12"]);
  expect(keptOf(names(1), { ...none, newest: 7 })).toEqual(["2026-01-01T00", "2026-01-01T12"]);
});

test("the last backup of each day, week and month is kept", () => {
  const all = names(90).slice(0, -1);
  expect(keptOf(all, { ...none, days: 2 })).toEqual(["2026-03-30T12", "2026-03-31T00"]);
  // The 29th of March was a Sunday.
  expect(keptOf(all, { ...none, weeks: 3 })).toEqual(["2026-03-22T12", "2026-03-29T12", "2026-03-31T00"]);
  expect(keptOf(all, { ...none, months: 9 })).toEqual(["2026-01-31T12", "2026-02-28T12", "2026-03-31T00"]);
  expect(keptOf(all, { newest: 1, days: 2, weeks: 2, months: 2 })).toEqual([
    "2026-02-28T12",
    "2026-03-29T12",
    "2026-03-30T12",
    "2026-03-31T00",
  ]);
});

test("a period without a backup does not count, nor do other files", () => {
  const all = [...names(2), nameAt(Date.UTC(2026, 5, 1)), "notes.txt", "vingate.backup"];
  expect(outdated(all, { ...none, days: 2 })).toEqual([
    "vingate-2026-01-02T00-00-00Z.backup",
    "vingate-2026-01-01T12-00-00Z.backup",
    "vingate-2026-01-01T00-00-00Z.backup",
  ]);
});

test("kept backups stay kept while days pass", () => {
  let folder: string[] = [];
  for (let day = 0; day < 400; day++) {
    folder.push(nameAt(Date.UTC(2026, 0, 1) + day * dayMs));
    const gone = new Set(outdated(folder, { newest: 1, days: 7, weeks: 4, months: 12 }));
    folder = folder.filter((name) => !gone.has(name));
  }
  expect(folder.map((name) => name.slice(8, 18))).toEqual([
    ..."2026-03-31 2026-04-30 2026-05-31 2026-06-30 2026-07-31 2026-08-31 2026-09-30".split(" "),
    ..."2026-10-31 2026-11-30 2026-12-31 2027-01-17 2027-01-24 2027-01-29 2027-01-30".split(" "),
    ..."2027-01-31 2027-02-01 2027-02-02 2027-02-03 2027-02-04".split(" "),
  ]);
});
