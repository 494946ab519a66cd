import type { Name } from "../families/names.ts";
import type { Decode } from "../vin/describe.ts";

/** How a record meets the vehicle: its very trim, the nearest by its facts, or another of its model. */
export type Match = "exact" | "close" | "model";

/** A vehicle by year and names; what was not told or is not known is absent. */
export interface Vehicle {
  readonly year: number;
  readonly make: Name;
  readonly model: Name;
  readonly trim?: Name;
  readonly extraTrim?: Name;
}

/** What a lookup is about, however the caller named it. */
export interface Subject {
  /** `""` where it was named by year, make and model. */
  readonly vin: string;
  /** Absent for VINs that are not decoded: those of 5 to 14 characters, and where no record needs it. */
  readonly vehicle?: Vehicle;
  /** Everything the VIN tells. */
  readonly decode?: Decode;
}
