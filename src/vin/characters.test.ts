import { expect, test } from "bun:test";
import { ALPHABET, normaliseVin, readVin } from "./characters.ts";

test("separators are dropped and lower case is taken", () => {
  const cases: [string, number, string][] = [
    ["1hgcm826-33a0 04352", 17, "1HGCM82633A004352"],
    ["5UXWX7C5*BA", 11, "5UXWX7C5*BA"],
    ["", 0, ""],
    [" - ", 0, ""],
    ["1HGCM82633A0043521", -1, "1HGCM82633A0043521"],
  ];
  const found = cases.map(([vin]) => {
    const codes = new Uint8Array(18);
    return [vin, readVin(vin, codes), normaliseVin(vin)];
  });
  expect(found).toEqual(cases);
});

test("what is no VIN character keeps its place", () => {
  const codes = new Uint8Array(18);
  readVin("1é", codes);
  expect([ALPHABET[codes[0]!], ALPHABET[codes[1]!]]).toEqual(["1", "?"]);
});
