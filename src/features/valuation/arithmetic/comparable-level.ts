import { curveAt, type PriceCurve, usualMiles, yearsPast } from "./price-curve.ts";
import { factorize, solveFactored } from "./solve.ts";
import { quantile, type Sale } from "./valuation-arithmetic.ts";

/** A vehicle to value: `miles` as they are used, `trimKey` and `pattern` `""` if unknown. */
export interface Target {
  readonly year: number;
  readonly trimKey: string;
  readonly pattern: string;
  readonly miles: number;
}

/** The logarithm of a price, its standard deviation, and that of the sales around their own estimates. */
export interface Estimate {
  readonly log: number;
  readonly deviation: number;
  readonly scatter: number;
}

// Standard deviations of what distinguishes vehicles of a model, in spreads of the curve. They weigh the comparables: a
// sale of the same trim and VIN pattern counts most. Measured on public listings (docs/valuation.md).
const deviations = { trim: 1, pattern: 1.5, year: 0.8, milesSlope: 0.1, ageSlope: 0.3 };
/** The variance of one sale around its like, in squared spreads. */
const ownVariance = 0.25;
/** Sales that count as seen before any, when their scatter is taken. */
const priorSales = 6;
/** In deviations of a sale: what lies farther off counts less. */
const wholeWithin = 1;
/** Years, trims and patterns with an effect of their own, by the number of their sales. */
const levelsMax = 16;

interface Row {
  readonly columns: readonly number[];
  readonly values: readonly number[];
  readonly rest: number;
}

/**
 * The evidence of comparables beyond the curve: the level of their model, and how years, trims, VIN patterns, age and
 * miles of this model depart from it. Each departure is shrunk by how few sales show it.
 */
export class ComparableLevel {
  readonly #curve: PriceCurve;
  readonly #middle: { readonly rest: number; readonly miles: number; readonly year: number };
  /** Each unknown's standard deviation; the first three are level, slope of miles and slope of age. */
  readonly #deviations: number[];
  readonly #columns = new Map<string, number>();
  readonly #kinds = new Set<string>();
  readonly #variance: number;
  #factor: Float64Array[] = [];
  #effects: Float64Array = new Float64Array();
  #scatter = 0;
  /** Extra change per 10,000 miles; with the curve's it never rises. */
  #slope = 0;

  constructor(curve: PriceCurve, sales: readonly Sale[], now: number) {
    this.#curve = curve;
    const { spread } = curve;
    this.#variance = ownVariance * spread ** 2;
    const rests = sales.map((sale) => restOf(curve, sale, now));
    const miles = sales.map((sale) => milesOf(curve, sale));
    this.#middle = {
      rest: quantile(rests, 0.5),
      miles: quantile(miles, 0.5),
      year: Math.round(
        quantile(
          sales.map(({ year }) => year),
          0.5,
        ),
      ),
    };
    // The middle is taken off first, so that a level that is all but free makes no difference.
    this.#deviations = [100 * spread, deviations.milesSlope * spread, deviations.ageSlope * spread];
    this.#addLevels(sales);
    const rows = sales.map((sale, index): Row => {
      const { columns, values } = this.#termsOf({
        ...sale,
        pattern: sale.pattern ?? "",
        miles: miles[index]!,
      });
      return { columns, values, rest: rests[index]! - this.#middle.rest };
    });
    this.#solve(rows);
  }

  /** The price of a vehicle of the model. */
  estimate(target: Target): Estimate {
    const { columns, values, unknown } = this.#termsOf(target);
    const direction = new Float64Array(this.#effects.length);
    let rest = this.#middle.rest;
    columns.forEach((column, index) => {
      rest += values[index]! * (column === 1 ? this.#slope : this.#effects[column]!);
      // A range as wide for every mileage, so that its ends fall with the miles too.
      if (column !== 1) direction[column]! += values[index]!;
    });
    const solved = solveFactored(this.#factor, direction);
    const known = direction.reduce((sum, value, index) => sum + value * solved[index]!, 0);
    const curve = curveAt(this.#curve, { year: target.year, miles: target.miles, past: 0 });
    const scatter = this.#scatter;
    return {
      log: curve + rest,
      deviation: Math.sqrt(Math.max(known, 0) + unknown + scatter),
      scatter: Math.sqrt(scatter),
    };
  }

  #addLevels(sales: readonly Sale[]): void {
    const kinds = [
      ["year", (sale: Sale) => String(sale.year), deviations.year],
      ["trim", (sale: Sale) => sale.trimKey, deviations.trim],
      ["pattern", (sale: Sale) => sale.pattern ?? "", deviations.pattern],
    ] as const;
    for (const [kind, textOf, deviation] of kinds) {
      const counted = [...Map.groupBy(sales, textOf)].filter(([text]) => text !== "");
      counted.sort(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1));
      for (const [text] of counted.slice(0, levelsMax)) {
        this.#columns.set(`${kind} ${text}`, this.#deviations.length);
        this.#kinds.add(kind);
        this.#deviations.push(deviation * this.#curve.spread);
      }
    }
  }

  /** The unknowns that a vehicle's price contains, and the variance of those that no comparable shows. */
  #termsOf(target: Target): { columns: number[]; values: number[]; unknown: number } {
    const { miles, year } = this.#middle;
    const columns = [0, 1, 2];
    const values = [1, (target.miles - miles) / 10_000, target.year - year];
    let unknown = 0;
    for (const [kind, text] of [
      ["year", String(target.year)],
      ["trim", target.trimKey],
      ["pattern", target.pattern],
    ] as const) {
      const column = this.#columns.get(`${kind} ${text}`);
      if (column !== undefined) {
        columns.push(column);
        values.push(1);
      } else if (this.#kinds.has(kind)) unknown += (deviations[kind] * this.#curve.spread) ** 2;
    }
    return { columns, values, unknown };
  }

  /** Solves twice: the second time with less weight for what the first left far off. */
  #solve(rows: readonly Row[]): void {
    let weights = rows.map(() => 1);
    for (let round = 0; round < 2; round++) {
      this.#solveWeighted(rows, weights);
      weights = rows.map((row) =>
        Math.min(1, (wholeWithin * Math.sqrt(this.#variance)) / Math.abs(this.#left(row))),
      );
    }
    this.#slope = Math.min(this.#effects[1]!, -Math.max(...this.#curve.miles));
    const most = 9 * this.#variance;
    const squares = rows.reduce((sum, row) => sum + Math.min(this.#left(row) ** 2, most), 0);
    this.#scatter = (squares + priorSales * this.#variance) / (Math.max(0, rows.length - 1) + priorSales);
  }

  #left({ columns, values, rest }: Row): number {
    return columns.reduce((left, column, index) => left - values[index]! * this.#effects[column]!, rest);
  }

  #solveWeighted(rows: readonly Row[], weights: readonly number[]): void {
    const size = this.#deviations.length;
    const matrix = this.#deviations.map((deviation, index) => {
      const row = new Float64Array(size);
      row[index] = 1 / deviation ** 2;
      return row;
    });
    const right = new Float64Array(size);
    rows.forEach(({ columns, values, rest }, index) => {
      const precision = weights[index]! / this.#variance;
      columns.forEach((column, j) => {
        const one = precision * values[j]!;
        right[column]! += one * rest;
        const row = matrix[column]!;
        // Columns rise, so that these fill the lower triangle.
        for (let k = 0; k <= j; k++) row[columns[k]!]! += one * values[k]!;
      });
    });
    factorize(matrix);
    this.#factor = matrix;
    this.#effects = solveFactored(matrix, right);
  }
}

/** The miles of a sale; the usual ones of its age if it has none. */
export function milesOf(curve: PriceCurve, { odometer, year, at }: Sale): number {
  return odometer ?? usualMiles(year, new Date(at).getUTCFullYear(), curve);
}

/** The logarithm of a sale's price beyond the curve. */
export function restOf(curve: PriceCurve, sale: Sale, now: number): number {
  const of = { year: sale.year, miles: milesOf(curve, sale), past: yearsPast(sale.at, now) };
  return Math.log(sale.price) - curveAt(curve, of);
}
