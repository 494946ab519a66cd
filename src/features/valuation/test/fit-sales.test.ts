import { describe, expect, test } from "bun:test";
import { dayMs } from "../../../base/durations.ts";
import { fitSales } from "../arithmetic/fit-sales.ts";
import { curveAt } from "../arithmetic/price-curve.ts";
import { type ReadSale, SaleColumns } from "../arithmetic/sale-columns.ts";
import { valuate } from "../arithmetic/valuation.ts";

const now = Date.UTC(2026, 10, 21);
const turn = async () => {};

/** A generator of numbers from 0 to 1, the same each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const perTenThousandMiles = 0.06;
const perYear = 0.12;
const trims = [0, 0.15, 0.3];

/** Made-up sales of some models: prices fall by known rates, and lie around them by `noise`. */
function syntheticModels(models: number, each: number, noise: number, seed = 1): ReadSale[][] {
  const random = randomFrom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: models }, (_, model) => {
    const level = Math.log(20_000 + 20_000 * random());
    return Array.from({ length: each }, (_, index) => {
      const age = Math.floor(random() * 10);
      const trim = Math.floor(random() * trims.length);
      const odometer = Math.round((0.3 + random()) * 11_000 * (age + 0.5));
      const log = level + trims[trim]! - (perTenThousandMiles * odometer) / 10_000 - perYear * age;
      return {
        vin: `1SYNTH0${trim}0${String(model).padStart(3, "0")}${String(index).padStart(5, "0")}`,
        year: 2026 - age,
        trimKey: `trim${trim}`,
        at: now - Math.floor(random() * 300) * dayMs,
        price: Math.round(Math.exp(log + noise * normal())),
        odometer,
      };
    }).sort((a, b) => b.at - a.at);
  });
}

function columnsOf(models: readonly (readonly ReadSale[])[]): SaleColumns {
  const columns = new SaleColumns(models.flat().length);
  for (const [index, sales] of models.entries()) {
    columns.add(sales);
    columns.endModel(`make${index}`);
  }
  return columns;
}

describe("a fit", () => {
  test("finds the rates at which prices fall", async () => {
    const { curve } = (await fitSales(columnsOf(syntheticModels(20, 150, 0.1)), { now, turn }))!.fit;
    const at = (year: number, miles: number) => curveAt(curve, { year, miles, past: 0 });
    expect(at(2020, 60_000) - at(2020, 40_000)).toBeCloseTo(-2 * perTenThousandMiles, 1.6);
    expect(at(2022, 50_000) - at(2020, 50_000)).toBeCloseTo(2 * perYear, 1.6);
    expect(curve.spread).toBeGreaterThan(0.1);
    expect(curve.spread).toBeLessThan(0.25);
    expect(curve.past).toBeCloseTo(0, 1.6);
  });

  test("is the same for the same sales", async () => {
    const of = async () => (await fitSales(columnsOf(syntheticModels(8, 60, 0.1)), { now, turn }))!.fit;
    expect(await of()).toEqual(await of());
  });

  test("needs two hundred sales", async () => {
    expect(await fitSales(columnsOf(syntheticModels(1, 199, 0.1)), { now, turn })).toBeUndefined();
    expect(await fitSales(new SaleColumns(0), { now, turn })).toBeUndefined();
    expect(await fitSales(columnsOf(syntheticModels(1, 200, 0.1)), { now, turn })).toBeDefined();
  });

  test("of equal, absurd or single prices is still one", async () => {
    const models = syntheticModels(10, 50, 0.1);
    const equal = models.map((sales) => sales.map((sale) => ({ ...sale, price: 5000 })));
    const absurd = models.map((sales) =>
      sales.map((sale, index) => (index % 3 === 0 ? { ...sale, price: 1, odometer: null } : sale)),
    );
    const single = syntheticModels(400, 1, 0.1);
    for (const some of [equal, absurd]) {
      const { curve, ranges } = (await fitSales(columnsOf(some), { now, turn }))!.fit;
      for (const value of [...curve.miles, ...curve.age, curve.past, curve.spread])
        expect(Number.isFinite(value)).toBe(true);
      for (const segment of curve.miles) expect(segment).toBeLessThan(0);
      for (const { low, high } of [...Object.values(ranges.vin), ...Object.values(ranges.names)]) {
        expect(low).toBeLessThan(0);
        expect(high).toBeGreaterThan(0);
      }
    }
    // No held-out sale has a comparable.
    expect(await fitSales(columnsOf(single), { now, turn })).toBeUndefined();
  });

  test("makes ranges that hold 70 % of prices it has not seen", async () => {
    for (const noise of [0.05, 0.25]) {
      const models = syntheticModels(30, 100, noise);
      // Every fourth sale is kept from the fit and from the comparables.
      const seen = models.map((sales) => sales.filter((_, index) => index % 4 !== 0));
      const { fit } = (await fitSales(columnsOf(seen), { now, turn }))!;
      for (const naming of ["vin", "names"] as const) {
        const inside = models.flatMap((sales, model) => {
          const some = seen[model]!.map((sale) => ({
            ...sale,
            trim: sale.trimKey,
            pattern: sale.vin.slice(0, 8),
            odometer: sale.odometer ?? undefined,
          }));
          return sales
            .filter((_, index) => index % 4 === 0)
            .map(({ vin, year, trimKey, price, odometer }) => {
              const query =
                naming === "vin" ? { year, trimKey, pattern: vin.slice(0, 8) } : { year, trimKey: "" };
              const { p15, p85 } = valuate(some, query, odometer!, now, fit)!.all;
              return price >= p15 && price <= p85;
            });
        });
        const share = inside.filter(Boolean).length / inside.length;
        expect(share).toBeGreaterThan(0.64);
        expect(share).toBeLessThan(0.76);
        const { high, medium } = fit.ranges[naming];
        for (const { n, coverage } of [high, medium]) {
          expect(n).toBeGreaterThan(100);
          expect(Math.abs(coverage - 0.7)).toBeLessThan(0.06);
        }
      }
    }
  });

  test("does not value a vehicle by its own other sales", async () => {
    // Each vehicle is sold twice at the price of a trim of its own, which no other one hints at.
    const random = randomFrom(3);
    const models = Array.from({ length: 40 }, (_, model) =>
      Array.from({ length: 8 }, (_, index): ReadSale[] => {
        const price = Math.round(5000 * Math.exp(2 * random()));
        const vin = `1TWICE000${String(model).padStart(4, "0")}${String(index).padStart(4, "0")}`;
        const sale = { vin, year: 2020, trimKey: `trim${index}`, price, odometer: 50_000 };
        return [1, 2].map((days) => ({ ...sale, at: now - days * dayMs }));
      }).flat(),
    );
    const { fit } = (await fitSales(columnsOf(models), { now, turn }))!;
    expect(fit.ranges.vin.high.median).toBeGreaterThan(0.3);
  });
});
