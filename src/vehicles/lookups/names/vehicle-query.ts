import type { VehicleNaming } from "../../families/family.ts";
import { makeKey, nameKey } from "../../families/names.ts";
import type { RequestedName } from "./not-found.ts";

/** The vehicle of a request: a VIN, a plate, or names, coarse to fine. */
export type VehicleQuery =
  | {
      readonly by: "vin";
      readonly vin: string;
      /** As it was sent; absent in queries that no request makes. */
      readonly sent?: string | undefined;
      readonly year?: number;
    }
  | { readonly by: "plate"; readonly license: string; readonly state: string }
  | { readonly by: "names"; readonly names: readonly RequestedName[]; readonly extraTrim?: RequestedName };

export type Params = Readonly<Record<string, string>>;

const requestedName = (level: string, text: string): RequestedName => ({
  level,
  text,
  key: level === "year" ? text : level === "make" ? makeKey(text) : nameKey(text),
});

/** The names in a path, in its order, each with its key. */
export function requestedNames(params: Params, levels: readonly string[]): RequestedName[] {
  return levels.map((level) => requestedName(level, params[level] ?? ""));
}

const levelsOf: Readonly<Partial<Record<VehicleNaming, readonly string[]>>> = {
  ymm: ["year", "make", "model"],
  ymmt: ["year", "make", "model", "trim"],
  "extra-trim": ["year", "make", "model", "trim"],
  part: ["year", "make", "model", "trim", "category", "subcategory"],
};

/** The query that parameters make; `year` is the model year of a VIN, if the caller gave it, `sent` the VIN as sent. */
export function vehicleQueryOf(
  naming: VehicleNaming,
  params: Params,
  year?: number,
  sent?: string,
): VehicleQuery {
  const levels = levelsOf[naming];
  if (levels) {
    const names = requestedNames(params, levels);
    if (naming !== "extra-trim") return { by: "names", names };
    return { by: "names", names, extraTrim: requestedName("extra_trim", params.extra_trim ?? "") };
  }
  if (naming === "plate") return { by: "plate", license: params.license_plate!, state: params.state! };
  if (naming === "license") return { by: "plate", license: params.license!, state: params.state! };
  return { by: "vin", vin: params.vin!, sent, ...(year !== undefined && { year }) };
}
