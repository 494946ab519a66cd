import { expect, test } from "bun:test";
import { assignments } from "../../src/vin/assignments.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { testPack, testYear } from "./shared-pack.ts";

const decoder = createDecoder(await testPack(), { currentYear: testYear });
const dataOf = (bytes: Uint8Array | undefined) => bytes && JSON.parse(new TextDecoder().decode(bytes)).data;

test("codes that vPIC does not have get make, country and region, marked as assigned", () => {
  const vins = [
    "VF7SH5FS0AW500001",
    "TMBJJ7NE0G0123456",
    "VSSZZZ5FZGR123456",
    "SJNFAAJ11U1234567",
    "LFV2A21K5A3123456",
    "LSVAA49J0D2123456",
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
    ["VOLKSWAGEN", "", "FAW-Volkswagen", "Asia", "China"],
    ["VOLKSWAGEN", "", "SAIC Volkswagen", "Asia", "China"],
    ["SUZUKI", "", "Maruti Suzuki India Limited", "Asia", "India"],
    ["HONDA", "", "Honda", "South America", "Brazil"],
  ]);
  for (const vin of vins) {
    const { derived, check } = dataOf(decoder.answer(vin));
    const sources = derived.map((one: Record<string, string>) => [one.field, one.source]);
    expect(sources).toEqual([
      ["basic.make", "wmi-assignments 1.0.0"],
      ["manufacturer.manufacturer", "wmi-assignments 1.0.0"],
    ]);
    expect(check.warnings).toContain(
      "vPIC does not have this manufacturer code: make and manufacturer are those of public assignments.",
    );
    expect(decoder.with(undefined).answer(vin)!.source).toMatch(/, wmi-assignments 1\.0\.0$/);
    // vPIC's own form knows of none.
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
  const unknown = [...assignments.keys()].filter((code) => !decoder.scan(`${code}AAAAA0AA123456`));
  expect(unknown).toEqual([]);
  expect(assignments.size).toBe(341);
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
