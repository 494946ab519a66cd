import { expect, test } from "bun:test";
import { malformedReason } from "./malformed.ts";

test("what cannot be decoded, and why", () => {
  const never = "which can never occur in a VIN: it holds digits and letters other than I, O and Q";
  const cases: [string, string | undefined][] = [
    ["1HGCM826-33a0 04352", undefined],
    ["5UXWX7C5*BA", undefined],
    ["1HGCM82633A00435é", `has "É" in position 17, ${never}`],
    ["1HG_M", `has "_" in position 4, ${never}`],
    ["1HGCM82633A0043522", "has 18 characters; a VIN has 17"],
    ["1H", "has 2 characters; a VIN has 17, and its first 3 at least are needed"],
    ["", "has 0 characters; a VIN has 17, and its first 3 at least are needed"],
  ];
  expect(cases.map(([vin]) => [vin, malformedReason(vin)])).toEqual(cases);
});
