import { expect, test } from "bun:test";
import { checkDigit, hasWrongCheckDigit } from "./check-digit.ts";

test("check digits of known VINs", () => {
  const cases: [vin: string, expected: string][] = [
    ["1M8GDM9AXKP042788", "X"],
    ["1HGCM82633A004352", "3"],
    ["1hgcm826-33a004352", "3"],
    ["1HGCM82643A004352", "3"],
    ["11111111111111111", "1"],
    ["1HGCM82633A00435", ""],
    ["1HGCM8263OA004352", ""],
  ];
  expect(cases.map(([vin]) => [vin, checkDigit(vin)])).toEqual(cases);
});

test("a wrong check digit is one of a whole VIN whose characters have a sum", () => {
  const wrong = ["1HGCM82643A004352", "1hgcm826-4-3A004352", "1HGCM826Z3A004352"];
  expect(wrong.map((vin) => hasWrongCheckDigit(vin))).toEqual([true, true, true]);
  const others = ["1HGCM82633A004352", "1HGCM826*3A004352", "1HGCM82643A00435", "1HGCM826O3A00435I", ""];
  expect(others.map((vin) => hasWrongCheckDigit(vin))).toEqual([false, false, false, false, false]);
});

test("a letter where no maker may have one counts as a wrong check digit, as check.valid says", () => {
  // Position 15; and position 14, where a small manufacturer may have one.
  const made = ["1AAAAAAA0SA00A101", "1A9AAAAA0SA00A101"].map(
    (vin) => `${vin.slice(0, 8)}${checkDigit(vin)}${vin.slice(9)}`,
  );
  expect(["2FMPK3K94TB994U44", ...made].map((vin) => hasWrongCheckDigit(vin))).toEqual([true, true, false]);
});
