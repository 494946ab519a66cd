import { expect, test } from "bun:test";
import { checkDigit } from "../../src/vin/check-digit.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { testPack, testYear } from "./shared-pack.ts";

const pack = await testPack();
const decoder = createDecoder(pack, { currentYear: testYear });

function decoded(vin: string, year?: number) {
  const decode = decoder.decode(vin, year);
  if (typeof decode === "string") throw new Error(`${vin} is ${decode}`);
  return decode;
}
const undescribed = "The loaded data describe nothing but the manufacturer of this VIN.";
const bodyOf = (vin: string, year?: number) =>
  JSON.parse(new TextDecoder().decode(decoder.answer(vin, year))).data;

const withDigit = (vin: string): string => {
  const filled = vin.replace("?", "0");
  return vin.replace("?", checkDigit(filled));
};

/** Manufacturer code, model code, first and last model year of European Volkswagens, Audis and Porsches. */
const europeans = `
WVW 1K 2005 2009|WVW 1K 2009 2013|WVW AU 2013 2020|WVW CD 2020 2023|WVW 3C 2005 2015|WVW 6R 2010 2017
WVW AW 2018 2023|WVW 16 2011 2018|WVG 5N 2008 2016|WVG AD 2016 2023|WVG 7L 2005 2010|WVG 7P 2011 2018
WVG CR 2018 2023|WV1 2K 2005 2020|WV2 7H 2005 2019|WAU 8P 2005 2013|WAU 8V 2013 2020|WAU GY 2020 2023
WAU 8E 2005 2008|WAU 8K 2008 2016|WAU F4 2016 2023|WAU 4F 2005 2011|WAU 4G 2011 2018|WAU F2 2018 2023
WAU 8R 2008 2017|WAU FY 2017 2023|WAU 4L 2006 2015|WAU 4M 2015 2023|TRU 8J 2007 2014|WAU 8X 2011 2018
WP0 99 2005 2023|WP0 98 2005 2023|WP0 97 2010 2023|WP1 9P 2005 2010|WP1 92 2011 2017|WP1 95 2014 2023|WP0 Y1 2020 2023`;
const yearCodes = "ABCDEFGHJKLMNPRSTVWXY123456789";

const europeanVins = (ninth: "Z" | "?") =>
  europeans
    .trim()
    .split(/[|\n]/)
    .flatMap((line) => {
      const [wmi, model, first, last] = line.split(" ") as [string, string, string, string];
      return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => {
        const year = Number(first) + index;
        return { year, vin: withDigit(`${wmi}ZZZ${model}${ninth}${yearCodes[(year - 1980) % 30]}W123456`) };
      });
    });

// Makers fill position 9 with Z or, as Audi does of late, with a right check digit.
test.each([
  "Z",
  "?",
] as const)("European Volkswagens, Audis and Porsches get their year and a warning: %s in 9", (ninth) => {
  const vins = europeanVins(ninth);
  expect(vins.length).toBe(317);
  const wrong = vins.filter(({ vin, year }) => {
    const decode = decoded(vin);
    const warned = decode.warnings.some((text) => text.startsWith("Only VINs for North America"));
    return decode.year !== year || decode.yearIsCertain || !warned;
  });
  expect(wrong).toEqual([]);
});

/** VINs of the Gulf, the Levant and Australia with a right check digit, most with a digit in position 7. */
const realVins = `
WAUZZZ4G1CN169733 2012|WAURVB4H4BN010750 2011|WVWAP13C3CE537464 2012|WVWRV1161CM106990 2012|WVGCE25N3BW037229 2011
WAUZZZ8K0BN037642 2011|WAUCFC8R1CA018213 2012|WVWAB13C5BE744189 2011|WAUCKC8R8DA001647 2013|WAURGB4H2BN016749 2011
WAUZZZ4F3BN034663 2011|WAUYGBFD0FN005051 2015|WAUZZZ4H4BN025553 2011|WAUZZZ8EX7A280660 2007|WVWAP2AN5DE548252 2013`;

test("a right check digit does not make a VIN an American one", () => {
  const listed = realVins
    .trim()
    .split(/[|\n]/)
    .map((line) => line.split(" ") as [string, string]);
  expect(listed.map(([vin]) => checkDigit(vin) === vin[8])).toEqual(listed.map(() => true));
  expect(listed.map(([vin]) => [vin, String(decoded(vin).year)])).toEqual(listed);
  const vin = "WAUZZZ4G1CN169733";
  const warning =
    "Only VINs for North America must tell the model year in position 10: 2012 is assumed, 1982 is possible. Give the year to be certain.";
  const found = [undefined, 1982, 2012].map((year) => {
    const decode = decoded(vin, year);
    return [decode.year, decode.yearIsCertain, decode.warnings];
  });
  expect(found).toEqual([
    [2012, false, [undescribed, warning]],
    [1982, true, [undescribed]],
    [2012, true, [undescribed]],
  ]);
});

test("forms of makers that do not tell the year in position 10", () => {
  const none = "The VIN contains no model year.";
  const assumed = "Only VINs for North America must tell the model year in position 10: ";
  const vins = ["WDD2120022A036530", "W1K2140471A068698", "WME4513801K282650", "VF1RFC00653164235"];
  const found = [...vins, "UU15SDL1C60066973", "VF7NC9HR8AY568645", "WF0DXXGAJD8G75490"].map((vin) => {
    const { year, make, warnings } = decoded(vin);
    return [year, make, warnings.find((text) => text === none || text.startsWith(assumed))];
  });
  expect(found).toEqual([
    [0, "MERCEDES-BENZ", none],
    [0, "MERCEDES-BENZ", none],
    [0, "SMART", none],
    [0, "RENAULT", none],
    [0, "DACIA", none],
    [2010, "CITROEN", `${assumed}2010 is assumed, 1980 is possible. Give the year to be certain.`],
    [2008, "FORD", `${assumed}2008 is assumed. Give the year to be certain.`],
  ]);
  expect(bodyOf("WDD2120022A036530").basic.year).toBe("");
  const given = decoded("WDD2120022A036530", 2014);
  expect([given.year, given.yearIsCertain]).toEqual([2014, true]);
  // The VIN is of the United States: letters describe the vehicle, and patterns cover them.
  expect(decoded("WDDHF5KB4EA796000").year).toBe(2014);
});

test("a VIN of the United States with a foreign code keeps the lawful year", () => {
  // Patterns describe the first three; the fourth has a model in the year that would be assumed anyway.
  const vins = ["WBA3A5C50CF256550", "JTDKB20U093500000", "WVWDR7AJ7BW123456", "JA3AJ26E24U053621"];
  const found = vins
    .map((vin) => decoded(vin))
    .map(({ year, yearIsCertain, model }) => [year, yearIsCertain, model]);
  expect(found).toEqual([
    [2012, true, "328i"],
    [2009, true, "Prius"],
    [2011, true, "Golf"],
    [2004, true, "Lancer"],
  ]);
});

test("both years are offered, the later is assumed, and the caller's is not contradicted", () => {
  const vin = "WVWZZZ1KZAW123456";
  const offered = (year: number, text: string) => [year, [...digit, text]];
  const digit = [
    "Check digit Z in position 9 should be 9.",
    "Characters that are not allowed at their positions: 9:Z.",
    undescribed,
  ];
  const { year, warnings } = decoded(vin);
  expect([year, warnings]).toEqual(
    offered(
      2010,
      "Only VINs for North America must tell the model year in position 10: 2010 is assumed, 1980 is possible. Give the year to be certain.",
    ),
  );
  const explained = decoder.explain(vin);
  if (typeof explained === "string") throw new Error(explained);
  const modelYear = explained.elements.find(({ element_id }) => element_id === 29)!;
  expect(modelYear.alternatives.map(({ value }) => value)).toEqual(["1980"]);
  for (const requested of [2009, 2010]) {
    const given = decoded(vin, requested);
    expect([given.year, given.yearIsCertain, given.warnings]).toEqual([requested, true, digit]);
  }
  const body = bodyOf(vin);
  expect([body.basic.year, body.check.warnings]).toEqual(["2010", warnings]);
  // Only one of the two years can be.
  expect(bodyOf("WVWZZZ1KZ5W123456").check.warnings.at(-1)).toBe(
    "Only VINs for North America must tell the model year in position 10: 2005 is assumed. Give the year to be certain.",
  );
});

test("a model from patterns that ended long ago is left out", () => {
  const found = ["VF3CCHMZ0FW012345", "VF3BB98U723PGC072"].map((vin) => {
    const { year, make, model, elements } = decoded(vin);
    return [year, make, model, elements.map(({ code }) => code)];
  });
  const known = ["Make", "Manufacturer", "ModelYear"];
  expect(found).toEqual([
    [2015, "PEUGEOT", "", known],
    [2002, "PEUGEOT", "", known],
  ]);
});

test("a mistyped VIN that patterns explain keeps its year", () => {
  // A serial number's digit is wrong; both were made for the United States.
  const found = ["WBA3A5C50CF256551", "JTDKB20U093500001"].map((vin) => {
    const { year, yearIsCertain, model } = decoded(vin);
    return [year, yearIsCertain, model];
  });
  expect(found).toEqual([
    [2012, true, "328i"],
    [2009, true, "Prius"],
  ]);
});

test("a lawful year without patterns is kept, with a warning", () => {
  const vin = withDigit("1C3E35NC?R6953885");
  const none = "The loaded data have no patterns of the model year that positions 7 and 10 tell.";
  const { year, yearIsCertain, model, warnings } = decoded(vin);
  expect([year, yearIsCertain, model, warnings]).toEqual([
    2024,
    false,
    "",
    [undescribed, "The model year may be 30 years off: give the year to be certain.", none],
  ]);
  expect(bodyOf(vin).check.warnings).toEqual(warnings);
  const given = decoded(vin, 2024);
  expect([given.year, given.yearIsCertain, given.warnings.at(-1)]).toEqual([2024, true, none]);
});

test("on reduced data a pass with a model beats one without", () => {
  const vins = ["1FTTW4DN1PG925362", "1FTRF5HN5PT234496", "1FTUF6LY3PE695976", "1FTRW2ZV6PY152261"];
  expect(vins.map((vin) => [decoded(vin).year, decoded(vin).model])).toEqual([
    [2023, "F-450"],
    [2023, "F-550"],
    [2023, "F-600"],
    [2023, "Transit"],
  ]);
});
