import type { Facts } from "../../families/record-families.ts";
import { litresText } from "./texts.ts";
import type { Variant } from "./variants.ts";

/** An engine's name as records give it: `2.5L 4-cylinder Gasoline`; `""` where nothing is known of it. */
export function engineName({ litres, cylinders, fuel }: Variant): string {
  const size = litresText(litres);
  const parts = [size && `${size}L`, cylinders && `${cylinders}-cylinder`, fuel];
  return parts.filter(Boolean).join(" ");
}

/** What tells the engine of a VIN from others. */
export function engineFacts({ litres, cylinders, fuel }: Variant): Facts {
  return {
    ...(litresText(litres) !== "" && { displacement_l: Number(litresText(litres)) }),
    ...(cylinders !== "" && { cylinders: Number(cylinders) }),
    ...(fuel !== "" && { fuel }),
  };
}

/** What tells the trim of a VIN from others. */
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
