import type { Facts } from "../../src/vehicles/families/record-family.ts";
import { randomFor } from "./random.ts";
import { litresText } from "./texts.ts";
import type { Variant } from "./variants.ts";

/** An engine's name in records: `2.5L 4-cylinder Gasoline`; empty if unknown. */
export function engineName({ litres, cylinders, fuel }: Variant): string {
  const size = litresText(litres);
  const parts = [size && `${size}L`, cylinders && `${cylinders}-cylinder`, fuel];
  return parts.filter(Boolean).join(" ");
}

/** The facts that match a VIN to an engine. */
export function engineFacts({ litres, cylinders, fuel }: Variant): Facts {
  return {
    ...(litresText(litres) !== "" && { displacement_l: Number(litresText(litres)) }),
    ...(cylinders !== "" && { cylinders: Number(cylinders) }),
    ...(fuel !== "" && { fuel }),
  };
}

/** The type of transmission, `Automatic` for most. */
export function transmissionOf({ electric, stem, line }: Variant): "Automatic" | "Manual" {
  if (line.segment === "motorcycle") return "Manual";
  return !electric && randomFor(0, "transmission", stem).chance(0.12) ? "Manual" : "Automatic";
}

/** The number of forward gears, by age. */
export function gearsOf({ electric, year }: Variant): string {
  if (electric) return "1";
  return year < 1985 ? "3" : year < 2005 ? "4" : year < 2014 ? "6" : "8";
}

/** The facts that match a VIN to a trim. */
export function trimFacts(variant: Variant): Facts {
  const { series, body, doors, drive } = variant;
  return {
    ...engineFacts(variant),
    ...(series !== "" && { series }),
    ...(body !== "" && { body }),
    ...(doors !== "" && { doors: Number(doors) }),
    ...(drive !== "" && { drive }),
  };
}
