import { expect, test } from "bun:test";
import type { Explanation } from "../../src/vin/answer/explain.ts";
import { candidatesOf } from "../../src/vin/decode/candidates.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { recorded } from "../shared-data.ts";
import { fullPack } from "./full-source.ts";
import { testPack, testYear } from "./shared-pack.ts";
import { mutated, randomNumbers } from "./vins.ts";

const decoder = createDecoder(await testPack(), { currentYear: testYear });
const full = createDecoder(await fullPack(), { currentYear: testYear });

function explained(vin: string, by = decoder): Explanation {
  const explanation = by.explain(vin);
  if (typeof explanation === "string") throw new Error(`${vin}: ${explanation}`);
  return explanation;
}
const elementOf = (vin: string, code: string, by = decoder) =>
  explained(vin, by).elements.find((element) => element.code === code);

test("a pattern's value is explained by its key's positions", () => {
  expect(elementOf("1HGCM82633A004352", "Model")).toEqual({
    element_id: 28,
    name: "Model",
    code: "Model",
    value: "Accord",
    decided_by: "pattern",
    pattern_id: 421977,
    key: "CM82[67]",
    positions: [4, 5, 6, 7, 8],
    rule: "",
    alternatives: [],
  });
});

test("a converted value is explained by its source's pattern", () => {
  const litres = elementOf("5J6RW2H59JL990075", "DisplacementL");
  expect(litres?.decided_by).toBe("pattern");
  expect(elementOf("5J6RW2H59JL990075", "DisplacementCC")).toEqual({
    element_id: 11,
    name: "Displacement (CC)",
    code: "DisplacementCC",
    value: "1500.0",
    decided_by: "conversion",
    pattern_id: litres!.pattern_id,
    key: litres!.key,
    positions: litres!.positions,
    rule: "Converted from Displacement (L) 1.5.",
    alternatives: [],
  });
});

test("model year, manufacturer and derived facts are explained without a pattern", () => {
  const { elements } = explained("1HGCM82633A004352");
  const explanations = elements
    .filter(({ pattern_id }) => pattern_id === null)
    .map(({ code, decided_by, positions, rule }) => [code, decided_by, positions, rule]);
  expect(explanations).toEqual([
    ["Manufacturer", "manufacturer", [1, 2, 3], ""],
    ["ModelYear", "year", [7, 10], ""],
    ["VehicleType", "manufacturer", [1, 2, 3], ""],
    [
      "SeatBeltsAll",
      "derived",
      [],
      "U.S. law: cars and light trucks since model year 1998 have manual seat belts (49 CFR 571.208).",
    ],
    [
      "AirBagLocFront",
      "derived",
      [],
      "U.S. law: cars and trucks up to 8,500 lb since model year 1999 have both front air bags (49 CFR 571.208).",
    ],
    ["GVWR_to", "derived", [], "vPIC's rule: the upper weight class of a passenger car."],
  ]);
  expect(elementOf("5YJ3E1EA7KF317000", "ElectrificationLevel")).toEqual({
    element_id: 126,
    name: "Electrification Level",
    code: "ElectrificationLevel",
    value: "BEV (Battery Electric Vehicle)",
    decided_by: "derived",
    pattern_id: null,
    key: "",
    positions: [],
    rule: "Electricity is the only fuel.",
    alternatives: [],
  });
});

test("each rejected value is listed once with its pattern and reason", () => {
  const explanations = [
    ["1B7FL23X9PS134560", "ModelYear"],
    ["19XFB2F79FE003726", "PlantCity"],
    ["1G1AP14P367802046", "EngineManufacturer"],
    ["1B3EL56R22N208811", "Trim"],
    // The engine model states "2".
    ["19XFC2F52GE092939", "DisplacementL"],
  ].map(([vin, code]) => {
    const element = elementOf(vin!, code!);
    return [element?.value, element?.alternatives];
  });
  expect(explanations).toEqual([
    ["1993", [{ value: "2023", decided_by: "year", pattern_id: null, key: "", lost_by: "model_year" }]],
    [
      "GREENBURG",
      [
        {
          value: "GREENSBURG",
          decided_by: "pattern",
          pattern_id: 30114,
          key: "*****|*E",
          lost_by: "schema_year",
        },
      ],
    ],
    ["Saturn", [{ value: "GM", decided_by: "engine", pattern_id: 801, key: "****P", lost_by: "source" }]],
    ["R/T", [{ value: "ES", decided_by: "pattern", pattern_id: 1055388, key: "*L5", lost_by: "order" }]],
    ["2.0", []],
  ]);
});

const wholeVins = Object.keys(recorded("yard_inventory.json") ?? { "1HGCM82633A004352": {} }).slice(0, 800);

test.each([
  ["packaged", decoder],
  ["full-shaped", full],
] as const)("comparing every key's text finds the rows that decoding found: %s data", (_, by) => {
  const random = randomNumbers(17);
  const { rows } = by.pack;
  let compared = 0;
  const different = wholeVins
    .flatMap((vin) => [vin, mutated(vin, random(17), random), vin.slice(0, 3 + random(14))])
    .filter((vin) => {
      const state = by.scan(vin);
      if (!state) return false;
      const { chosen } = state;
      const found = candidatesOf(by.pack, state);
      const decided = Array.from(chosen.present.subarray(0, chosen.patternCount));
      compared += decided.length;
      const kept = Array.from({ length: chosen.patternMultiples }, (_, i) => chosen.multiple[i * 2]!);
      const keptFound = [...found.values()].flat().filter(({ row }) => rows[row * 3 + 1]! < 0);
      return (
        decided.some((element) => found.get(element)?.[0]?.row !== chosen.row[element]) ||
        [...found.keys()].filter((element) => (found.get(element)?.[0]?.score ?? -1) >= 0).length !==
          decided.length ||
        keptFound
          .map(({ row }) => row)
          .sort()
          .join() !== kept.sort().join()
      );
    });
  expect(different).toEqual([]);
  expect(compared).toBeGreaterThan(wholeVins.length * 10);
});
