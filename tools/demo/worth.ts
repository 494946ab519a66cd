import { dayMs } from "../../src/base/durations.ts";
import { randomFor } from "./random.ts";
import type { Variant } from "./variants.ts";

/** What a vehicle's value depends on. */
export type Valued = Pick<Variant, "line" | "year" | "make" | "model" | "trim">;

const yearMs = 365.25 * dayMs;
const priceLevelYear = 2020;
const inflation = 0.022;
/** The loss for one year of age and for each thousand miles above the usual, as valuations assume them. */
const perYear = 0.092;
const perThousandMiles = 0.0043;
const milesAYear = 12_000;
const wearsOffAfter = 22;

/** A vehicle's age in years, from March of its model year. */
export function ageAt({ year }: Pick<Variant, "year">, at: number): number {
  return Math.max(0, (at - Date.UTC(year, 2, 1)) / yearMs);
}

/** Miles after some years; older vehicles are driven less. */
export function milesAfter(years: number, aYear = milesAYear): number {
  return aYear * wearsOffAfter * (1 - Math.exp(-Math.max(0, years) / wearsOffAfter));
}

/** The price when new, whole dollars of its model year. */
export function priceWhenNew({ line, year, make, model, trim }: Valued): number {
  const level = 0.95 + 0.3 * randomFor(0, "trim", make, model, trim).fraction();
  const price = line.price * level * Math.exp(inflation * (year - priceLevelYear));
  return Math.round(price / 5) * 5;
}

/** The value without damage by age and miles, dollars; old sport cars gain value. */
export function worthOf(vehicle: Valued, at: number, miles: number): number {
  const age = ageAt(vehicle, at);
  const excess = (miles - milesAfter(age)) / 1000;
  // The price of the same vehicle when new, at today's price level.
  const today = priceWhenNew(vehicle) * Math.exp(inflation * Math.min(age, 12));
  const kept = 0.96 * Math.exp(-perYear * Math.min(age, 24)) * Math.exp(-perThousandMiles * excess);
  const classic = vehicle.line.segment === "sport" && age > 25 ? 1 + 0.05 * (age - 25) : 1;
  return Math.max(600, today * kept * classic);
}
