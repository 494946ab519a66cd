import { expect, test } from "bun:test";
import { wholeFault, wholeNumber } from "./whole-number.ts";

test.each([
  ["", undefined],
  ["  ", undefined],
  ["0", 0],
  [" 1,500 ", 1500],
  ["two", Number.NaN],
  ["-1", Number.NaN],
  ["1.5", Number.NaN],
])("%p is read as %p", (typed, value) => expect(wholeNumber(typed)).toBe(value as number));

test.each([
  ["", 1, undefined],
  ["5", 1, undefined],
  ["0", 1, "Enter a whole number from 1."],
  ["many", 0, "Enter a whole number, for example 1,000."],
])("the fault of %p from %p", (typed, least, fault) => {
  expect(wholeFault(typed, least)).toBe(fault as string);
});
