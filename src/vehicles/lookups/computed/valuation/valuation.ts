import {
  type Confidence,
  comparablesOf,
  confidenceOf,
  enough,
  type Percentiles,
  percentilesOf,
  quantile,
  type Reach,
  type Sale,
  unworn,
  type ValuationQuery,
  wear,
  windowDays,
  withoutOutliers,
  yearsApartMax,
} from "./valuation-arithmetic.ts";

/** A market value before it is written out. */
export interface Valuation {
  /** What was found, outliers included. */
  readonly comparables: number;
  readonly outliers: number;
  readonly all: Percentiles;
  /** One for each trim that was requested or has enough comparables of its own; `""` is all of them. */
  readonly trims: readonly { readonly trim: string; readonly percentiles: Percentiles }[];
  /** Of the comparables whose odometer is known; 0 where none is. */
  readonly mileageMedian: number;
  readonly confidence: Confidence;
  /** Model years of the comparables. */
  readonly years: readonly number[];
  readonly reach: Reach;
  /** The comparables but the outliers, newest first. */
  readonly used: readonly Sale[];
}

/** What is tried until there are enough comparables: the requested trim and year first, each step finds no less. */
export function reachesOf(now: number): Reach[] {
  const apart = Array.from({ length: yearsApartMax }, (_, index) => index + 1);
  return [
    { now, days: windowDays, yearsApart: 0, everyTrim: false },
    { now, days: windowDays, yearsApart: 0, everyTrim: true },
    ...apart.map((yearsApart) => ({ now, days: windowDays, yearsApart, everyTrim: true })),
  ];
}

/** Values a vehicle at a mileage by the sales given; `undefined` where none is comparable. */
export function valuate(
  sales: readonly Sale[],
  query: ValuationQuery,
  mileage: number,
  now: number,
): Valuation | undefined {
  const reaches = reachesOf(now);
  const found = (reach: Reach) => comparablesOf(sales, query, reach);
  const reach = reaches.find((one) => found(one).length >= enough) ?? narrowest(reaches, found);
  const comparables = found(reach);
  if (comparables.length === 0) return undefined;
  const priced = comparables.map((sale) => ({ sale, price: unworn(sale, query.year) }));
  const used = withoutOutliers(priced, ({ price }) => price);
  const factor = wear(mileage);
  const percentiles = (some: typeof used) =>
    percentilesOf(
      some.map(({ price }) => price),
      factor,
    );
  const all = percentiles(used);
  const miles = used.flatMap(({ sale }) => sale.odometer ?? []);
  const widened = reach.yearsApart > 0 || (query.trimKey !== "" && reach.everyTrim);
  return {
    comparables: comparables.length,
    outliers: comparables.length - used.length,
    all,
    trims: [{ trim: "", percentiles: all }, ...(query.trimKey === "" ? byTrim(used, percentiles) : [])],
    mileageMedian: miles.length === 0 ? 0 : Math.round(quantile(miles, 0.5)),
    confidence: confidenceOf(used.length, widened),
    years: [...new Set(used.map(({ sale }) => sale.year))].sort((a, b) => a - b),
    reach,
    used: used.map(({ sale }) => sale).sort((a, b) => b.at - a.at),
  };
}

/** Where even the widest reach finds too few: the narrowest that finds as many. */
function narrowest(reaches: readonly Reach[], found: (reach: Reach) => Sale[]): Reach {
  const most = found(reaches.at(-1)!).length;
  return reaches.find((reach) => found(reach).length === most)!;
}

type Priced = { readonly sale: Sale; readonly price: number };

/** The trims that have enough comparables of their own, by name. */
function byTrim(used: readonly Priced[], percentiles: (some: Priced[]) => Percentiles) {
  const trims = Map.groupBy(used, ({ sale }) => sale.trimKey);
  return [...trims]
    .filter(([key, some]) => key !== "" && some.length >= enough)
    .map(([, some]) => ({ trim: some[0]!.sale.trim, percentiles: percentiles(some) }))
    .sort((a, b) => (a.trim < b.trim ? -1 : 1));
}
