import { expect, test } from "bun:test";
import type { Decode } from "../../src/vin/answer/describe.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { recorded } from "../shared-data.ts";
import { testPack, testYear } from "./shared-pack.ts";

const pack = await testPack();
const decoder = createDecoder(pack, { currentYear: testYear });
const golden = recorded<Record<string, string>>("vpic_golden.json");

function decoded(vin: string, year?: number, by = decoder): Decode {
  const decode = by.decode(vin, year);
  if (typeof decode === "string") throw new Error(`${vin} is ${decode}`);
  return decode;
}
const open = "The model year may be 30 years off: give the year to be certain.";

test("on reduced data errors from missing patterns do not choose the year", () => {
  const found = ["1GTW7FCA6E1175626", "1XP4D49X9CD123630"].map((vin) => {
    const { year, make, model, yearIsCertain } = decoded(vin);
    return [year, make, model, yearIsCertain];
  });
  expect(found).toEqual([
    [2014, "GMC", "Savana", false],
    [2012, "PETERBILT", "587", false],
  ]);
});

test("the weight of the upper weight class does not choose the year", () => {
  const weights = pack.weights.slice();
  weights[190] = 10_000;
  const other = createDecoder({ ...pack, weights }, { currentYear: testYear });
  const vins = Object.keys(golden ?? {});
  const years = (by: typeof decoder) => vins.map((vin) => (by.scan(vin) ? decoded(vin, 0, by).year : 0));
  expect(years(other)).toEqual(years(decoder));
});

test.skipIf(golden === undefined)("no recorded VIN with an ambiguous cycle gets the wrong year", () => {
  const wrong = Object.entries(golden ?? {}).flatMap(([vin, recorded]) => {
    const year = Number(recorded["Model Year"] ?? 0);
    const decode = decoder.decode(vin);
    return typeof decode === "string" || year === 0 || decode.year === year ? [] : [[vin, year, decode.year]];
  });
  expect(wrong).toEqual([]);
});

test("the caller's year decides between a VIN's two possible years", () => {
  const vin = "1M8GDM9AXKP042788";
  const yearFor = (year?: number) => {
    const { year: found, model, yearIsCertain, warnings } = decoded(vin, year);
    return [found, model, yearIsCertain, warnings];
  };
  expect([yearFor(), yearFor(1989), yearFor(2019)]).toEqual([
    [1989, "102C3 Intercity", false, [open]],
    [1989, "102C3 Intercity", true, []],
    [2019, "D4520", true, []],
  ]);
  const answer = JSON.parse(new TextDecoder().decode(decoder.answer(vin, 2019)));
  expect([answer.data.basic.year, answer.data.check.warnings]).toEqual(["2019", []]);
});
