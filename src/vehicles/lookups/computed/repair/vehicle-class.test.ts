import { describe, expect, test } from "bun:test";
import { testPack } from "../../../../../test/vin/shared-pack.ts";
import { holdsFor, overlaps, parseKey } from "../../../../vin/key-pattern.ts";
import { makeKey, nameKey } from "../../../families/names.ts";
import type { Facts } from "../../../families/record-family.ts";
import { createVariants } from "../../variants/variants.ts";
import { classOf, tierOf } from "./vehicle-class.ts";

const variants = createVariants(await testPack());
const classed = (year: number, make: string, model: string, trim = "", facts: Facts = {}) =>
  classOf(
    makeKey(make),
    `${model} ${trim}`,
    variants.of(year, makeKey(make), nameKey(model), { trim: nameKey(trim), series: "" }),
    facts,
  );

describe("the class of a vehicle, by vPIC's patterns", () => {
  test("its drive", () => {
    const drives: [number, string, string, string, string][] = [
      [2003, "Honda", "Accord", "EX-V6", "gasoline"],
      [2020, "Toyota", "Prius", "", "hybrid"],
      [2019, "Honda", "Accord", "Hybrid EX", "hybrid"],
      [2023, "BMW", "X5", "xDrive45e", "hybrid"],
      [2019, "Tesla", "Model 3", "", "electric"],
      [2022, "Chevrolet", "Bolt EV", "1LT", "electric"],
      [2023, "Nissan", "Leaf", "SV", "electric"],
      [2024, "Rivian", "R1T", "Adventure", "electric"],
      [2015, "Volkswagen", "Jetta", "1.8T SEL, TDI", "diesel"],
      [2023, "Ford", "F-150", "SuperCrew", "gasoline hybrid electric"],
    ];
    for (const [year, make, model, trim, drive] of drives)
      expect([make, model, trim, classed(year, make, model, trim).powertrains.join(" ")]).toEqual([
        make,
        model,
        trim,
        drive,
      ]);
  });

  test("its build", () => {
    expect(classed(2019, "Honda", "Accord").build).toBe("car");
    expect(classed(2019, "Honda", "CR-V").build).toBe("suv");
    expect(classed(2019, "Ford", "F-150").build).toBe("truck");
    expect(classed(2018, "Toyota", "Sienna").build).toBe("suv");
  });

  test("its cylinders, and its weight if known", () => {
    expect(classed(2003, "Honda", "Accord", "EX-V6").cylinders.high).toBe(6);
    expect(classed(2019, "Honda", "Accord", "LX").cylinders).toEqual({ low: 4, high: 4 });
    expect(classed(2019, "Ford", "F-150").weightClass).toBe(2);
    expect(classed(2023, "Tesla", "Semi").weightClass).toBeGreaterThan(6);
  });

  test("a stored specification decides what patterns leave open", () => {
    const only = (fuel: string) => classed(2023, "Ford", "F-150", "SuperCrew", { fuel }).powertrains;
    expect(only("Gasoline")).toEqual(["gasoline"]);
    expect(only("Electric")).toEqual(["electric"]);
    expect(classed(2019, "Honda", "Accord", "LX", { cylinders: 3 }).cylinders).toEqual({ low: 3, high: 3 });
    expect(classed(2019, "Honda", "Accord", "LX", { body: "Pickup" }).build).toBe("truck");
  });

  test("four-wheel drive is only what is known", () => {
    const drives = (...args: Parameters<typeof classed>) => classed(...args).fourWheelDrive;
    expect(drives(2019, "Ford", "F-150")).toBe(false);
    expect(drives(2019, "Ford", "F-150", "XLT 4x4")).toBe(true);
    expect(drives(2019, "Ford", "F-150", "", { drive: "4WD/4-Wheel Drive/4x4" })).toBe(true);
    expect(drives(2019, "Ford", "F-150", "XLT 4x4", { drive: "4x2" })).toBe(false);
  });

  test("what a VIN tells wins over patterns and specifications", () => {
    const facts = { powertrain: "diesel", weightClass: 3, vehicleType: "TRUCK" } as const;
    const sets = variants.of(2019, "ford", "f150", { trim: "", series: "" });
    expect(classOf("ford", "F-150", sets, { fuel: "Gasoline" }, facts)).toMatchObject({
      powertrains: ["diesel"],
      weightClass: 3,
    });
  });

  test("an unknown model is a common gasoline car, or electric by make", () => {
    expect(classed(2019, "Unknown", "Nothing")).toEqual({
      powertrains: ["gasoline"],
      build: "car",
      tier: "common",
      cylinders: { low: 4, high: 6 },
      fourWheelDrive: false,
      weightClass: 0,
    });
    expect(classed(2026, "Tesla", "Something New").powertrains).toEqual(["electric"]);
    expect(["Honda", "Mercedes-Benz", "Ferrari"].map((make) => tierOf(makeKey(make)))).toEqual([
      "common",
      "premium",
      "exotic",
    ]);
  });
});

test("keys overlap where one VIN can match both, and hold for others that are narrower", () => {
  const [wide, narrow, other] = ["CM[5-8]", "CM6*2", "CM9"].map((key) => parseKey(key)) as [
    ReturnType<typeof parseKey>,
    ReturnType<typeof parseKey>,
    ReturnType<typeof parseKey>,
  ];
  expect([overlaps(wide, narrow), overlaps(narrow, wide), overlaps(wide, other)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([holdsFor(wide, narrow), holdsFor(narrow, wide), holdsFor(wide, wide)]).toEqual([true, false, true]);
});
