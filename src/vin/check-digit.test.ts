import { expect, test } from "bun:test";
import { checkDigit, hasValidCheckDigit } from "./check-digit.ts";

test("check digits of known VINs", () => {
  const cases: [string, string, boolean][] = [
    ["1M8GDM9AXKP042788", "X", true],
    ["1HGCM82633A004352", "3", true],
    ["1hgcm826-33a004352", "3", true],
    ["1HGCM82643A004352", "3", false],
    ["11111111111111111", "1", true],
    ["1HGCM82633A00435", "", false],
    ["1HGCM8263OA004352", "", false],
  ];
  expect(cases.map(([vin]) => [vin, checkDigit(vin), hasValidCheckDigit(vin)])).toEqual(cases);
});
