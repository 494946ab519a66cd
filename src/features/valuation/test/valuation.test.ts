import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { dayMs } from "../../../base/durations.ts";
import type { PriceFit, RangeOfClass } from "../arithmetic/price-fit.ts";
import { valuate } from "../arithmetic/valuation.ts";
import {
  comparablesOf,
  percentilesOf,
  quantile,
  type Reach,
  type Sale,
  usualMileage,
  type ValuationQuery,
  valuesOf,
  withoutOutliers,
} from "../arithmetic/valuation-arithmetic.ts";

const now = Date.UTC(2026, 10, 21);

const sale: fc.Arbitrary<Sale> = fc
  .record({
    year: fc.integer({ min: 2012, max: 2022 }),
    trimKey: fc.constantFrom("", "lx", "exl", "touring"),
    pattern: fc.constantFrom("", "1HGCM826", "1HGCM566"),
    age: fc.integer({ min: -5, max: 500 }),
    price: fc.integer({ min: 0, max: 120_000 }),
    odometer: fc.option(fc.integer({ min: 0, max: 300_000 }), { nil: undefined }),
  })
  .map(({ age, ...rest }) => ({ ...rest, trim: rest.trimKey.toUpperCase(), at: now - age * dayMs }));
const sales = fc.array(sale, { maxLength: 60 });
const query: fc.Arbitrary<ValuationQuery> = fc.record({
  year: fc.integer({ min: 2013, max: 2021 }),
  trimKey: fc.constantFrom("", "lx", "exl"),
  pattern: fc.constantFrom("", "1HGCM826", "2HGES165"),
});
const miles = fc.integer({ min: 0, max: 2_000_000 });
const reach: fc.Arbitrary<Reach> = fc.record({
  now: fc.constant(now),
  days: fc.integer({ min: 0, max: 400 }),
  yearsApart: fc.integer({ min: 0, max: 4 }),
  everyTrim: fc.boolean(),
});

const channels = ["Trade-In", "Private Party", "Dealer Retail"] as const;

const range: RangeOfClass = { low: -1.1, high: 0.9, n: 100, mean: 0.1, median: 0.05, coverage: 0.7 };
const ranges = { high: range, medium: range, low: range };
const fitted: PriceFit = {
  curve: {
    year: 2026,
    miles: [-0.08, -0.05, -0.04, -0.03, -0.002],
    age: [-0.15, -0.1, -0.08, -0.08, -0.05],
    past: 0.03,
    spread: 0.15,
    usual: 0.8,
  },
  ranges: { vin: ranges, names: ranges },
};
const fit = fc.constantFrom(undefined, fitted);

describe("market values", () => {
  test("rise from rough to outstanding and from trade-in to retail", () => {
    fc.assert(
      fc.property(sales, query, miles, fit, (some, what, mileage, by) => {
        for (const { percentiles, spread } of valuate(some, what, mileage, now, by)?.trims ?? []) {
          const rows = valuesOf(spread);
          expect(rows.map((row) => row.Condition)).toEqual(["Outstanding", "Clean", "Average", "Rough"]);
          for (const { values } of rows) {
            expect(values["Trade-In"]).toBeLessThanOrEqual(values["Private Party"]);
            expect(values["Private Party"]).toBeLessThanOrEqual(values["Dealer Retail"]);
          }
          for (const channel of channels) {
            const falling = rows.map(({ values }) => values[channel]);
            expect(falling).toEqual([...falling].sort((a, b) => b - a));
          }
          expect(percentiles.p15).toBeLessThanOrEqual(percentiles.p50);
          expect(percentiles.p50).toBeLessThanOrEqual(percentiles.p85);
        }
      }),
    );
  });

  test("never rise with the miles", () => {
    fc.assert(
      fc.property(sales, query, miles, miles, fit, (some, what, one, other, by) => {
        const fewer = valuate(some, what, Math.min(one, other), now, by);
        const more = valuate(some, what, Math.max(one, other), now, by);
        expect(more?.trims.length).toBe(fewer?.trims.length);
        fewer?.trims.forEach((trim, index) => {
          const before = valuesOf(trim.spread);
          for (const each of ["p15", "p50", "p85"] as const)
            expect(more!.trims[index]!.percentiles[each]).toBeLessThanOrEqual(
              trim.percentiles[each] * (1 + 1e-9),
            );
          valuesOf(more!.trims[index]!.spread).forEach(({ values }, row) => {
            for (const channel of channels)
              expect(values[channel]).toBeLessThanOrEqual(before[row]!.values[channel]);
          });
        });
      }),
    );
  });

  test("go when the comparables go, and rise and fall with them", () => {
    fc.assert(
      fc.property(sales, query, miles, fit, (some, what, mileage, by) => {
        const valuation = valuate(some, what, mileage, now, by);
        if (!valuation) return;
        const found = new Set(comparablesOf(some, what, valuation.reach));
        const widest = { ...valuation.reach, yearsApart: 9, everyTrim: true, days: 400 };
        const near = new Set(comparablesOf(some, what, widest));
        expect(
          valuate(
            some.filter((one) => !near.has(one)),
            what,
            mileage,
            now,
            by,
          ),
        ).toBeUndefined();
        const dearer = some.map((one) => (found.has(one) ? { ...one, price: one.price * 2 } : one));
        const doubled = valuate(dearer, what, mileage, now, by)!;
        expect(doubled.all.p50 / valuation.all.p50).toBeCloseTo(2, 6);
      }),
    );
  });

  test("rest on the comparables alone, however many others there are", () => {
    const car = { year: 2018, trimKey: "", trim: "", at: now - dayMs, odometer: 50_000 };
    const some = [10_000, 10_500, 11_000, 11_500, 12_000].map((price) => ({ ...car, price }));
    const old = { ...car, at: now - 366 * dayMs, price: 90_000 };
    const later = { ...car, at: now + dayMs, price: 90_000 };
    const what = { year: 2018, trimKey: "" };
    const valuation = valuate([...some, old, later], what, 50_000, now)!;
    expect(valuation).toEqual(valuate(some, what, 50_000, now)!);
    expect(Math.round(valuation.all.p50)).toBe(11_000);
    expect(Math.round(valuate(some, what, 60_000, now)!.all.p50)).toBe(Math.round(11_000 * Math.exp(-0.043)));
    const newer = valuate(some, { year: 2019, trimKey: "" }, 50_000, now)!;
    expect(Math.round(newer.all.p50)).toBe(Math.round(11_000 * 1.088));
    expect(newer.years).toEqual([2018]);
  });

  test("of one sale stand with low confidence", () => {
    const one = { year: 2018, trimKey: "lx", trim: "LX", at: now, price: 9000, odometer: 40_000 };
    const valuation = valuate([one], { year: 2018, trimKey: "lx" }, 40_000, now)!;
    expect(valuation.confidence).toBe("low");
    expect([valuation.all.p15, valuation.all.p50, valuation.all.p85].map(Math.round)).toEqual([
      6714, 9000, 12_064,
    ]);
    expect(valuation.measured).toBeUndefined();
    expect(valuation.reach).toMatchObject({ yearsApart: 0, everyTrim: false });
    const { all, measured } = valuate([one], { year: 2018, trimKey: "lx" }, 40_000, now, fitted)!;
    expect([all.p15, all.p50, all.p85].map(Math.round)).toEqual([8009, 9000, 9901]);
    expect(measured).toEqual(range);
  });

  test("weigh sales of the same trim and VIN pattern most", () => {
    const car = { year: 2018, trim: "", at: now - dayMs, odometer: 50_000 };
    const of = (trimKey: string, pattern: string, price: number) =>
      [0, 10, 20].map((more) => ({ ...car, trimKey, pattern, price: price + more }));
    const some = [...of("lx", "1HGCM566", 9000), ...of("exl", "1HGCM826", 12_000)];
    const at = (trimKey: string, pattern?: string) =>
      valuate(some, { year: 2018, trimKey, ...(pattern && { pattern }) }, 50_000, now, fitted)!.all;
    expect(Math.abs(at("lx", "1HGCM566").p50 - 9010)).toBeLessThan(200);
    expect(Math.abs(at("exl", "1HGCM826").p50 - 12_010)).toBeLessThan(200);
    const any = at("");
    expect(any.p50).toBeGreaterThan(9500);
    expect(any.p50).toBeLessThan(11_500);
    expect(any.p85 / any.p15).toBeGreaterThan(at("lx", "1HGCM566").p85 / at("lx", "1HGCM566").p15);
  });

  test("are for no mileage far from the sales and the usual one", () => {
    const car = { year: 2013, trimKey: "", trim: "", at: now - dayMs, price: 6000 };
    const some = [60_000, 90_000, 120_000].map((odometer) => ({ ...car, odometer }));
    const at = (miles: number, by?: PriceFit) => valuate(some, { year: 2013, trimKey: "" }, miles, now, by)!;
    expect([0, 30_000, 180_000, 999_999].map((miles) => at(miles).mileage)).toEqual([
      30_000, 30_000, 180_000, 180_000,
    ]);
    expect(at(999_999).all).toEqual(at(180_000).all);
    expect(at(999_999).all.p50).toBeGreaterThan(3000);
    expect(at(999_999, fitted).mileage).toBe(180_000);
    expect(at(999_999, fitted).all.p50).toBeGreaterThan(3000);
  });
});

describe("comparables", () => {
  test("a wider window never loses one", () => {
    fc.assert(
      fc.property(sales, query, reach, reach, (some, what, one, other) => {
        const wider = {
          now,
          days: Math.max(one.days, other.days),
          yearsApart: Math.max(one.yearsApart, other.yearsApart),
          everyTrim: one.everyTrim || other.everyTrim,
        };
        const all = new Set(comparablesOf(some, what, wider));
        for (const found of comparablesOf(some, what, one)) expect(all.has(found)).toBe(true);
      }),
    );
  });

  test("outliers are few, far out, and the same at any scale", () => {
    const prices = [10, 11, 9, 10.5, 9.5, 100, 1];
    expect(withoutOutliers(prices, (price) => price)).toEqual([10, 11, 9, 10.5, 9.5]);
    expect(withoutOutliers([7], (price) => price)).toEqual([7]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1 }), (some) => {
        const kept = withoutOutliers(some, (price) => price);
        expect(kept.length * 2).toBeGreaterThanOrEqual(some.length);
        expect(quantile(kept, 0)).toBeLessThanOrEqual(quantile(some, 0.5));
      }),
    );
  });

  test("percentiles lie between the least and the greatest", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1 }), (prices) => {
        const { p15, p50, p85 } = percentilesOf(prices, 1);
        expect(p15).toBeGreaterThanOrEqual(Math.min(...prices));
        expect(p85).toBeLessThanOrEqual(Math.max(...prices));
        expect(p15 <= p50 && p50 <= p85).toBe(true);
      }),
    );
  });
});

test("the usual mileage of an age", () => {
  const at = (age: number) => usualMileage(2026 - age, 2026);
  expect([-1, 0, 1, 2, 3, 4, 5, 10, 15].map(at)).toEqual([
    0, 0, 7500, 17_250, 27_000, 39_000, 51_000, 91_000, 131_000,
  ]);
  expect(at(60)).toBe(200_000);
});
