import { expect, test } from "bun:test";
import type { BankLine } from "./bank-line.ts";
import { identified } from "./identity.ts";

const line: BankLine = {
  at: 1,
  account: "DE89",
  day: "2026-11-20",
  minor: 9900,
  currency: "EUR",
  text: "thanks",
  sender: "ACME",
  senderAccount: "",
  bankRef: "",
  plainRef: "",
  isPending: false,
  isReversal: false,
};
const refs = (...changes: readonly Partial<BankLine>[]) =>
  identified(changes.map((one, index) => ({ ...line, at: index + 1, ...one }))).map(({ ref }) => ref);

test("lines that differ have different IDs", () => {
  const changes = [
    {},
    { account: "DE90" },
    { day: "2026-11-21" },
    { minor: 9901 },
    { currency: "USD" },
    { text: "x" },
    { sender: "y" },
  ];
  expect(new Set(refs(...changes)).size).toBe(changes.length);
});

test("two equal payments of a day are two, in each file that has them", () => {
  const [first, second] = refs({}, {});
  expect(first).not.toBe(second!);
  expect(refs({ day: "2026-11-19" }, {}, { minor: 1 }, {})).toEqual(expect.arrayContaining([first, second]));
  expect(refs({})).toEqual([first!]);
});

test("the bank's own ID identifies an entry also if its text changes", () => {
  const [one] = refs({ bankRef: "A1", text: "one" });
  expect(refs({ text: "before" }, { bankRef: "A1", text: "two" })[1]).toBe(one!);
  const twice = identified([
    { ...line, bankRef: "A1" },
    { ...line, at: 2, bankRef: "A1" },
  ]);
  expect(twice.map(({ isRepeated }) => isRepeated)).toEqual([false, true]);
});

test("equal parts of one entry have different IDs", () => {
  const parts = identified([
    { ...line, bankRef: "A1" },
    { ...line, bankRef: "A1" },
  ]);
  expect(parts.map(({ isRepeated }) => isRepeated)).toEqual([false, false]);
  expect(parts[0]!.ref).not.toBe(parts[1]!.ref);
});
