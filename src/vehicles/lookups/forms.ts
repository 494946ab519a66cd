import type { Family, SelectorStep, VehicleNaming } from "../families/family.ts";

/** What a way of naming a vehicle adds to an operation. */
interface NamingForm {
  /** Ends the operation's id. */
  readonly id: string;
  /** Ends the summary. */
  readonly by: string;
  /** A note about this way of naming. */
  readonly note: string;
  readonly params: readonly string[];
}

const byNames =
  "Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted.";
const byVin = "The VIN is decoded to its vehicle; `x-match` says how well the record matches it.";
const byPlate = "The plate is resolved to its VIN, and the VIN to its vehicle.";

export const namingForms: Readonly<Record<VehicleNaming, NamingForm>> = {
  vin: { id: "", by: "VIN", note: byVin, params: ["vin"] },
  "any-vin": {
    id: "",
    by: "VIN",
    note: "VINs of vehicles built before 1981 have 5 to 14 characters and are not decoded.",
    params: ["vin"],
  },
  ymm: { id: "ByModel", by: "year, make and model", note: byNames, params: ["year", "make", "model"] },
  ymmt: {
    id: "ByTrim",
    by: "year, make, model and trim",
    note: byNames,
    params: ["year", "make", "model", "trim"],
  },
  "extra-trim": {
    id: "ByExtraTrim",
    by: "year, make, model, trim and variant",
    note: byNames,
    params: ["year", "make", "model", "trim", "extra_trim"],
  },
  part: {
    id: "",
    by: "vehicle, category and subcategory",
    note: byNames,
    params: ["year", "make", "model", "trim", "category", "subcategory"],
  },
  plate: {
    id: "ByPlate",
    by: "license plate and state",
    note: byPlate,
    params: ["license_plate", "state"],
  },
  license: {
    id: "ByPlate",
    by: "license plate and state",
    note: byPlate,
    params: ["license", "state"],
  },
};

/** What a step adds to an operation. */
interface StepForm {
  readonly id: string;
  readonly lists: string;
  /** What the step is named by. */
  readonly params: readonly string[];
}

export const stepForms: Readonly<Record<SelectorStep, StepForm>> = {
  year: { id: "Years", lists: "model years", params: [] },
  make: { id: "Makes", lists: "makes of a year", params: ["year"] },
  model: { id: "Models", lists: "models of a make and year", params: ["year", "make"] },
  trim: { id: "Trims", lists: "trims of a model and year", params: ["year", "make", "model"] },
  categories: {
    id: "Categories",
    lists: "part categories of a vehicle",
    params: ["year", "make", "model", "trim"],
  },
  subcategories: {
    id: "Subcategories",
    lists: "part subcategories of a category",
    params: ["year", "make", "model", "trim", "category"],
  },
};

export type QueryName = "year" | "mileage" | "market" | "explain" | "narrow";

/**
 * The query of a lookup: the model year where a VIN is decoded, the odometer or the market where answers depend on it,
 * whether a decode is explained, and whether a VIN narrows the answer of its trim.
 */
export function queryNames(
  { from, mileage, market, narrows }: Family,
  naming: VehicleNaming,
): readonly QueryName[] {
  const names: QueryName[] = [];
  // Types are found by the characters of a VIN alone.
  if (naming === "vin" && from?.kind !== "types") names.push("year");
  if (mileage) names.push("mileage");
  if (market) names.push("market");
  if (narrows && naming === "vin") names.push("narrow");
  if (from?.kind === "decoder" && names.length > 0) names.push("explain");
  return names;
}
