import { expect, test } from "bun:test";
import { checkDigit } from "../../src/vin/check-digit.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { abroad, judge, sources, totalsOf } from "./abroad.ts";
import { testPack, testYear } from "./shared-pack.ts";

const pack = await testPack();
const decoder = createDecoder(pack, { currentYear: testYear });

test("the VINs are of ten countries and more, and each has a source", () => {
  expect(abroad.length).toBeGreaterThan(300);
  expect(new Set(abroad.map(({ made }) => made)).size).toBeGreaterThan(15);
  expect(abroad.filter(({ source }) => !sources.has(source))).toEqual([]);
  expect(
    abroad.filter(({ vin }) => !/^[0-9A-HJ-NPR-Z]{17}$/.test(vin) || /^[1-5]|^7[^A-E]/.test(vin)),
  ).toEqual([]);
});

test("no make, model or type of a vehicle of another market is wrong", () => {
  const wrong = abroad.flatMap((each) => {
    const { make, model, type } = judge(decoder, each);
    return [make, model, type].includes("wrong") ? [each] : [];
  });
  expect(wrong).toEqual([]);
});

test("makes and years are still answered", () => {
  const totals = totalsOf(decoder).map(({ fact, right, wrong }) => [fact, right, wrong]);
  // The wrong year is that of a Nissan of Spain, whose position 10 gives none.
  expect(totals).toEqual([
    ["make", 354, 0],
    ["model", 20, 0],
    ["year", 283, 1],
    ["type", 21, 0],
  ]);
});

test("with a year that the caller gave, an answer does not depend on the VINs before", () => {
  const used = createDecoder(pack, { currentYear: testYear });
  // VINs with codes for heavy vehicles and motorcycles are included.
  const vins = [...abroad.map(({ vin }) => vin), "LALPC4087SA000001", "93VBFAAA18A000001"];
  const differing = vins.flatMap((vin, at) =>
    [2008, 2020, 2025]
      .filter((year) => {
        used.decode(vins[(at * 7) % vins.length]!);
        const alone = createDecoder(pack, { currentYear: testYear }).decode(vin, year);
        return !Bun.deepEquals(used.decode(vin, year), alone);
      })
      .map((year) => [vin, year]),
  );
  expect(differing).toEqual([]);
});

const bodyOf = (vin: string, year?: number) =>
  JSON.parse(new TextDecoder().decode(decoder.answer(vin, year))).data;

test("a pattern of one position does not make a car of Shenzhen an electric bus", () => {
  const vin = "LC0CE4CB2V4360444";
  expect(checkDigit(vin)).toBe(vin.charAt(8));
  const { basic, check } = bodyOf(vin);
  expect([basic.make, basic.model, basic.year, basic.vehicle_type]).toEqual(["BYD", "", "2027", ""]);
  expect(check.warnings).toEqual([
    "The loaded data describe nothing but the manufacturer of this VIN.",
    "Only VINs for North America must tell the model year in position 10: 2027 is assumed, 1997 is possible. Give the year to be certain.",
  ]);
  // The caller's year is no reason either.
  expect([bodyOf(vin, 2027).basic.model, bodyOf(vin, 2027).basic.vehicle_type]).toEqual(["", ""]);
});

test("the makes that a code has for imports alone are not those of other vehicles", () => {
  const found = ["LSGKB54H5KV225363", "L6T7824S3DN751571", "ADMAA11A1AA123456", "KNMA4C2BMEP147147"].map(
    (vin) => {
      const { basic, manufacturer, derived, check } = bodyOf(vin);
      const sources = derived.map((one: Record<string, string>) => [one.field, one.value, one.rule]);
      const builds = check.warnings.find((text: string) => text.startsWith("The holder"));
      return [basic.make, manufacturer.manufacturer, sources, builds];
    },
  );
  const rule = (lists: string) =>
    `vPIC has the manufacturer code for imports alone: public lists of codes name its holder (${lists}).`;
  const derived = (value: string, lists: string) => [["manufacturer.manufacturer", value, rule(lists)]];
  const builds = (makes: string) => `The holder of this code builds several makes: ${makes}.`;
  const several = (name: string, lists: string, makes: string) => [
    "",
    name,
    derived(name, lists),
    builds(makes),
  ];
  const two = "vininfo, opencars";
  expect(found).toEqual([
    several("SAIC General Motors", two, "BUICK, CHEVROLET, CADILLAC"),
    several("Geely", two, "GEELY, LYNK & CO, ZEEKR"),
    several("Opel (General Motors South Africa)", "vin-go", "OPEL, CHEVROLET, ISUZU, HUMMER"),
    several("Renault Samsung", two, "RENAULT SAMSUNG, RENAULT, NISSAN"),
  ]);
});

test("a vehicle that patterns describe keeps vPIC's facts, with such a code too", () => {
  const { basic, manufacturer, derived, check } = bodyOf("LSGCJK0E4KB757691");
  expect([basic.make, basic.model, basic.vehicle_type, manufacturer.manufacturer, derived]).toEqual([
    "CHEVROLET",
    "Trax",
    expect.stringMatching(/./),
    "GENERAL MOTORS LLC",
    [],
  ]);
  expect(check.warnings.filter((text: string) => text.startsWith("The holder"))).toEqual([]);
});

test("another holder of a code leaves the make open, with a warning", () => {
  const { basic, check } = bodyOf("LJCAA11A1AA123456");
  expect(basic.make).toBe("");
  expect(check.warnings).toContain(
    "Public lists name another holder of this manufacturer code than vPIC: JAC (opencars, sunrise/vin).",
  );
});

test("an F-4000 of Brazil is no Super Duty of 1988, and a Passat CC no Passat", () => {
  const found = ["9BFLF47P1JB837583", "WVWAD23C9AE543197", "YV1LF25BCJ1391219"].map((vin) => {
    const decode = decoder.decode(vin);
    if (typeof decode === "string") throw new Error(decode);
    const codes = decode.elements.map(({ code }) => code);
    return [decode.make, decode.model, decode.year, codes];
  });
  const codes = ["Make", "Manufacturer", "ModelYear"];
  expect(found).toEqual([
    ["FORD", "", 2018, codes],
    ["VOLKSWAGEN", "", 2010, codes],
    ["VOLVO", "", 2018, codes],
  ]);
});

test("Ford of Australia tells the year in position 11", () => {
  const found = ["6FPAAAJGAT4Z00001", "6FPAAAJGCMBZ00002", "6FPAAAJGSW2Z00003", "6FPAAAJL0MSZ00004"].map(
    (vin) => {
      const decode = decoder.decode(vin);
      return typeof decode === "string" ? decode : [decode.year, decode.warnings.at(-1)];
    },
  );
  const assumed = (year: number) => [
    year,
    `Only VINs for North America must tell the model year in position 10: ${year} is assumed. Give the year to be certain.`,
  ];
  // Letters to G are 2010 to 2016, the last year; the others those of the 1990s.
  const both =
    "Only VINs for North America must tell the model year in position 10: 2011 is assumed, 1981 is possible. Give the year to be certain.";
  expect(found).toEqual([assumed(2004), [2011, both], assumed(2002), assumed(1995)]);
});

test("a type that is built no more is of the years when it was", () => {
  const vins = ["TMBZZZ1U8V2839831", "WVWZZZ1HZSW123456", "WAUZZZ8DZTA123456", "WVWZZZ1EZXK123456"];
  const newer = ["WVWZZZ1KZAW123456", "TMBZZZAAZGD618792", "TMBBA41Z4A2049007"];
  expect([...vins, ...newer].map((vin) => bodyOf(vin).basic.year)).toEqual([
    ..."1997 1995 1996 1999".split(" "),
    ..."2010 2016 2010".split(" "),
  ]);
});
