import type { PriceCurve } from "./price-curve.ts";
import type { Confidence } from "./valuation-arithmetic.ts";

/** How a vehicle was named: by its VIN, which has its pattern and perhaps its trim, or by year, make and model. */
export type Naming = "vin" | "names";

/** How far real prices lay from values of a kind, measured on held-out sales. */
export interface Measured {
  /** Held-out sales. */
  readonly n: number;
  /** Mean and median of the distance from the price, as a share of the price. */
  readonly mean: number;
  readonly median: number;
  /** The share of prices from p15 to p85; the ranges were not made of the sales that they were measured on. */
  readonly coverage: number;
}

/** Where p15 and p85 lie, in standard deviations of an estimate, and what was measured of such ranges. */
export interface RangeOfClass extends Measured {
  readonly low: number;
  readonly high: number;
}

/** What is fitted to the sales of a dataset, and stored with it. */
export interface PriceFit {
  readonly curve: PriceCurve;
  readonly ranges: Readonly<Record<Naming, Readonly<Record<Confidence, RangeOfClass>>>>;
}
