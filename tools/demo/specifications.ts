import type { VehicleRow } from "../../src/vehicles/families/record-family.ts";
import { engineName, gearsOf, transmissionOf, trimFacts } from "./engines.ts";
import { subTrimsOf } from "./equipment.ts";
import type { ModelYear } from "./fleet.ts";
import { type Size, sizeOf } from "./sizes.ts";
import { litresText, syntheticNote } from "./texts.ts";
import { trimNameOf, type Variant } from "./variants.ts";
import { priceWhenNew } from "./worth.ts";

/** The specifications of each trim and of its variants. */
export function specificationRows({ year, make, model, variants }: ModelYear): VehicleRow[] {
  return variants.flatMap((variant) =>
    subTrimsOf(variant).map((subTrim) => ({
      year,
      names: [make, model, trimNameOf(variant), subTrim],
      facts: trimFacts(variant),
      record: { specs: specsOf(variant, subTrim) },
    })),
  );
}

function specsOf(variant: Variant, subTrim: string) {
  const size = sizeOf(variant.line.segment);
  const { body, doors, fuel, cylinders, litres, electric, year } = variant;
  return {
    engine: {
      description: engineName(variant),
      displacement_l: litresText(litres),
      cylinders,
    },
    fuel: { type: fuel, tank_gallons: electric ? "" : String(size.tank) },
    mpg: mileage(size, year, electric),
    transmission: { type: transmissionOf(variant), gears: gearsOf(variant) },
    drive: { type: driveOf(size, subTrim) },
    body: { style: body, doors, seats: size.seats, form: subTrim },
    dimensions: {
      length_in: String(size.length),
      width_in: String(size.width),
      height_in: String(size.height),
      wheelbase_in: String(size.wheelbase),
    },
    weights: { curb_lb: String(size.weight) },
    capacities: { towing_lb: size.towing === 0 ? "" : String(size.towing) },
    price: { msrp: String(priceWhenNew(variant)), currency: "USD" },
    record: { note: `${syntheticNote}; engine, fuel and body as vPIC decodes them` },
  };
}

function mileage({ city, highway }: Size, year: number, electric: boolean) {
  const better = (electric ? 3.6 : 1) * (1 - Math.max(0, 2020 - year) * 0.008);
  const [inCity, outside] = [city * better, highway * (electric ? better * 0.75 : better)];
  const combined = 1 / (0.55 / inCity + 0.45 / outside);
  const text = (miles: number) => String(Math.round(miles));
  return { city: text(inCity), highway: text(outside), combined: text(combined) };
}

function driveOf(size: Size, subTrim: string): string {
  if (/AWD|FWD|4WD|2WD/.test(subTrim)) return subTrim.slice(-3);
  return size.drive;
}
