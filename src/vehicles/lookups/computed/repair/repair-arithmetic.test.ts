import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { repairCoverage } from "../../../families/apis/repair-estimates.ts";
import { nationalRate, regions } from "./labor-rates.ts";
import { estimatesFor } from "./repair-arithmetic.ts";
import { services, slugOf } from "./repair-table.ts";
import type { Build, Powertrain, VehicleClass } from "./vehicle-class.ts";

const powertrains = ["gasoline", "hybrid", "diesel", "electric"] as const;
const builds = ["car", "suv", "truck"] as const;
const vehicle: fc.Arbitrary<VehicleClass> = fc.record({
  powertrains: fc.subarray([...powertrains], { minLength: 1 }),
  build: fc.constantFrom(...builds),
  tier: fc.constantFrom("common" as const, "premium" as const, "exotic" as const),
  cylinders: fc
    .tuple(fc.integer({ min: 2, max: 16 }), fc.integer({ min: 2, max: 16 }))
    .map(([a, b]) => ({ low: Math.min(a, b), high: Math.max(a, b) })),
  fourWheelDrive: fc.boolean(),
  weightClass: fc.integer({ min: 0, max: 6 }),
});
const year = fc.integer({ min: repairCoverage.first, max: repairCoverage.last });

const plain = (powertrain: Powertrain, build: Build): VehicleClass => ({
  powertrains: [powertrain],
  build,
  tier: "common",
  cylinders: { low: 4, high: 4 },
  fourWheelDrive: false,
  weightClass: 1,
});
const slugs = (powertrain: Powertrain, build: Build = "car", modelYear = 2020) =>
  estimatesFor(plain(powertrain, build), modelYear).map(({ value }) => value);

describe("the table of services", () => {
  test("every row is whole", () => {
    for (const service of services) {
      expect(service.title).toMatch(/^[A-Z0-9]/);
      expect(service.description).toMatch(/^[A-Z].+\.$/);
      expect(["list", "estimate"]).toContain(service.origin);
      expect(service.powertrains.length).toBeGreaterThan(0);
      expect(Object.keys(service.hours).length).toBeGreaterThan(0);
      for (const range of [...Object.values(service.hours), service.parts, service.years]) {
        expect(Number.isFinite(range.low) && Number.isFinite(range.high)).toBe(true);
        expect(range.low).toBeLessThanOrEqual(range.high);
      }
      for (const { low } of Object.values(service.hours)) expect(low).toBeGreaterThan(0);
    }
  });

  test("slugs are those of the titles, and unique", () => {
    const values = services.map(({ value }) => value);
    expect(new Set(values).size).toBe(values.length);
    for (const { title, value } of services) {
      expect(value).toBe(slugOf(title));
      expect(value).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    }
  });

  test("nothing in it is collision work", () => {
    for (const { title } of services) expect(title).not.toMatch(/bumper|fender|paint|dent|panel|frame/i);
  });
});

describe("repair estimates", () => {
  test("every class has thirty services in every year covered", () => {
    for (let modelYear = repairCoverage.first; modelYear <= repairCoverage.last; modelYear++)
      for (const powertrain of powertrains)
        for (const build of builds) {
          const values = slugs(powertrain, build, modelYear);
          expect(values.length).toBeGreaterThanOrEqual(30);
          expect(new Set(values).size).toBe(values.length);
        }
  });

  test("classes differ in the services they have", () => {
    const sets = powertrains.flatMap((powertrain) => builds.map((build) => slugs(powertrain, build).join()));
    // Pickups and SUVs of the electric kind differ from cars by hours alone, but for half shafts.
    expect(new Set(sets).size).toBeGreaterThanOrEqual(11);
    const combustion =
      /oil-change|spark|exhaust|muffler|catalytic|fuel|glow|engine|ignition|starter|alternator|timing/;
    for (const value of slugs("electric")) expect(value).not.toMatch(combustion);
    expect(slugs("diesel")).toContain("glow-plug-replacement");
    expect(slugs("diesel")).not.toContain("spark-plug-replacement");
    expect(slugs("gasoline")).toContain("spark-plug-replacement");
    expect(slugs("gasoline")).not.toContain("hybrid-battery-replacement");
    expect(slugs("hybrid")).toContain("hybrid-battery-replacement");
    expect(slugs("electric")).toContain("high-voltage-battery-replacement");
    expect(slugs("gasoline", "truck")).toContain("universal-joint-replacement");
    expect(slugs("gasoline", "car")).not.toContain("universal-joint-replacement");
    expect(slugs("diesel", "truck", 1999)).not.toContain("diesel-particulate-filter-cleaning");
  });

  test("only four-wheel drives have a transfer case", () => {
    const of = (fourWheelDrive: boolean) =>
      estimatesFor({ ...plain("gasoline", "truck"), fourWheelDrive }, 2020).map(({ value }) => value);
    expect(of(true).filter((value) => !of(false).includes(value))).toEqual(["transfer-case-fluid-change"]);
  });

  test("are whole dollars, low not above high, for parts and labor of every class", () => {
    fc.assert(
      fc.property(vehicle, year, (what, modelYear) => {
        for (const { costs } of estimatesFor(what, modelYear)) {
          expect(costs.map(({ name }) => name)).toEqual(["Parts", "Labor"]);
          for (const { low, high } of costs) {
            expect(Number.isInteger(low) && Number.isInteger(high)).toBe(true);
            expect(low).toBeGreaterThanOrEqual(0);
            expect(low).toBeLessThanOrEqual(high);
          }
        }
      }),
    );
  });

  test("labor is hours times the hourly rate; what needs no parts says 0 and 0", () => {
    const all = estimatesFor(plain("gasoline", "car"), 2020);
    const costsOf = (value: string) => all.find((one) => one.value === value)!.costs;
    expect(costsOf("oil-change")).toEqual([
      { name: "Parts", desc: "", high: 75, low: 25 },
      {
        name: "Labor",
        desc: "0.3 to 0.5 hours",
        high: Math.round(0.5 * nationalRate.high),
        low: Math.round(0.3 * nationalRate.low),
      },
    ]);
    expect(costsOf("wheel-alignment")[0]).toEqual({ name: "Parts", desc: "", high: 0, low: 0 });
  });

  test("more cylinders, a dearer make and a bigger build never cost less", () => {
    const sum = (what: VehicleClass, value: string) =>
      estimatesFor(what, 2015)
        .find((one) => one.value === value)!
        .costs.reduce((total, { high }) => total + high, 0);
    const four = plain("gasoline", "car");
    for (const value of ["spark-plug-replacement", "front-brake-pad-replacement"]) {
      expect(sum({ ...four, cylinders: { low: 8, high: 8 } }, value)).toBeGreaterThanOrEqual(
        sum(four, value),
      );
      expect(sum({ ...four, tier: "premium" }, value)).toBeGreaterThan(sum(four, value));
      expect(sum({ ...four, build: "truck" }, value)).toBeGreaterThan(sum(four, value));
    }
  });

  test("of a trim with several drives say which of them have a service", () => {
    const mixed = estimatesFor(
      { ...plain("gasoline", "truck"), powertrains: ["gasoline", "electric"] },
      2023,
    );
    const described = (value: string) => mixed.find((one) => one.value === value)!.description;
    expect(described("oil-change")).toEndWith(" Gasoline versions only.");
    expect(described("drive-unit-fluid-change")).toEndWith(" Electric versions only.");
    expect(described("brake-fluid-flush")).not.toContain("versions");
  });
});

test("the national rate lies within those of the regions", () => {
  expect(regions.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
  expect(nationalRate.low).toBeGreaterThanOrEqual(Math.min(...regions.map(({ low }) => low)));
  expect(nationalRate.high).toBeLessThanOrEqual(Math.max(...regions.map(({ high }) => high)));
  expect(nationalRate).toEqual({ low: 120, high: 162 });
});
