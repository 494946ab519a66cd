import { expect, test } from "bun:test";
import type { Decode } from "../../src/vin/answer/describe.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { recorded } from "../shared-data.ts";
import { testPack, testYear } from "./shared-pack.ts";

const decoder = createDecoder(await testPack(), { currentYear: testYear });
const golden = recorded<Record<string, string>>("vpic_golden.json");

const dataOf = (vin: string) => JSON.parse(new TextDecoder().decode(decoder.answer(vin))).data;

function decoded(vin: string): Decode {
  const decode = decoder.decode(vin);
  if (typeof decode === "string") throw new Error(`${vin} is ${decode}`);
  return decode;
}

const car = {
  field: "dimensions.gvwr",
  value: "Class 1: 6,000 lb or less (2,722 kg or less)",
  rule: "The vehicle is a passenger car, and no pattern states its weight class.",
};
const level = (value: string, rule: string) => ({ field: "engine.electrification_level", value, rule });

test("derived facts are filled in and listed with their rule", () => {
  const derived = ["5YJ3E1EA7KF317000", "1G1RB6E43CU111471", "2GCEK13Z171126687", "1HGCM82633A004352"].map(
    (vin) => {
      const { derived, dimensions, engine } = dataOf(vin);
      return [dimensions.gvwr.slice(0, 9), engine.electrification_level, derived];
    },
  );
  expect(derived).toEqual([
    [
      "Class 1: ",
      "BEV (Battery Electric Vehicle)",
      [car, level("BEV (Battery Electric Vehicle)", "Electricity is the only fuel.")],
    ],
    [
      "Class 1: ",
      "PHEV (Plug-in Hybrid Electric Vehicle)",
      [
        car,
        level(
          "PHEV (Plug-in Hybrid Electric Vehicle)",
          "The primary fuel is electricity and the secondary fuel is gasoline.",
        ),
      ],
    ],
    [
      "Class 2E:",
      "HEV (Hybrid Electric Vehicle) - Level Unknown",
      [
        level(
          "HEV (Hybrid Electric Vehicle) - Level Unknown",
          "The primary fuel is gasoline and the secondary fuel is electricity.",
        ),
      ],
    ],
    ["Class 1C:", "", []],
  ]);
});

test("derived facts are not among vPIC's own elements", () => {
  const { elements, derived } = decoded("5YJ3E1EA7KF317000");
  expect(elements.filter(({ id }) => id === 25 || id === 126)).toEqual([]);
  expect(derived.map(({ element }) => element)).toEqual([25, 126]);
});

test.skipIf(golden === undefined)("no derived fact contradicts a recorded one", () => {
  const wrong = Object.entries(golden ?? {}).flatMap(([vin, recorded]) => {
    const decode = decoder.decode(vin);
    if (typeof decode === "string") return [];
    return decode.derived.flatMap(({ element, value }) => {
      const truth =
        recorded[element === 25 ? "Gross Vehicle Weight Rating From" : "Electrification Level"] ?? "";
      // Class 1 includes 1A to 1D, and an unknown level includes mild and strong.
      const kind = (text: string) => text.match(/Class \d|[BP]?HEV|BEV/)?.[0];
      return truth === "" || kind(truth) === kind(value) ? [] : [[vin, value, truth]];
    });
  });
  expect(wrong).toEqual([]);
});

test("power and fuel injection are not guessed from an engine model", () => {
  const guessed = Object.keys(golden ?? { "1FTFW1ET5DFC10312": {} }).filter((vin) => {
    const decode = decoder.decode(vin);
    if (typeof decode === "string") return false;
    return decode.elements.some(
      ({ id, decidedBy }) => [21, 67, 71, 125].includes(id) && decidedBy === "engine",
    );
  });
  expect(guessed).toEqual([]);
});

test("a converted capacity is marked", () => {
  const { engine, check } = dataOf("2XKHAN8X1AM273634");
  expect([engine.engine_size, engine.engine_capacity, check.warnings]).toEqual([
    "8.3",
    "8300.0",
    [
      "The model year may be 30 years off: give the year to be certain.",
      "The engine's capacity is converted from its size in liters, which is rounded.",
    ],
  ]);
});

test("a check digit that vPIC may excuse is marked", () => {
  expect(decoded("ZACCJABT0FPB71014").warnings[0]).toBe(
    "Check digit 0 in position 9 should be 5. vPIC excuses wrong check digits on some VINs of this manufacturer; the loaded data do not say on which.",
  );
  expect(decoded("1HGCM82643A004352").warnings[0]).toBe("Check digit 4 in position 9 should be 3.");
});

test("the plant's country is independent of the manufacturer's", () => {
  const { country, plant_city, plant_country } = dataOf("ZACCJABT0FPB71014").manufacturer;
  expect({ country, plant_city, plant_country }).toEqual({
    country: "Italy",
    plant_city: "MELFI",
    plant_country: "ITALY",
  });
});

test("restraints in two spellings are listed once", () => {
  const { elements } = decoded("3VWBP7AJXCM308862");
  expect(elements.filter(({ id }) => id === 121).map(({ value }) => value)).toEqual([
    "Active Seat Belt Advanced Front Air Bags.",
    "Active Seat   Belt Advanced Front Air Bags.",
  ]);
  expect(dataOf("3VWBP7AJXCM308862").restraint.others).toBe("Active Seat Belt Advanced Front Air Bags.");
});
