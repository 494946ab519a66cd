import { dayMs } from "../../../base/durations.ts";

// Every constant here is a default with its origin stated in docs/valuation.md.

/** What 1,000 more miles take off a price, as a rate of decay. */
export const decayPerThousandMiles = 0.0043;
/** How much more a vehicle of the next model year costs. */
export const perModelYear = 1.088;
/** Miles that vehicles have usually run at an age in years. */
const usualMiles: readonly (readonly [age: number, miles: number])[] = [
  [0, 0],
  [1, 7500],
  [3, 27_000],
  [5, 51_000],
  [10, 91_000],
];
/** Half the width of the ranges that the trade quotes, about 11 % of their middle. */
const halfWidth = 0.055;
const widestUp = 1.165;
const widestDown = 0.67;
/** Comparables are at sellers' prices; the others are shares of them. */
const channels = { "Trade-In": 0.84, "Private Party": 0.92, "Dealer Retail": 1 } as const;
/** Prices farther from the middle than this many deviations are left out. */
const deviationsMax = 3;
/** The least deviation taken: equal prices must not make outliers of all others. */
const deviationMin = 0.05;

export const windowDays = 365;
/** Model years to either side that comparables may be of. */
export const yearsApartMax = 2;
export const enough = 5;
export const plenty = 20;

/** A sale or listing; `odometer` in miles. */
export interface Sale {
  readonly year: number;
  readonly trimKey: string;
  readonly trim: string;
  /** Milliseconds UTC. */
  readonly at: number;
  readonly price: number;
  readonly odometer: number | undefined;
  /** `patternOf` its VIN; `""` or absent if unknown. */
  readonly pattern?: string;
}

export interface ValuationQuery {
  readonly year: number;
  /** `""` for every trim. */
  readonly trimKey: string;
  /** `patternOf` the VIN; absent without one. */
  readonly pattern?: string;
}

/** How far a search for comparables went. */
export interface Reach {
  readonly now: number;
  readonly days: number;
  readonly yearsApart: number;
  readonly everyTrim: boolean;
}

export interface Percentiles {
  readonly p15: number;
  readonly p50: number;
  readonly p85: number;
}

export type Condition = "Outstanding" | "Clean" | "Average" | "Rough";
export type Channel = keyof typeof channels;
export type Confidence = "high" | "medium" | "low";

/** The miles that a vehicle of a model year has usually run in a calendar year. */
export function usualMileage(modelYear: number, calendarYear: number): number {
  const age = Math.max(0, calendarYear - modelYear);
  const next = usualMiles.findIndex(([years]) => years >= age);
  const upper = next < 0 ? usualMiles.length - 1 : Math.max(next, 1);
  const [fromAge, fromMiles] = usualMiles[upper - 1]!;
  const [toAge, toMiles] = usualMiles[upper]!;
  const miles = fromMiles + ((age - fromAge) * (toMiles - fromMiles)) / (toAge - fromAge);
  return Math.round(Math.min(miles, 200_000));
}

/** The sales within reach. A reach that is wider in any way finds all that a narrower one does. */
export function comparablesOf(sales: readonly Sale[], query: ValuationQuery, reach: Reach): Sale[] {
  const since = reach.now - reach.days * dayMs;
  return sales.filter(
    (sale) =>
      sale.price > 0 &&
      sale.at >= since &&
      sale.at <= reach.now &&
      Math.abs(sale.year - query.year) <= reach.yearsApart &&
      (reach.everyTrim || query.trimKey === "" || sale.trimKey === query.trimKey),
  );
}

/** A sale's price as it would be for a vehicle of another model year that had run no mile. */
export function unworn(sale: Sale, year: number): number {
  const miles = sale.odometer ?? usualMileage(sale.year, new Date(sale.at).getUTCFullYear());
  return (sale.price / wear(miles)) * perModelYear ** (year - sale.year);
}

/** The share of a price that is left after so many miles. */
export function wear(miles: number): number {
  return Math.exp((-decayPerThousandMiles * miles) / 1000);
}

/** Leaves out what lies far from the middle. Ratios are judged, so that a common factor changes nothing. */
export function withoutOutliers<T>(items: readonly T[], priceOf: (item: T) => number): T[] {
  const logs = items.map((item) => Math.log(priceOf(item)));
  const middle = quantile(logs, 0.5);
  const deviation =
    1.4826 *
    quantile(
      logs.map((log) => Math.abs(log - middle)),
      0.5,
    );
  const bound = deviationsMax * Math.max(deviation, deviationMin);
  return items.filter((_, index) => Math.abs(logs[index]! - middle) <= bound);
}

/** Linear between the two nearest of the values; there must be one. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)]!;
  return below + (sorted[Math.ceil(place)]! - below) * (place - Math.floor(place));
}

/** The percentiles of prices, each times a factor; not rounded. */
export function percentilesOf(prices: readonly number[], factor: number): Percentiles {
  const at = (share: number) => quantile(prices, share) * factor;
  return { p15: at(0.15), p50: at(0.5), p85: at(0.85) };
}

/**
 * Values by condition and way of selling, in whole dollars. A clean vehicle at a dealer's is the middle of the
 * comparables; their spread gives how far apart conditions lie, within what the trade's own ranges allow.
 */
export function valuesOf({
  p15,
  p50,
  p85,
}: Percentiles): { Condition: Condition; values: Record<Channel, number> }[] {
  const within = (ratio: number, low: number, high: number) => Math.min(Math.max(ratio, low), high);
  const up = within(p85 / p50, 1 + halfWidth, widestUp);
  const down = within(p15 / p50, widestDown, 1 - halfWidth);
  const conditions: [Condition, number][] = [
    ["Outstanding", up],
    ["Clean", 1],
    ["Average", Math.sqrt(down)],
    ["Rough", down],
  ];
  return conditions.map(([Condition, ratio]) => {
    const value = (share: number) => Math.round(p50 * ratio * share);
    return {
      Condition,
      values: {
        "Trade-In": value(channels["Trade-In"]),
        "Private Party": value(channels["Private Party"]),
        "Dealer Retail": value(channels["Dealer Retail"]),
      },
    };
  });
}

/** How much to make of a valuation. */
export function confidenceOf(used: number, widened: boolean): Confidence {
  if (used < enough) return "low";
  return used >= plenty && !widened ? "high" : "medium";
}
