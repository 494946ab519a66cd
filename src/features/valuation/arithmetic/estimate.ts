import { ComparableLevel, type Estimate, restOf } from "./comparable-level.ts";
import { type PriceCurve, usualMiles } from "./price-curve.ts";
import {
  type Confidence,
  comparablesOf,
  confidenceOf,
  enough,
  plenty,
  type Reach,
  type Sale,
  unworn,
  type ValuationQuery,
  windowDays,
  withoutOutliers,
  yearsApartMax,
} from "./valuation-arithmetic.ts";

/** The comparables of a vehicle, and how the search for them ended. */
export interface Found {
  /** What was found, outliers included. */
  readonly comparables: number;
  /** The comparables but the outliers. */
  readonly used: readonly Sale[];
  readonly reach: Reach;
  readonly confidence: Confidence;
}

/** The price of a vehicle of a trim (`""`: any); logarithms. */
export type EstimateOf = (trimKey: string, miles: number) => Estimate;

/** What is tried until there are enough comparables: the requested trim and year first, each step finds no less. */
export function reachesOf(now: number): Reach[] {
  const apart = Array.from({ length: yearsApartMax }, (_, index) => index + 1);
  return [
    { now, days: windowDays, yearsApart: 0, everyTrim: false },
    { now, days: windowDays, yearsApart: 0, everyTrim: true },
    ...apart.map((yearsApart) => ({ now, days: windowDays, yearsApart, everyTrim: true })),
  ];
}

/** A fit weighs sales of other trims and years, so that more of them make it better. */
export const wanted = (curve: PriceCurve | undefined): number => (curve ? plenty : enough);

/** The comparables among some sales; `undefined` if there are none. */
export function findComparables(
  sales: readonly Sale[],
  query: ValuationQuery,
  now: number,
  curve?: PriceCurve,
): Found | undefined {
  const reaches = reachesOf(now);
  const found = (reach: Reach) => comparablesOf(sales, query, reach);
  const reach = reaches.find((one) => found(one).length >= wanted(curve)) ?? narrowest(reaches, found);
  const comparables = found(reach);
  if (comparables.length === 0) return undefined;
  const used = withoutOutliers(comparables, (sale) =>
    curve ? Math.exp(restOf(curve, sale, now)) : unworn(sale, query.year),
  );
  const widened = reach.yearsApart > 0 || (query.trimKey !== "" && reach.everyTrim);
  return { comparables: comparables.length, used, reach, confidence: confidenceOf(used.length, widened) };
}

/** Where even the widest reach finds too few: the narrowest that finds as many. */
function narrowest(reaches: readonly Reach[], found: (reach: Reach) => Sale[]): Reach {
  const most = found(reaches.at(-1)!).length;
  return reaches.find((reach) => found(reach).length === most)!;
}

/** Estimates by a fitted curve, from the comparables that were used. */
export function estimateOf(
  curve: PriceCurve,
  { used, reach: { now } }: Found,
  query: ValuationQuery,
): EstimateOf {
  // Patterns would only show how little is known of a vehicle that is named without its VIN.
  const some = query.pattern === undefined ? used.map((sale) => ({ ...sale, pattern: "" })) : used;
  const level = new ComparableLevel(curve, some, now);
  return (trimKey, miles) =>
    level.estimate({ year: query.year, trimKey, pattern: query.pattern ?? "", miles });
}

/** How far beyond the comparables and the usual miles a mileage may lie. */
const beyond = 1.5;
const below = 0.5;

/** The miles that a value can be for: a mileage that no comparable is near would get its value from a formula alone. */
export function boundedMiles(
  miles: number,
  { used, reach: { now } }: Found,
  modelYear: number,
  curve?: PriceCurve,
): number {
  const usual = usualMiles(modelYear, new Date(now).getUTCFullYear(), curve);
  const known = used.map((sale) => sale.odometer ?? usual);
  const [least, most] = [Math.min(usual, ...known) * below, Math.max(usual, ...known) * beyond];
  return Math.round(Math.min(Math.max(miles, least), most));
}
