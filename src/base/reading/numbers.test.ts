import { expect, test } from "bun:test";
import { type NumberReading, numberSigns, readNumber, readPercentage, readWhole } from "./numbers.ts";

const euros = { most: 2, all: true };
const rates = { most: 2, all: false };

/** `5990`, `groups`, or `groups: 5990` with what is meant. */
const shown = (read: NumberReading) =>
  "units" in read ? read.units : read.meant === undefined ? read.fault : `${read.fault}: ${read.meant}`;

const amounts = (text: string) =>
  [numberSigns.en, numberSigns.de].map((signs) => shown(readNumber(text, signs, euros)));

test.each([
  ["59.90", [5990, "groups: 5990"]],
  ["59,90", ["groups: 5990", 5990]],
  ["1,000", [100_000, "decimals"]],
  ["1.000", ["decimals", 100_000]],
  ["1,00.50", ["groups", "groups"]],
  ["1 000", [100_000, 100_000]],
  ["1\u00a0000\u00a0000", [100_000_000, 100_000_000]],
  ["1\u202f000.00", [100_000, "groups: 100000"]],
  ["1\u2009000,00", ["groups: 100000", 100_000]],
  ["1,000.00", [100_000, "groups: 100000"]],
  ["1.000,00", ["groups: 100000", 100_000]],
  ["1,000,000", [100_000_000, "groups: 100000000"]],
  ["1.000.000", ["groups: 100000000", 100_000_000]],
  ["1,000 000", ["groups", "groups"]],
  ["1,0000", ["groups", "decimals"]],
  ["12,34", ["groups: 1234", 1234]],
  ["1000,000", ["groups", "decimals"]],
  ["0,001", ["groups", "decimals"]],
  ["30,00", ["groups: 3000", 3000]],
  [",5", ["groups", "groups"]],
  [".5", ["groups", "groups"]],
  ["5.", ["decimals", "groups"]],
  ["5,", ["groups", "decimals"]],
  ["1.0", ["decimals: 100", "groups: 100"]],
  ["5.999", ["decimals", 599_900]],
  ["59.9,0", ["groups", "groups"]],
  ["59.9 0", ["groups", "groups"]],
  ["1.2.3", ["groups", "groups"]],
  ["0", [0, 0]],
  ["0.00", [0, "groups: 0"]],
  ["00", ["groups", "groups"]],
  ["007", ["groups", "groups"]],
  [" 5 ", [500, 500]],
  ["", ["number", "number"]],
  ["  ", ["number", "number"]],
  ["-5", ["number", "number"]],
  ["+5", ["number", "number"]],
  ["1e3", ["number", "number"]],
  ["0x10", ["number", "number"]],
  ["€59.90", ["number: 5990", "number: 5990"]],
  ["59.90 EUR", ["number: 5990", "number: 5990"]],
  ["EUR 59,90", ["number: 5990", "number: 5990"]],
  ["5k", ["number", "number"]],
  ["1'000", ["number", "number"]],
  ["٥", ["number", "number"]],
  ["NaN", ["number", "number"]],
  ["Infinity", ["number", "number"]],
  ["five", ["number", "number"]],
  ["90071992547409.91", [2 ** 53 - 1, "groups: 9007199254740991"]],
  ["90071992547409.92", ["size", "groups"]],
])("%p in English and German", (text, read) => expect(amounts(text)).toEqual(read));

test("decimals follow the currency, and may be fewer in percentages", () => {
  const read = (text: string, most: number, all = true) =>
    shown(readNumber(text, numberSigns.en, { most, all }));
  expect([read("1,000", 0), read("1.0", 0), read("1.250", 3), read("1.25", 3)]).toEqual([
    1000,
    "decimals",
    1250,
    "decimals: 1250",
  ]);
  expect(
    ["19", "5.5", "5.55", "5.555", "5."].map((text) => shown(readNumber(text, numberSigns.en, rates))),
  ).toEqual([1900, 550, 555, "decimals", "decimals"]);
});

test("Spanish has the signs of German", () => expect(numberSigns.es).toEqual(numberSigns.de));

test("the command line reads English numbers and percentages", () => {
  expect(["60", "1,000", "1.000", "1e3", "0x10", "", "5,0", "-1"].map(readWhole)).toEqual([
    60,
    1000,
    ...Array(6).fill(undefined),
  ]);
  expect(["1%", "0.5%", "100%", "100.01%", "0,5%", "5", "2%%", "%"].map(readPercentage)).toEqual([
    100,
    50,
    10_000,
    ...Array(5).fill(undefined),
  ]);
});
