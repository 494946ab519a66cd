import { expect, test } from "bun:test";
import {
  amountFault,
  isEmpty,
  rateFault,
  rateWords,
  shareFault,
  shareWords,
  shownAmount,
  shownRate,
  shownWhole,
  typedAmount,
  typedOf,
  typedRate,
  typedShare,
  wholeFault,
  wholeNumber,
  wholeNumbers,
  wholeNumbersText,
} from "./typed-numbers.ts";

test("a field that nobody has touched is valid, for all amounts and currencies", () => {
  for (const currency of ["EUR", "JPY", "KWD"])
    for (const minor of [0, 7, 99, 100, 5990, 99_999, 100_000, 123_456_789, 2 ** 53 - 1]) {
      expect(typedAmount(minor, currency)).toBe(minor);
      expect(typedAmount(shownAmount(minor, currency), currency)).toBe(minor);
      expect(wholeNumber(shownWhole(minor))).toBe(minor);
    }
  for (const rate of [0, 1, 50, 550, 1900, 10_000]) expect(typedRate(shownRate(rate))).toBe(rate);
  expect([shownAmount(109_900, "EUR"), shownWhole(15_000), shownRate(550)]).toEqual([
    "1,099.00",
    "15,000",
    "5.5",
  ]);
  expect([shownAmount("1,0", "EUR"), typedOf(null), typedOf(0), isEmpty(" "), isEmpty(0)]).toEqual([
    "1,0",
    "",
    0,
    true,
    false,
  ]);
});

test.each([
  ["", undefined, undefined],
  ["  ", undefined, undefined],
  ["0", 0, undefined],
  [" 1,500 ", 1500, undefined],
  ["1 500", 1500, undefined],
  ["two", Number.NaN, "Enter a whole number, for example 15,000."],
  ["-1", Number.NaN, "Enter a whole number, for example 15,000."],
  ["1e3", Number.NaN, "Enter a whole number, for example 15,000."],
  ["0x10", Number.NaN, "Enter a whole number, for example 15,000."],
  ["1.5", Number.NaN, "No digits after a decimal sign here, for example 15,000."],
  ["1.000", Number.NaN, "No digits after a decimal sign here, for example 15,000."],
  ["5,0", Number.NaN, "A group has 3 digits, for example 15,000."],
  ["1.000.000", Number.NaN, "Type 1,000,000."],
  ["99999999999999999", Number.NaN, "At most 9,007,199,254,740,991."],
])("%p is read as %p", (typed, value, fault) => {
  expect([wholeNumber(typed), wholeFault(typed)]).toEqual([value as number, fault]);
});

test("whole numbers have bounds", () => {
  expect([wholeFault("0", 1), wholeFault(0, 1), wholeFault("13", 0, 12), wholeFault("12", 1, 12)]).toEqual([
    "Enter a whole number from 1.",
    "Enter a whole number from 1.",
    "Enter a whole number up to 12.",
    undefined,
  ]);
});

test("amounts have the digits of their currency", () => {
  expect(
    ["1000", "1,000", "1.0", "1,0"].map((text) => [typedAmount(text, "JPY"), amountFault(text, "JPY")]),
  ).toEqual([
    [1000, undefined],
    [1000, undefined],
    [Number.NaN, "No digits after a decimal sign here, for example 15,000."],
    [Number.NaN, "A group has 3 digits, for example 15,000."],
  ]);
  expect([typedAmount("1.250", "KWD"), amountFault("1.25", "KWD"), amountFault("1.2500", "KWD")]).toEqual([
    1250,
    "Type 1.250.",
    "KWD has 3 digits after the decimal sign, for example 59.900.",
  ]);
});

test.each([
  ["", undefined, undefined],
  ["19", 1900, undefined],
  ["5.5", 550, undefined],
  ["0", 0, undefined],
  ["100", 10_000, undefined],
  ["100.01", Number.NaN, "Enter a percentage up to 100."],
  ["19,5", Number.NaN, "Type 19.5."],
  ["19%", Number.NaN, "Type 19."],
  ["5.555", Number.NaN, "Enter a percentage, such as 19 or 5.5."],
  ["x", Number.NaN, "Enter a percentage, such as 19 or 5.5."],
])("%p is the percentage %p", (typed, value, fault) => {
  expect([typedRate(typed), rateFault(typed)]).toEqual([value as number, fault]);
});

test("a percentage is written as the language does", () =>
  expect([1900, 550, 5].map(rateWords)).toEqual(["19%", "5.5%", "0.05%"]));

test.each([
  ["", "", undefined],
  ["2%", "2%", "2%"],
  ["0.5%", "0.5%", "0.5%"],
  ["1,000", "1000", "1,000"],
])("%p is the share %p", (typed, sent, words) => {
  expect([typedShare(typed), shareFault(typed), shareWords(typed)]).toEqual([sent, undefined, words]);
});

test.each(["0,5%", "1.5", "101%", "%", "1%%", "some"])("%p is no share", (typed) => {
  expect([typedShare(typed), shareFault(typed), shareWords(typed)]).toEqual([
    undefined,
    "Enter a number such as 15,000, or a percentage such as 0.5%.",
    undefined,
  ]);
});

test("groups within a list are no separators", () => {
  expect(["1,000; 100", "1,000, 100", "100", "", "1000,100", "5;few"].map(wholeNumbers)).toEqual([
    [1000, 100],
    [1000, 100],
    [100],
    [],
    [Number.NaN],
    [5, Number.NaN],
  ]);
  expect(wholeNumbers(wholeNumbersText([15_000, 100, 0]))).toEqual([15_000, 100, 0]);
});
