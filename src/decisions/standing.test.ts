import { expect, test } from "bun:test";
import { type Content, type Entry, entryAfter, start } from "./entries.ts";
import { freeing, type Known, made, standingOf } from "./standing.ts";

const decided = (kind: string): Content => ({ at: 1, decisions: [{ kind, data: {} }] });

function logOf(...contents: readonly Content[]): Entry[] {
  const entries: Entry[] = [];
  for (const content of contents) entries.push(entryAfter(entries.at(-1) ?? start, content));
  return entries;
}

const known = (through: number, entries: readonly Entry[], ...seen: readonly number[]): Known => ({
  through,
  head: entries[through - 1]?.head ?? "",
  seen: new Set(seen),
});

const brief = (entries: readonly Entry[], database: Known) => {
  const { state, lacking } = standingOf(entries, database);
  return [state, lacking.map(({ number }) => number)];
};

test("what a database has of a log says how they stand", () => {
  const log = logOf(
    decided("key"),
    decided("key"),
    { void: 2 },
    decided("key"),
    { confirmed: 3 },
    decided("key"),
  );
  // A process was killed between the entry and its commit.
  expect(brief(log, known(0, log, 1, 4))).toEqual(["same", [6]]);
  expect(brief(log, known(0, log, 1, 4, 6))).toEqual(["same", []]);
  // It was killed before the entry was confirmed, and went back then.
  expect(brief(log, known(0, log, 1))).toEqual(["same", [4, 6]]);
  expect(brief(log, known(0, log))).toEqual(["went back", [1, 4, 6]]);
  expect(brief(log, known(3, log, 6))).toEqual(["same", [4]]);
  expect(brief(log, known(5, log))).toEqual(["same", [6]]);
  expect(brief(log.slice(0, 2), known(5, log))).toEqual(["log lost", []]);
  expect(brief(log, { ...known(2, log), head: "other" })).toEqual(["forked", [4, 6]]);
});

test("epoch and applied calls are those of the last lines", () => {
  const log = logOf(
    { epoch: { number: 1, id: "a" } },
    { at: 1, applied: { one: 5 } },
    { at: 2, applied: { one: 9, two: 1 } },
    { epoch: { number: 2, id: "b" } },
  );
  expect(standingOf(log, known(4, log))).toEqual({
    state: "same",
    lacking: [],
    unconfirmed: new Set(),
    freed: new Set(),
    isConfirmed: true,
    epoch: { number: 2, id: "b" },
    applied: new Map([
      ["one", 9],
      ["two", 1],
    ]),
  });
});

test("a killed process leaves decisions that are done and numbers that are free", () => {
  const both: Content = {
    at: 1,
    decisions: [
      { kind: "key", data: {} },
      { kind: "paper", data: {} },
    ],
  };
  const kinds = new Map([
    ["key", { unconfirmed: "done" as const }],
    ["paper", { unconfirmed: "free" as const }],
  ]);
  const of = (...contents: Content[]) => {
    const log = logOf(both, ...contents);
    const standing = standingOf(log, known(0, log));
    return [
      standing.state,
      made(standing, kinds).map(({ content }) => content.decisions.map(({ kind }) => kind)),
      freeing(standing, kinds).map(({ number }) => number),
    ];
  };
  expect(of()).toEqual(["same", [["key"]], [1]]);
  // What was forgotten once is never made.
  expect(of({ freed: 1 })).toEqual(["same", [["key"]], []]);
  expect(of({ freed: 1 }, { confirmed: 2 })).toEqual(["went back", [["key"]], []]);
  // What was shown is.
  expect(of({ committed: 1 })).toEqual(["went back", [["key", "paper"]], []]);
});
