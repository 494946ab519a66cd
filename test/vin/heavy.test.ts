import { expect, test } from "bun:test";
import { createDecoder } from "../../src/vin/decoder.ts";
import { heavyVins } from "./heavy-vins.ts";
import { testPack, testYear } from "./shared-pack.ts";

const pack = await testPack();
const decoder = createDecoder(pack, { currentYear: testYear });

function yearOf(vin: string, year?: number): number {
  const decode = decoder.decode(vin, year);
  if (typeof decode === "string") throw new Error(`${vin} is ${decode}`);
  return decode.year;
}
/** The name of a failing test shows the VINs. */
const wrongOf = (vins: readonly (readonly [string, number])[]) =>
  vins.filter(([vin, year]) => yearOf(vin) !== year).map(([vin, year]) => [vin, year, yearOf(vin)]);

test("a fire engine of 2024 is not of 1994, where several positions mean nothing", () => {
  const decode = decoder.decode("4P1BAAGF0RA026408");
  if (typeof decode === "string") throw new Error(decode);
  const { year, make, model, yearIsCertain, warnings } = decode;
  expect([year, make, model, yearIsCertain, warnings]).toEqual([
    2024,
    "PIERCE MANUFACTURING",
    "Pumper",
    false,
    ["The model year may be 30 years off: give the year to be certain."],
  ]);
  expect([yearOf("4P1BAAGF0RA026408", 1994), yearOf("4P1BAAGF0RA026408", 2024)]).toEqual([1994, 2024]);
});

test("a model of a year of which several positions mean nothing is no reason for that year", () => {
  expect([yearOf("4P1WBWCL3S6123456"), yearOf("1FVJD43X2RE123456")]).toEqual([2025, 2024]);
});

test("recent heavy vehicles are not 30 years too old", () => {
  const recent = heavyVins(pack, [2010, testYear], 263);
  expect(recent.length).toBe(263);
  expect(wrongOf(recent)).toEqual([]);
});

test("where both years know every position the later one is taken", () => {
  // School buses of Blue Bird, of which the patterns of the 1980s and 1990s state more.
  const vins = ["1BADEBG8XFF390910", "1BAYFCXA1PF137516", "1BABGCMA3TF843467"];
  expect(vins.map((vin) => yearOf(vin))).toEqual([2015, 2023, 2026]);
});

test("an old heavy vehicle that only the patterns of its time know keeps its year", () => {
  const vins = ["1M8GDM9AXKP042788", "1FTEX14N5PKB69670"];
  expect(vins.map((vin) => yearOf(vin))).toEqual([1989, 1993]);
});

test("a letter in position 7 of a light truck is of 2010 or later, beyond the years of the data too", () => {
  const light = {
    "F-150": "1FTFW1EF2VKE04232",
    Transit: "1FTBW9CKXVKA12345",
    "E-250": "1FTNE2EW1VDA66590",
    "Ram 1500": "1C6RR6GT1VS153778",
    Silverado: "3GCUKREH2VG321040",
    Express: "1GCSGAFX7V1141079",
    "E-350": "1FBSS3BLXVDA77264",
    Tacoma: "3TMMU4FN2VM018696",
  };
  const years = Object.entries(light).map(([name, vin]) => [name, yearOf(vin)]);
  expect(years).toEqual(Object.keys(light).map((name) => [name, 2027]));
});
