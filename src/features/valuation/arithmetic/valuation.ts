import { boundedMiles, type EstimateOf, estimateOf, findComparables } from "./estimate.ts";
import type { Measured, PriceFit, RangeOfClass } from "./price-fit.ts";
import {
  type Confidence,
  enough,
  type Percentiles,
  percentilesOf,
  quantile,
  type Reach,
  type Sale,
  unworn,
  type ValuationQuery,
  wear,
} from "./valuation-arithmetic.ts";

/** A market value before it is written out. */
export interface Valuation {
  /** What was found, outliers included. */
  readonly comparables: number;
  readonly outliers: number;
  readonly all: Percentiles;
  /** One for each trim that was requested or has enough comparables of its own; `""` is all of them. */
  readonly trims: readonly ({ readonly trim: string } & Values)[];
  /** The mileage that the values are for: what was given, or the nearest that the comparables bear out. */
  readonly mileage: number;
  /** The median over the comparables whose odometer is known; 0 where none is. */
  readonly mileageMedian: number;
  readonly confidence: Confidence;
  /** What held-out sales showed of such values; absent without a fit. */
  readonly measured?: Measured;
  /** Model years of the comparables. */
  readonly years: readonly number[];
  readonly reach: Reach;
  /** The comparables but the outliers, newest first. */
  readonly used: readonly Sale[];
}

interface Values {
  /** The range of prices that is expected: wide where little is known. */
  readonly percentiles: Percentiles;
  /** How far apart the comparables themselves lie, around the same middle: what conditions follow. */
  readonly spread: Percentiles;
}

/** Values a vehicle at a mileage by the sales given; `undefined` where none is comparable. */
export function valuate(
  sales: readonly Sale[],
  query: ValuationQuery,
  miles: number,
  now: number,
  fit?: PriceFit,
): Valuation | undefined {
  const found = findComparables(sales, query, now, fit?.curve);
  if (!found) return undefined;
  const { comparables, used, reach, confidence } = found;
  const mileage = boundedMiles(miles, found, query.year, fit?.curve);
  const naming = query.pattern === undefined ? "names" : "vin";
  const range = fit?.ranges[naming][confidence];
  const valuesOf =
    fit && range
      ? fittedValues(estimateOf(fit.curve, found, query), range, mileage)
      : defaultValues(query, mileage);
  const all = valuesOf(query.trimKey, used);
  const known = used.flatMap(({ odometer }) => odometer ?? []);
  return {
    comparables,
    outliers: comparables - used.length,
    all: all.percentiles,
    trims: [{ trim: "", ...all }, ...(query.trimKey === "" ? byTrim(used, valuesOf) : [])],
    mileage,
    mileageMedian: known.length === 0 ? 0 : Math.round(quantile(known, 0.5)),
    confidence,
    ...(range && { measured: range }),
    years: [...new Set(used.map(({ year }) => year))].sort((a, b) => a - b),
    reach,
    used: [...used].sort((a, b) => b.at - a.at),
  };
}

/** The values of a trim, of which some sales are given. */
type ValuesOf = (trimKey: string, some: readonly Sale[]) => Values;

function fittedValues(estimate: EstimateOf, { low, high }: RangeOfClass, miles: number): ValuesOf {
  return (trimKey) => {
    const { log, deviation, scatter } = estimate(trimKey, miles);
    const of = (width: number): Percentiles => ({
      p15: Math.exp(log + low * width),
      p50: Math.exp(log),
      p85: Math.exp(log + high * width),
    });
    return { percentiles: of(deviation), spread: of(scatter) };
  };
}

// Without a fit nothing is measured: the range is that of the sales, widened towards one that public listings show.
/** The standard deviation of a logarithm of a price around its like. */
const usualDeviation = 0.2;
/** Sales that count as seen with that deviation. */
const priorSales = 6;
/** p85 of a normal distribution, in standard deviations. */
const p85Deviations = 1.036;

/** The median by the documented constants, with a range that is wide where sales are few. */
function defaultValues({ year }: ValuationQuery, miles: number): ValuesOf {
  return (_trim, some) => {
    const prices = some.map((sale) => unworn(sale, year));
    const middle = quantile(prices, 0.5);
    const squares = prices.reduce(
      (sum, price) => sum + Math.log(price / middle) ** 2,
      priorSales * usualDeviation ** 2,
    );
    const variance = squares / (priorSales + prices.length - 1);
    const width = p85Deviations * Math.sqrt(variance * (1 + 1 / prices.length));
    const at = (deviation: number) => middle * wear(miles) * Math.exp(deviation);
    const percentiles = { p15: at(-width), p50: at(0), p85: at(width) };
    return { percentiles, spread: percentilesOf(prices, wear(miles)) };
  };
}

/** The trims that have enough comparables of their own, by name. */
function byTrim(used: readonly Sale[], valuesOf: ValuesOf) {
  const trims = Map.groupBy(used, ({ trimKey }) => trimKey);
  return [...trims]
    .filter(([key, some]) => key !== "" && some.length >= enough)
    .map(([key, some]) => ({ trim: some[0]!.trim, ...valuesOf(key, some) }))
    .sort((a, b) => (a.trim < b.trim ? -1 : 1));
}
