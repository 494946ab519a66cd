import type { VehicleNaming } from "../../families/family.ts";
import { makeKey, nameKey } from "../../families/names.ts";
import type { AskedName } from "./not-found.ts";

/** What a caller named: a VIN, a plate, or a vehicle by its names, coarse to fine. */
export type Asked =
  | { readonly by: "vin"; readonly vin: string; readonly year?: number }
  | { readonly by: "plate"; readonly license: string; readonly state: string }
  | { readonly by: "names"; readonly names: readonly AskedName[]; readonly extraTrim?: AskedName };

export type Params = Readonly<Record<string, string>>;

const asked = (level: string, text: string): AskedName => ({
  level,
  text,
  key: level === "year" ? text : level === "make" ? makeKey(text) : nameKey(text),
});

/** The names that a path holds, in its order, each with its key. */
export function askedNames(params: Params, levels: readonly string[]): AskedName[] {
  return levels.map((level) => asked(level, params[level] ?? ""));
}

const levelsOf: Readonly<Partial<Record<VehicleNaming, readonly string[]>>> = {
  ymm: ["year", "make", "model"],
  ymmt: ["year", "make", "model", "trim"],
  "extra-trim": ["year", "make", "model", "trim"],
  part: ["year", "make", "model", "trim", "category", "subcategory"],
};

/** What the parameters of a naming ask for; `year` is the model year that the caller knows of a VIN. */
export function askedOf(naming: VehicleNaming, params: Params, year?: number): Asked {
  const levels = levelsOf[naming];
  if (levels) {
    const names = askedNames(params, levels);
    if (naming !== "extra-trim") return { by: "names", names };
    return { by: "names", names, extraTrim: asked("extra_trim", params.extra_trim ?? "") };
  }
  if (naming === "plate") return { by: "plate", license: params.license_plate!, state: params.state! };
  if (naming === "license") return { by: "plate", license: params.license!, state: params.state! };
  return { by: "vin", vin: params.vin!, ...(year !== undefined && { year }) };
}
