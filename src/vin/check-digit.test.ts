import { expect, test } from "bun:test";
import { checkDigit } from "./check-digit.ts";

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
