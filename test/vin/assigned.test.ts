import { expect, test } from "bun:test";
import { assignments, besides } from "../../src/vin/assigned/assignments.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { testPack, testYear } from "./shared-pack.ts";

const decoder = createDecoder(await testPack(), { currentYear: testYear });
const NOTE =
  "vPIC does not have this manufacturer code: its holder is the one that public lists of codes name.";
/** A VIN of a code: six characters are 1 to 3 and 12 to 14. */
const vinOf = (code: string) => `${code.slice(0, 3)}AAAAA0AA${code.slice(3)}`.padEnd(17, "123456");
const dataOf = (bytes: Uint8Array | undefined) => bytes && JSON.parse(new TextDecoder().decode(bytes)).data;

test("codes that vPIC does not have get make, country and region, marked as assigned", () => {
  const vins = [
    "VF7SH5FS0AW500001",
    "TMBJJ7NE0G0123456",
    "VSSZZZ5FZGR123456",
    "SJNFAAJ11U1234567",
    "LGBM2DE46FS123456",
    "LVSHCAMB1CE054249",
    "MA3FC31SXBA123456",
    "93HGM2620CZ123456",
  ];
  const found = vins.map((vin) => {
    const { basic, manufacturer } = dataOf(decoder.answer(vin));
    return [basic.make, basic.model, manufacturer.manufacturer, manufacturer.region, manufacturer.country];
  });
  expect(found).toEqual([
    ["CITROEN", "", "Citroën", "Europe", "France"],
    ["SKODA", "", "Škoda Auto AS", "Europe", "Czech Republic"],
    ["SEAT", "", "SEAT", "Europe", "Spain"],
    ["NISSAN", "", "Nissan Motor Manufacturing UK", "Europe", "United Kingdom"],
    ["NISSAN", "", "Dongfeng Nissan", "Asia", "China"],
    ["FORD", "", "Changan Ford", "Asia", "China"],
    ["SUZUKI", "", "Maruti Suzuki India Limited", "Asia", "India"],
    ["HONDA", "", "Honda", "South America", "Brazil"],
  ]);
  for (const vin of vins) {
    const { derived, check } = dataOf(decoder.answer(vin));
    const sources = derived.map((one: Record<string, string>) => [one.field, one.source]);
    expect(sources).toEqual([
      ["basic.make", "wmi-assignments 2.1.0"],
      ["manufacturer.manufacturer", "wmi-assignments 2.1.0"],
    ]);
    expect(check.warnings).toContain(NOTE);
    expect(decoder.with(undefined).answer(vin)!.source).toMatch(/, wmi-assignments 2\.1\.0$/);
    // vPIC's own form has none.
    expect(decoder.scanAny(vin)).toBe("unknown_manufacturer");
  }
});

test("every form of a decode has the assigned facts", () => {
  const vin = "VF7SH5FS0AW500001";
  const decode = decoder.decode(vin);
  if (typeof decode === "string") throw new Error(decode);
  expect([decode.make, decode.model, decode.year]).toEqual(["CITROEN", "", 2010]);
  expect(dataOf(decoder.sharedAnswer(vin))).toEqual(dataOf(decoder.answer(vin)));
  const { basic, manufacturer } = dataOf(decoder.oemAnswer(vin));
  expect([basic.make, manufacturer.manufacturer]).toEqual(["CITROEN", "Citroën"]);
  const explained = decoder.explain(vin);
  if (typeof explained === "string") throw new Error(explained);
  const derived = explained.elements.filter(({ decided_by }) => decided_by === "derived");
  expect(derived.map(({ code, value }) => [code, value])).toEqual([
    ["Make", "CITROEN"],
    ["Manufacturer", "Citroën"],
  ]);
});

test("every code of the table is decoded by some data", () => {
  const wrong = [...assignments].filter(([code, { make, manufacturer }]) => {
    const data = dataOf(decoder.answer(vinOf(code)));
    return data?.basic.make !== make || data.manufacturer.manufacturer !== manufacturer;
  });
  expect(wrong.map(([code]) => code)).toEqual([]);
  expect(assignments.size).toBe(1280);
});

test("codes of the United States, Canada and Mexico stay vPIC's, and VINs with them under U.S. law", () => {
  // 7A to 7E are New Zealand's.
  expect([...assignments.keys()].filter((code) => /^([1-5]|7[^A-E])/.test(code))).toEqual([]);
});

/** The text of an answer after the note, in both forms of its writing. */
function saidOf(vin: string): string[] {
  const { basic, manufacturer, check } = dataOf(decoder.answer(vin));
  const decode = decoder.decode(vin);
  if (typeof decode === "string") throw new Error(decode);
  expect(check.warnings).toEqual(decode.warnings);
  const place = check.warnings.indexOf(NOTE);
  expect(place).not.toBe(-1);
  return [basic.make, manufacturer.manufacturer, ...check.warnings.slice(place + 1)];
}
const assumed =
  "Only VINs for North America must tell the model year in position 10: 2010 is assumed, 1980 is possible. Give the year to be certain.";

test("what the lists leave open is said, not chosen", () => {
  const codes = ["XW8", "MMM", "MA6", "ADD"];
  expect(codes.map(vinOf).map(saidOf)).toEqual([
    [
      "",
      "Volkswagen Group Rus",
      "The holder of this code builds several makes: VOLKSWAGEN, SKODA, AUDI.",
      assumed,
    ],
    ["CHEVROLET", "Chevrolet Thailand", "Some lists name other makes with this code: HOLDEN.", assumed],
    ["", "General Motors India", "The lists of codes name no make with this code.", assumed],
    [
      "",
      "",
      "The lists of codes disagree on the holder: UD Trucks Southern Africa (universal-vin-decoder, vin-decode); Hyundai South Africa (opencars, sunrise/vin).",
      assumed,
    ],
  ]);
  const { derived } = dataOf(decoder.answer(vinOf("XW8")));
  expect(derived).toEqual([
    {
      field: "manufacturer.manufacturer",
      value: "Volkswagen Group Rus",
      rule: "The manufacturer code is not in vPIC: public lists of codes name its holder (universal-vin-decoder, vininfo, opencars, sunrise/vin).",
      source: "wmi-assignments 2.1.0",
    },
  ]);
});

test("a right check digit hides none of it", () => {
  const said = saidOf("XW8AAAAA0AA123456");
  expect(said).toEqual(saidOf("XW8AAAAA1AA123456"));
  expect(said.slice(2)).toEqual([
    "The holder of this code builds several makes: VOLKSWAGEN, SKODA, AUDI.",
    assumed,
  ]);
  const warningsOf = (vin: string) => dataOf(decoder.answer(vin)).check.warnings.length;
  expect(["XW8AAAAA0AA123456", "XW8AAAAA1AA123456"].map(warningsOf)).toEqual([4, 5]);
});

test("a small manufacturer's code has six characters", () => {
  expect(saidOf("NR9AAAAA0AA034123")).toEqual(["AKIA", "Akia", assumed]);
  expect(decoder.answer("NR9AAAAA0AA999123")).toBeUndefined();
});

test("Tesla's codes of Shanghai and Grünheide are decoded", () => {
  const found = ["LRW3E7FA0MC123456", "XP7YGCEL0PB123456"].map((vin) => {
    const { basic, manufacturer } = dataOf(decoder.answer(vin));
    return [basic.make, basic.model, basic.year, manufacturer.manufacturer];
  });
  expect(found).toEqual([
    ["TESLA", "Model 3", "2021", "TESLA, INC."],
    ["TESLA", "Model Y", "2023", "TESLA, INC."],
  ]);
});

test("a make that vPIC leaves open, and holders that lists name otherwise", () => {
  const said = (vin: string) => {
    const { basic, manufacturer, derived, check } = dataOf(decoder.answer(vin));
    const decode = decoder.decode(vin);
    if (typeof decode === "string") throw new Error(decode);
    expect(check.warnings).toEqual(decode.warnings);
    const listed = check.warnings.filter((one: string) => /^(vPIC names other|Public lists)/.test(one));
    const rules = derived
      .map(({ rule }: { rule: string }) => rule)
      .filter((one: string) => /^vPIC/.test(one));
    return [basic.make, manufacturer.manufacturer, ...rules, ...listed];
  };
  const rule = (lists: string) =>
    `vPIC names several makes with the manufacturer code: public lists of codes name this one (${lists}).`;
  const five = "universal-vin-decoder, vin-lite, vininfo, opencars, sunrise/vin";
  const eagle = "vPIC names other makes with this manufacturer code too: EAGLE.";
  const isuzu =
    "Public lists name another holder of this manufacturer code than vPIC: Isuzu Guangzhou (vin-lite, vininfo, opencars, sunrise/vin).";
  const cases: [vin: string, ...said: string[]][] = [
    ["VF17RB20A54031537", "RENAULT", "RENAULT GROUP", rule(five), eagle],
    // With a right check digit.
    ["VF1RFC00653164235", "RENAULT", "RENAULT GROUP", rule(five), eagle],
    // Where vPIC's patterns name the make, lists add nothing; where they do not, another holder leaves it open.
    ["JTEBU5JR0A5123456", "TOYOTA", "TOYOTA MOTOR CORPORATION"],
    ["LZEAAAAA0AA123456", "", "DAZON , INC.", isuzu],
  ];
  expect(cases.map(([vin]) => [vin, ...said(vin)])).toEqual(cases);
  const undecoded = [...besides.keys()].filter(
    (code) => assignments.has(code) || typeof decoder.scanAny(vinOf(code)) === "string",
  );
  expect(undecoded).toEqual([]);
});
