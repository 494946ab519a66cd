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
  expect(derived.map(({ element }) => element)).toEqual([25, 126, 79, 65, 190]);
});

test("belts, air bags and upper weight class follow by law", () => {
  const followed = (vin: string) => {
    const fields = decoded(vin).derived.filter(({ field }) => !field.includes("."));
    return fields.map(({ field, value }) => [field, value]);
  };
  const belts = ["SeatBeltsAll", "Manual"];
  const bags = ["AirBagLocFront", "1st Row (Driver and Passenger)"];
  const upper = ["GVWR_to", "Class 1: 6,000 lb or less (2,722 kg or less)"];
  // A car of 2003, light trucks of 2007 and 2004, heavy ones of 2010 and 2002, a car of 1996, and one of another
  // market.
  expect(followed("1HGCM82633A004352")).toEqual([belts, bags, upper]);
  expect(followed("2GCEK13Z171126687")).toEqual([belts, bags]);
  expect(followed("1GCHK232X4F239970")).toEqual([belts]);
  expect(followed("2XKHAN8X1AM273634")).toEqual([]);
  expect(followed("137ZA843X2E195432")).toEqual([]);
  expect(followed("4T1BG12K7TU673286")).toEqual([upper]);
  expect(followed("WVWZZZ1KZAW123456")).toEqual([]);
  const detailed = JSON.parse(new TextDecoder().decode(decoder.oemAnswer("1HGCM82633A004352"))).data;
  expect(detailed.derived.map(({ field }: { field: string }) => field)).toEqual([
    "SeatBeltsAll",
    "AirBagLocFront",
    "GVWR_to",
  ]);
  // The plain decode has no such fields.
  expect(dataOf("1HGCM82633A004352").derived).toEqual([]);
});

test.skipIf(golden === undefined)("no derived fact contradicts a recorded one", () => {
  const names: Readonly<Record<number, string>> = {
    25: "Gross Vehicle Weight Rating From",
    65: "Front Air Bag Locations",
    79: "Seat Belt Type",
    126: "Electrification Level",
    190: "Gross Vehicle Weight Rating To",
  };
  const agreed: Record<string, number> = {};
  const wrong = Object.entries(golden ?? {}).flatMap(([vin, recorded]) => {
    const decode = decoder.decode(vin);
    if (typeof decode === "string") return [];
    return decode.derived.flatMap(({ element, value }) => {
      const name = names[element]!;
      const truth = recorded[name] ?? "";
      // Class 1 includes 1A to 1D, and an unknown level includes mild and strong.
      const kind = (text: string) => text.match(/Class \d|[BP]?HEV|BEV/)?.[0] ?? text;
      if (truth === "") return [];
      agreed[name] = (agreed[name] ?? 0) + 1;
      return kind(truth) === kind(value) ? [] : [[vin, value, truth]];
    });
  });
  expect(wrong).toEqual([]);
  const [belts, bags, upper] = [agreed[names[79]!], agreed[names[65]!], agreed[names[190]!]];
  expect([belts, bags, upper]).toEqual([360, 348, 236]);
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
