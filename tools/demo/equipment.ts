import { nameKey } from "../../src/vehicles/families/names.ts";
import type { VehicleRow } from "../../src/vehicles/families/record-family.ts";
import { engineFacts, engineName, trimFacts } from "./engines.ts";
import type { ModelYear } from "./fleet.ts";
import { bulbFact, oilFact } from "./known-facts.ts";
import { angles, pictureName } from "./pictures.ts";
import { randomFor } from "./random.ts";
import { litresText, syntheticNote } from "./texts.ts";
import { trimNameOf, type Variant } from "./variants.ts";

/** A part number in a form that no maker uses. */
export function demoNumber(...names: readonly (string | number)[]): string {
  const random = randomFor(0, "number", ...names);
  return `DEMO-${String(random.below(100_000)).padStart(5, "0")}-${String(random.below(1000)).padStart(3, "0")}`;
}

/** Left and right headlight of a model's year. */
export function headlightRow(modelYear: ModelYear): VehicleRow {
  const { year, make, model } = modelYear;
  const known = bulbFact(modelYear);
  const led = year >= 2019 && !known;
  const bulb = known ?? (year < 1990 ? { low: "H6054", high: "H6054" } : { low: "H11", high: "9005" });
  const technology = led ? "LED" : year < 1990 && !known ? "Sealed beam" : "Halogen";
  const headlights = ["Left", "Right"].map((position) => ({
    position,
    oem_numbers: [demoNumber("headlight", make, model, year, position)],
    partslink: demoNumber("partslink", make, model, year, position),
    bulb: led ? { low_beam: "LED", high_beam: "LED" } : { low_beam: bulb.low, high_beam: bulb.high },
    technology: `${technology} (${known ? "part numbers synthetic" : syntheticNote.toLowerCase()})`,
  }));
  return { year, names: [make, model], record: { headlights } };
}

/** The windshield of all trims, and for newer vehicles one with a camera for the first trim. */
export function windshieldRows(modelYear: ModelYear): VehicleRow[] {
  const { year, make, model, variants } = modelYear;
  const row = (trim: string, variant: Variant | undefined, camera: boolean): VehicleRow => ({
    year,
    names: [make, model, trim],
    ...(variant && { facts: trimFacts(variant) }),
    record: {
      windshields: [
        {
          nags_number: demoNumber("nags", make, model, year, trim),
          oem_numbers: [demoNumber("glass", make, model, year, trim)],
          features: [
            year >= 1996 ? "Solar glass" : "Tinted glass",
            ...(camera ? ["Rain sensor", "Forward camera bracket"] : []),
            syntheticNote,
          ],
          calibrations: camera ? ["Forward camera, static"] : [],
        },
      ],
    },
  });
  const [first] = variants;
  const own = year >= 2016 && variants.length > 1 && first;
  return [row("", undefined, year >= 2020), ...(own ? [row(trimNameOf(own), own, true)] : [])];
}

/** The variants of a trim, as `extra_trim` names them; empty for the plain one. */
export function subTrimsOf({ line, year }: Variant): string[] {
  if (line.segment === "pickup") return ["", "Crew Cab 4WD", "Regular Cab 2WD"];
  if ((line.segment === "suv" || line.segment === "crossover") && year >= 1990) return ["", "AWD", "FWD"];
  return [""];
}

/** Pictures of each trim from all angles. */
export function imageRows({ year, make, model, line, variants }: ModelYear): VehicleRow[] {
  const colors = ["Silver", "Black", "Red"];
  return variants.flatMap((variant, index) =>
    subTrimsOf(variant).map((subTrim): VehicleRow => {
      const color = colors[index % colors.length]!;
      const images = angles.slice(0, 10).map((angle) => ({
        url: pictureName(line.segment, color, angle),
        angle,
        color,
        source: "Synthetic demo picture",
      }));
      const names = [make, model, trimNameOf(variant), subTrim];
      return { year, names, facts: trimFacts(variant), record: { images } };
    }),
  );
}

const quarts = (litres: number | undefined) =>
  litres === undefined
    ? { liters: "", us_quarts: "" }
    : { liters: litres.toFixed(1), us_quarts: (litres * 1.056688).toFixed(1) };

/** The oil of each engine; electric motors have none. */
export function oilRows({ year, make, model, variants }: ModelYear): VehicleRow[] {
  const rows = new Map<string, VehicleRow>();
  for (const variant of variants) {
    if (variant.electric) continue;
    const engine = engineName(variant);
    const known = oilFact(variant, litresText(variant.litres));
    const row = { year, names: [make, model, engine], facts: engineFacts(variant) };
    if (!rows.has(nameKey(engine)))
      rows.set(nameKey(engine), { ...row, record: known ? oilOf(variant, known) : oilOf(variant) });
  }
  return [...rows.values()];
}

function oilOf(variant: Variant, known?: ReturnType<typeof oilFact>) {
  const { year, make, model, cylinders, fuel } = variant;
  const grades = year < 1996 ? "10W-30" : year < 2012 ? "5W-30" : "0W-20";
  const viscosity = known?.viscosity ?? (fuel === "Diesel" ? "15W-40" : grades);
  const guess = 2.2 + 0.55 * (Number(cylinders) || 4);
  return {
    oil_specs: [
      {
        viscosity,
        oil_type:
          fuel === "Diesel" ? "Diesel engine oil" : viscosity === "0W-20" ? "Full synthetic" : "Conventional",
        capacity_with_filter: quarts(known ? known.withFilter : guess),
        capacity_without_filter: quarts(known ? known.withoutFilter : guess - 0.3),
        temperature: known
          ? "All temperatures (owner's manual)"
          : `All temperatures (${syntheticNote.toLowerCase()})`,
      },
    ],
    filters: [
      { brand: "Demo Filters (synthetic)", part_number: demoNumber("filter", make, model, cylinders) },
    ],
    drain_bolt: { socket_size_mm: make === "HONDA" ? "17" : "14", torque_nm: "" },
  };
}
