import { expect, test } from "bun:test";
import { isAsGiven, memberOf, otherForms, readingWords, storedWords } from "./read-words.ts";

const record = {
  vin: "5J6",
  "Auction Date": "2026-01-02",
  "lot.number": 7,
  liens: [{ status: "active" }, { status: "released" }],
  data: { keys: false, trim: null },
};

test.each([
  ["vin", "5J6"],
  ["Auction Date", "2026-01-02"],
  ["lot.number", 7],
  ["liens.2.status", "released"],
  ["liens.3.status", undefined],
  ["data.keys", false],
  ["data.trim", null],
  ["vin.none", undefined],
])("the member %p is %p", (name, value) => expect(memberOf(record, name)).toEqual(value));

test.each([
  [undefined, undefined],
  [null, undefined],
  ["", undefined],
  [2018, "2018"],
  [17550.5, "17550.5"],
  [true, "yes"],
  [false, "no"],
  ["EX", "EX"],
  [[1, 2], "[1,2]"],
])("the stored value %p is %p", (value, words) => expect(storedWords(value)).toBe(words));

test("a long list is cut", () => {
  expect(storedWords(Array(40).fill(1))).toBe(`[${"1,".repeat(29)}1…`);
});

test.each([
  ["2018", 2018, true],
  [" ex ", "EX", true],
  ["", undefined, true],
  ["Yes", true, true],
  ["true", true, true],
  ["ja", true, false],
  ["N/A", undefined, false],
  ["17.550,00 €", 17550, false],
])("%p, stored as %p, is as given: %p", (given, value, same) => expect(isAsGiven(given, value)).toBe(same));

test.each([
  ["2024-02-03", "3 Feb 2024"],
  ["2024-02-03T00:00:00Z", "3 Feb 2024"],
  ["17550.5", "17,550.5"],
  ["-1.755", "-1.755"],
  ["day first", "day first"],
])("the reading %p is %p", (read, words) => expect(readingWords(read)).toBe(words));

test("forms have another one in their place, or none", () => {
  expect(["comma", "month_first", "1 234.56", "year"].map(otherForms)).toEqual([
    ["comma", "point"],
    ["day_first", "month_first", "year_first"],
    [],
    [],
  ]);
});
