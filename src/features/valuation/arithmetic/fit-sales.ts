import { estimateOf, findComparables } from "./estimate.ts";
import { fitCurve, type PriceCurve, usualMiles, yearsPast } from "./price-curve.ts";
import type { Measured, Naming, PriceFit, RangeOfClass } from "./price-fit.ts";
import { partsCount, type SaleColumns } from "./sale-columns.ts";
import { type Confidence, enough, quantile, type Sale, yearsApartMax } from "./valuation-arithmetic.ts";

/** Fewer sales than this are too few for a curve, and for a range. */
export const salesLeast = 200;
export const heldOutLeast = 40;
/** Held-out sales that are valued; more would not move a share by a percent. */
const valuedMost = 5000;
/** A lookup reads no more of a model year. */
export const salesPerYear = 200;
/**
 * The number of newest sales of a model year whose VIN patterns a lookup reads: each VIN is a read from a large
 * table, unlike all else. `apart`: model years from the vehicle's.
 */
export const patternsPerYear = (apart: number): number => (apart === 0 ? 40 : 10);

export const namings: readonly Naming[] = ["vin", "names"];
export const classes: readonly Confidence[] = ["high", "medium", "low"];

/** A held-out sale with its value: how far the price lay above it, in logarithms and in standard deviations. */
export interface Valued {
  readonly naming: Naming;
  readonly confidence: Confidence;
  /** The key of its make. */
  readonly make: string;
  readonly distance: number;
  readonly deviations: number;
  /** Whether it was chosen as any sale is; the others are there because vehicles of so few sales are rare. */
  readonly sampled: boolean;
  /** Whether its price lay from p15 to p85, by a range that others of its class gave. */
  inside: boolean;
}

export interface FitOptions {
  /** Milliseconds UTC; the day of the fit. */
  readonly now: number;
  /** Is called often; lets other work of the thread continue. */
  turn(done: number, total: number): Promise<void>;
}

/** What is fitted to sales, with the held-out ones as they were valued; `undefined` if there are too few. */
export async function fitSales(
  sales: SaleColumns,
  { now, turn }: FitOptions,
): Promise<{ fit: PriceFit; valued: readonly Valued[] } | undefined> {
  if (sales.rows < salesLeast) return undefined;
  const valued: Valued[] = [];
  const each = Math.ceil(sales.rows / partsCount);
  // If there are few sales, every part is held out in turn; if there are many, one is enough.
  const parts = each < valuedMost ? partsCount : 1;
  const step = Math.ceil((each * parts) / valuedMost);
  for (let heldOut = 0; heldOut < parts; heldOut++) {
    const curve = await fitCurve(sales, { now, heldOut, turn: () => turn(heldOut, parts) });
    for (const one of valuesHeldOut(sales, curve, { now, heldOut, step })) {
      valued.push(...one);
      await turn(heldOut, parts);
    }
  }
  if (valued.length < heldOutLeast * namings.length) return undefined;
  const curve = await fitCurve(sales, { now, heldOut: -1, turn: () => turn(parts, parts) });
  return { fit: { curve, ranges: rangesOf(valued) }, valued };
}

/**
 * Values one of `step` held-out sales by those that are not held out, model by model; and all that have fewer than five
 * comparables.
 */
function* valuesHeldOut(
  sales: SaleColumns,
  curve: PriceCurve,
  { now, heldOut, step }: { now: number; heldOut: number; step: number },
): Generator<readonly Valued[]> {
  let held = 0;
  for (let model = 0; model < sales.models; model++) {
    const years = new Map<number, Sale[]>();
    const ofPart: { readonly row: number; readonly sampled: boolean }[] = [];
    for (let row = sales.begins[model]!; row < sales.begins[model + 1]!; row++) {
      if (sales.part[row] === heldOut) {
        ofPart.push({ row, sampled: held++ % step === 0 });
        continue;
      }
      const year = sales.year[row]!;
      const some = years.get(year) ?? [];
      if (some.length < salesPerYear) some.push(sales.saleAt(row));
      years.set(year, some);
    }
    for (const { row, sampled } of ofPart) {
      const near = nearYears(years, sales.year[row]!);
      if (sampled || near.length < enough)
        yield valuesOfSale(sales.saleAt(row), near, { make: sales.makes[model]!, sampled, curve, now });
    }
  }
}

function nearYears(years: ReadonlyMap<number, readonly Sale[]>, year: number): readonly Sale[] {
  const near: Sale[] = [];
  for (let apart = -yearsApartMax; apart <= yearsApartMax; apart++)
    for (const [index, sale] of (years.get(year + apart) ?? []).entries())
      near.push(index < patternsPerYear(apart) ? sale : { ...sale, pattern: "" });
  return near;
}

function valuesOfSale(
  sale: Sale,
  near: readonly Sale[],
  { make, sampled, curve, now }: { make: string; sampled: boolean; curve: PriceCurve; now: number },
): Valued[] {
  const miles = sale.odometer ?? usualMiles(sale.year, new Date(sale.at).getUTCFullYear(), curve);
  // The price of the sale's day, not of today.
  const moved = curve.past * yearsPast(sale.at, now);
  return namings.flatMap((naming) => {
    const byVin = naming === "vin";
    const query = {
      year: sale.year,
      trimKey: byVin ? sale.trimKey : "",
      ...(byVin && { pattern: sale.pattern! }),
    };
    const found = findComparables(near, query, now, curve);
    if (!found) return [];
    const { log, deviation } = estimateOf(curve, found, query)(query.trimKey, miles);
    const distance = Math.log(sale.price) - log - moved;
    const { confidence } = found;
    return { naming, confidence, make, sampled, distance, deviations: distance / deviation, inside: false };
  });
}

type Ranges = PriceFit["ranges"];

function rangesOf(valued: readonly Valued[]): Ranges {
  const of = (naming: Naming) => {
    const all = valued.filter((one) => one.naming === naming);
    const ofAll = rangeOf(all.filter(({ sampled }) => sampled));
    return Object.fromEntries(
      classes.map((confidence) => {
        const some = all.filter((one) => one.confidence === confidence);
        // What a class has too few of is taken from all: its standard deviations are wider already.
        return [confidence, some.length < heldOutLeast ? ofAll : rangeOf(some)];
      }),
    ) as Record<Confidence, RangeOfClass>;
  };
  return { vin: of("vin"), names: of("names") };
}

/** The range of some sales. Marks for each half which sales the range of the other contains. */
function rangeOf(valued: readonly Valued[]): RangeOfClass {
  const halves = [0, 1].map((half) => valued.filter((_, index) => index % 2 === half));
  halves.forEach((half, index) => {
    const { low, high } = bounds(halves[1 - index]!);
    for (const one of half) one.inside = one.deviations >= low && one.deviations <= high;
  });
  return { ...bounds(valued), ...measuredOf(valued) };
}

function bounds(valued: readonly Valued[]): { low: number; high: number } {
  const all = valued.map(({ deviations }) => deviations);
  return {
    low: Math.min(-0.01, rounded(quantile(all, 0.15))),
    high: Math.max(0.01, rounded(quantile(all, 0.85))),
  };
}

/** The errors of some values, at least one, and the coverage of their ranges. */
export function measuredOf(valued: readonly Valued[]): Measured {
  const errors = valued.map(({ distance }) => Math.abs(Math.exp(-distance) - 1));
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const inside = valued.filter((one) => one.inside).length;
  return {
    n: valued.length,
    mean: rounded(mean),
    median: rounded(quantile(errors, 0.5)),
    coverage: rounded(inside / valued.length),
  };
}

const rounded = (value: number): number => Number(value.toFixed(4));
