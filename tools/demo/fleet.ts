import { dayMs } from "../../src/base/durations.ts";
import type { Decoder } from "../../src/vin/decoder.ts";
import { vinOf } from "./candidates.ts";
import { type Line, lines } from "./lines.ts";
import { type Place, places } from "./places.ts";
import { type Random, randomFor } from "./random.ts";
import { showcase } from "./showcase.ts";
import { decodeStem, type Variant, variantsOf } from "./variants.ts";

/** One vehicle of the demo set. */
export interface Vehicle extends Variant {
  readonly vin: string;
  readonly color: string;
  readonly interior: string;
  /** The place of its first sale and its registration. */
  readonly home: Place;
  /** Milliseconds UTC. */
  readonly builtAt: number;
  /** The vehicle that has a record of every kind. */
  readonly shown?: true;
}

/** A model of one year, its variants and its vehicles. */
export interface ModelYear {
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly line: Line;
  readonly variants: readonly Variant[];
  readonly vehicles: readonly Vehicle[];
}

export interface FleetOptions {
  readonly seed: number;
  /** The least number of vehicles of 1981 and later. */
  readonly vehicles: number;
  /** The first moment without records. */
  readonly until: number;
}

const firstYear = 1981;
const vehiclesPerModelYear = 4;
/** Larger sets have more vehicles of each model year. */
const modelYearsMax = 2500;
/** Shares no factor with the number of years. */
const step = 17;
const serials = 10_000;
const colors = ["Black", "White", "Silver", "Gray", "Blue", "Red", "Green", "Beige"];
const interiors = ["Black", "Gray", "Beige", "Brown"];

/** Chooses model years of every line and age, newer ones more often, and builds their vehicles. */
export function* buildFleet(decoder: Decoder, options: FleetOptions): Generator<ModelYear> {
  const { seed, until } = options;
  const lastYear = new Date(until).getUTCFullYear();
  const random = randomFor(seed, "fleet");
  const shown = buildShowcase(decoder, options);
  const made = new Set([`${shown.make} ${shown.model} ${shown.year}`]);
  let count = shown.vehicles.length;
  yield shown;
  for (let round = 0; count < options.vehicles && round < 200; round++) {
    for (const [place, line] of lines.entries()) {
      if (count >= options.vehicles) break;
      const last = Math.min(line.lastYear, lastYear);
      // The first round covers all years evenly, so that no age is missing.
      const evenly = firstYear + ((place * step) % (lastYear - firstYear + 1));
      const year = round === 0 ? evenly : last - drawAge(random, last);
      if (year > last) continue;
      const name = `${line.make} ${line.model} ${year}`;
      if (made.has(name)) continue;
      made.add(name);
      const variants = variantsOf(decoder, line, year, seed);
      if (variants.length === 0) continue;
      const modelYear = buildModelYear(line, variants, options);
      count += modelYear.vehicles.length;
      yield modelYear;
    }
  }
}

function buildShowcase(decoder: Decoder, { until }: FleetOptions): ModelYear {
  const { make, model, year, stems, vehicles, firstSerial, plate } = showcase;
  const line = lines.find((one) => one.make === make && one.model === model)!;
  const variants = stems.flatMap((stem) => decodeStem(decoder, line, year, stem) ?? []);
  if (variants.length === 0) throw new Error("the VIN data do not decode the demo set's first vehicle");
  const serials = Array.from({ length: vehicles }, (_, index) => firstSerial + index);
  const built = buildVehicles(variants, serials, demoRandom(showcase.seed, make, model, year), until);
  const home = places.find(({ state }) => state === plate.state)!;
  const [first, ...others] = built as [Vehicle, ...Vehicle[]];
  return { year, make, model, line, variants, vehicles: [{ ...first, home, shown: true }, ...others] };
}

/** Years before the line's last, small numbers more often. */
function drawAge(random: Random, lastYear: number): number {
  const span = lastYear - firstYear + 1;
  return Math.floor(span * random.fraction() ** 1.5);
}

function buildModelYear(line: Line, variants: readonly Variant[], options: FleetOptions): ModelYear {
  const { make, model, year } = variants[0]!;
  const random = demoRandom(options.seed, make, model, year);
  // A line without a fixed model may draw several models.
  const same = variants.filter((variant) => variant.model === model);
  const each = Math.max(vehiclesPerModelYear, Math.ceil(options.vehicles / modelYearsMax));
  const numbers = Array.from(
    { length: each },
    (_, index) => random.below(Math.floor(serials / each)) * each + index,
  );
  const vehicles = buildVehicles(same, numbers, random, options.until);
  return { year, make, model, line, variants: same, vehicles };
}

const demoRandom = (seed: number, make: string, model: string, year: number): Random =>
  randomFor(seed, "model year", make, model, year);

function buildVehicles(
  variants: readonly Variant[],
  numbers: readonly number[],
  random: Random,
  until: number,
): Vehicle[] {
  return numbers.map((number, index) => {
    const variant = variants[index % variants.length]!;
    const built = Date.UTC(variant.year - 1, 8, 1) + random.below(300) * dayMs;
    return {
      ...variant,
      vin: vinOf(variant.stem, number),
      color: random.pick(colors),
      interior: random.pick(interiors),
      home: random.pick(places),
      builtAt: Math.min(built, until - (60 + random.below(60)) * dayMs),
    };
  });
}
