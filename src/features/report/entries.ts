import { z } from "zod";
import { anyVin, decodedYear, mileage } from "../../vehicles/lookups/names/parameters.ts";
import type { Params } from "../../vehicles/lookups/names/vehicle-query.ts";

const Vehicle = z.object({
  vin: anyVin.meta({ description: "A VIN in any form that lookups take." }),
  year: decodedYear.optional().meta({ description: "The model year, where it is known." }),
  mileage: mileage.optional().meta({ description: "Miles on the odometer." }),
});

/** An entry of a batch: what its report is given, and the VIN as it was sent. */
export interface ReadEntry {
  readonly given: Params;
  readonly sentVin: string;
}

/** Reads an entry of a batch. Undefined if it is none. */
export function readEntry(entry: unknown): ReadEntry | undefined {
  const given = typeof entry === "string" ? { vin: entry } : entry;
  if (typeof given !== "object" || given === null) return undefined;
  const texts = Object.entries(given).flatMap(([name, value]) =>
    value === null || value === "" ? [] : [[name, typeof value === "number" ? String(value) : value]],
  );
  const read = Vehicle.safeParse(Object.fromEntries(texts));
  if (!read.success) return undefined;
  const { vin, year, mileage: miles } = read.data;
  const sentVin = String((given as { readonly vin: unknown }).vin);
  return { given: { vin, ...(year && { year }), ...(miles && { mileage: miles }) }, sentVin };
}
