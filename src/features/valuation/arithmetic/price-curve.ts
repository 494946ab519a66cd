import { dayMs } from "../../../base/durations.ts";
import type { SaleColumns } from "./sale-columns.ts";
import { solveSymmetric } from "./solve.ts";
import { decayPerThousandMiles, perModelYear, quantile, usualMileage } from "./valuation-arithmetic.ts";

/** How prices of one model fall with age and miles, fitted to sales. Prices are logarithms throughout. */
export interface PriceCurve {
  /** The calendar year of the fit, from which ages are counted. */
  readonly year: number;
  /** Change of the price per 10,000 miles, by segment; none is positive, so that miles never add value. */
  readonly miles: readonly number[];
  /** Change of the price per year of age, by segment. */
  readonly age: readonly number[];
  /** Change of the price per year that a sale lies back: how the market moved. */
  readonly past: number;
  /** Usual distance of a sale from the curve of its model: a standard deviation, of which outliers are no part. */
  readonly spread: number;
  /** Usual miles of these sales as a share of `usualMileage`. */
  readonly usual: number;
}

/** Where the segments begin: 10,000 miles, and years. */
const mileKnots = [0, 2, 5, 10, 16];
const ageKnots = [0, 2, 5, 9, 14];
const ageMax = 30;
const count = mileKnots.length + ageKnots.length + 1;

/** The constants that documents name, from which few sales depart little. */
const assumed = Float64Array.from([
  ...mileKnots.map(() => -10 * decayPerThousandMiles),
  ...ageKnots.map(() => -Math.log(perModelYear)),
  0,
]);
/** How far from them a coefficient of a market usually lies. */
const departure = Float64Array.from([...mileKnots.map(() => 0.03), ...ageKnots.map(() => 0.05), 0.03]);
/** A hair below level, so that a value falls with every mile. */
const leastDecay = -0.002;
const spreadLeast = 0.03;
const spreadFirst = 0.25;
const rounds = 4;
/** More sales would change no digit that matters. */
const salesMost = 200_000;
/** In spreads: a sale farther from its model's curve counts less, and beyond the second not at all. */
const wholeWithin = 1.5;
const noneBeyond = 8;

function writeSegments(knots: readonly number[], x: number, to: Float64Array, at: number): void {
  for (let index = 0; index < knots.length; index++) {
    const [from, until] = [knots[index]!, knots[index + 1] ?? Number.POSITIVE_INFINITY];
    to[at + index] = Math.max(0, Math.min(x, until) - from);
  }
}

function writeTerms(year: number, of: { year: number; miles: number; past: number }, to: Float64Array): void {
  writeSegments(mileKnots, of.miles / 10_000, to, 0);
  // Next year's models are for sale this year.
  const age = Math.min(Math.max(year + 1 - of.year, 0), ageMax);
  writeSegments(ageKnots, age, to, mileKnots.length);
  to[count - 1] = of.past;
}

const scratch = new Float64Array(count);

/** The logarithm of a price on a curve, up to a constant of the model. `past`: years before the day of the value. */
export function curveAt(curve: PriceCurve, of: { year: number; miles: number; past: number }): number {
  writeTerms(curve.year, of, scratch);
  let sum = curve.past * scratch[count - 1]!;
  curve.miles.forEach((each, index) => {
    sum += each * scratch[index]!;
  });
  curve.age.forEach((each, index) => {
    sum += each * scratch[mileKnots.length + index]!;
  });
  return sum;
}

export const yearsPast = (at: number, now: number): number => (now - at) / (365 * dayMs);

/** Miles that vehicles of a model year have usually run, in the market of a curve if there is one. */
export function usualMiles(modelYear: number, calendarYear: number, curve?: PriceCurve): number {
  const usual = usualMileage(modelYear, calendarYear);
  return curve ? Math.round(usual * curve.usual) : usual;
}

/**
 * Fits a curve to the sales of models, each against its own model: a ridge regression towards the documented constants,
 * repeated with less weight for sales that lie far off. `heldOut` is a part that is left out, -1 for none.
 */
export async function fitCurve(
  sales: SaleColumns,
  { now, heldOut, turn }: { now: number; heldOut: number; turn: () => Promise<void> },
): Promise<PriceCurve> {
  const year = new Date(now).getUTCFullYear();
  const usual = usualShare(sales, year, heldOut);
  let coefficients: Float64Array = assumed;
  let spread = spreadFirst;
  for (let round = 0; round < rounds; round++) {
    const sums = new Sums(sales, { now, year, usual, heldOut });
    for (let model = 0; model < sales.models; model++) {
      sums.addModel(model, coefficients, spread);
      if (model % 50 === 0) await turn();
    }
    spread = Math.max(spreadLeast, sums.spread());
    coefficients = sums.solve(spread);
    for (let index = 0; index < mileKnots.length; index++)
      coefficients[index] = Math.min(coefficients[index]!, leastDecay);
  }
  const all = [...coefficients].map((value) => Number(value.toPrecision(6)));
  return {
    year,
    miles: all.slice(0, mileKnots.length),
    age: all.slice(mileKnots.length, -1),
    past: all.at(-1)!,
    spread: Number(spread.toPrecision(6)),
    usual,
  };
}

/** The median share; the bounds keep a file of kilometers or of odd ages from moving it far. */
function usualShare(sales: SaleColumns, year: number, heldOut: number): number {
  const shares: number[] = [];
  const step = Math.max(1, Math.ceil(sales.rows / salesMost));
  for (let row = 0; row < sales.rows; row += step) {
    const usual = usualMileage(sales.year[row]!, year);
    const miles = sales.miles[row]!;
    if (usual > 0 && miles > 0 && sales.part[row] !== heldOut) shares.push(miles / usual);
  }
  if (shares.length === 0) return 1;
  return Number(Math.min(Math.max(quantile(shares, 0.5), 0.2), 5).toPrecision(3));
}

interface FitOf {
  readonly now: number;
  readonly year: number;
  readonly usual: number;
  readonly heldOut: number;
}

/** The normal equations of one round. */
class Sums {
  readonly #sales: SaleColumns;
  readonly #of: FitOf;
  readonly #matrix = Array.from({ length: count }, () => new Float64Array(count));
  readonly #right = new Float64Array(count);
  readonly #distances: number[] = [];

  constructor(sales: SaleColumns, of: FitOf) {
    this.#sales = sales;
    this.#of = of;
  }

  addModel(model: number, coefficients: Float64Array, spread: number): void {
    const { terms, logs } = this.#termsOf(model);
    if (logs.length < 2) return;
    const rests = logs.map((log, index) => {
      let rest = log;
      for (let k = 0; k < count; k++) rest -= coefficients[k]! * terms[index * count + k]!;
      return rest;
    });
    const middle = quantile(rests, 0.5);
    const weights = rests.map((rest) => {
      const distance = Math.abs(rest - middle) / spread;
      this.#distances.push(Math.abs(rest - middle));
      return distance > noneBeyond ? 0 : Math.min(1, wholeWithin / distance);
    });
    this.#addWeighted(terms, logs, weights);
  }

  #termsOf(model: number): { terms: Float64Array; logs: number[] } {
    const { year, miles, at, price, part, begins, rows } = this.#sales;
    const [from, to] = [begins[model]!, begins[model + 1]!];
    const step = Math.max(1, Math.ceil(rows / salesMost));
    const terms = new Float64Array(Math.ceil((to - from) / step) * count);
    const logs: number[] = [];
    for (let row = from; row < to; row += step) {
      if (part[row] === this.#of.heldOut) continue;
      const past = yearsPast(at[row]!, this.#of.now);
      const known = Number.isNaN(miles[row]!)
        ? usualMileage(year[row]!, this.#of.year) * this.#of.usual
        : miles[row]!;
      const into = terms.subarray(logs.length * count, (logs.length + 1) * count);
      writeTerms(this.#of.year, { year: year[row]!, miles: known, past }, into);
      logs.push(Math.log(price[row]!));
    }
    return { terms, logs };
  }

  /** Adds the products of the distances from the model's means. */
  #addWeighted(terms: Float64Array, logs: readonly number[], weights: readonly number[]): void {
    const means = new Float64Array(count);
    let [total, mean] = [0, 0];
    weights.forEach((weight, index) => {
      total += weight;
      mean += weight * logs[index]!;
      for (let k = 0; k < count; k++) means[k]! += weight * terms[index * count + k]!;
    });
    if (total === 0) return;
    mean /= total;
    for (let k = 0; k < count; k++) means[k]! /= total;
    weights.forEach((weight, index) => {
      for (let k = 0; k < count; k++) {
        const one = weight * (terms[index * count + k]! - means[k]!);
        if (one === 0) continue;
        this.#right[k]! += one * (logs[index]! - mean);
        const row = this.#matrix[k]!;
        for (let l = 0; l <= k; l++) row[l]! += one * (terms[index * count + l]! - means[l]!);
      }
    });
  }

  spread(): number {
    return this.#distances.length === 0 ? spreadFirst : 1.4826 * quantile(this.#distances, 0.5);
  }

  solve(spread: number): Float64Array {
    for (let k = 0; k < count; k++) {
      const strength = (spread / departure[k]!) ** 2;
      this.#matrix[k]![k]! += strength;
      this.#right[k]! += strength * assumed[k]!;
    }
    return solveSymmetric(this.#matrix, this.#right);
  }
}
