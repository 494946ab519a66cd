/** The shape of a tool's argument, as JSON Schema. */
type Shape = Readonly<Record<string, unknown>>;

/** Which lookups a tool makes. */
type Makes =
  /** One lookup: the API's operation for the vehicle of the arguments. */
  | { readonly kind: "lookup"; readonly api: string }
  /** One of each API in `families`, by default of these. */
  | { readonly kind: "report"; readonly apis: readonly string[]; readonly usual?: readonly string[] }
  /** The list of the next step of `family`. */
  | { readonly kind: "step"; readonly apis: readonly string[]; readonly usual: string }
  /** The one of these operations that the arguments fit. */
  | { readonly kind: "operation"; readonly ids: readonly string[] };

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly makes: Makes;
}

const text = { type: "string" };
const vin = { type: "string", description: "17 characters" };
const year = { type: "integer" };
const named = { year, make: text, model: text };
const mileage = { type: "integer", description: "miles" };
const histories = ["auction", "saleshistory", "lien"];
/** VINs of one tool call; the HTTP operation takes any number. */
export const vinsMax = 100;

/** The tools over the lookups of these APIs. `withLists` are those with lists of years, makes and models. */
export function toolsOver(apis: readonly string[], withLists: readonly string[]): readonly Tool[] {
  const families = (all: readonly string[]) => ({ type: "array", items: { enum: all }, minItems: 1 });
  return [
    {
      name: "decode_vin",
      description:
        "What a VIN says: make, model, year, body, engine, plant. Start here for a VIN. 1 credit. `year` decides where a VIN means two years.",
      properties: { vin, year },
      required: ["vin"],
      makes: { kind: "lookup", api: "vin-decoder" },
    },
    {
      name: "vehicle_report",
      description:
        "Several families about one vehicle, by `vin`, by year, make, model (and trim), or by plate and state. 1 credit for each family that answers. Name only families that the question needs; coverage_and_prices shows what each has and costs.",
      properties: {
        vin,
        families: families(apis),
        ...named,
        trim: text,
        mileage,
        license_plate: text,
        state: text,
      },
      required: ["families"],
      makes: { kind: "report", apis },
    },
    {
      name: "open_recalls",
      description: "Open safety recalls of a VIN. 1 credit.",
      properties: { vin, year },
      required: ["vin"],
      makes: { kind: "lookup", api: "open-recall" },
    },
    {
      name: "market_value",
      description:
        "Market value by `vin`, or by year, make and model. `mileage` makes it exact. 1 credit. An estimate, no offer.",
      properties: { vin, ...named, mileage },
      makes: { kind: "lookup", api: "market-valuation" },
    },
    {
      name: "repair_estimate",
      description: "Usual repairs with their costs, by `vin`, or by year, make, model and trim. 1 credit.",
      properties: { vin, ...named, trim: text },
      makes: { kind: "lookup", api: "repair-estimates" },
    },
    {
      name: "vehicle_history",
      description:
        "Auctions, sales and liens of a VIN. 1 credit for each that answers; no record proves nothing about the vehicle.",
      properties: { vin, families: families(histories) },
      required: ["vin"],
      makes: { kind: "report", apis: histories, usual: histories },
    },
    {
      name: "decode_plate",
      description: "The vehicle and VIN behind a US license plate. 1 credit.",
      properties: { license_plate: text, state: { type: "string", description: "2 letters" } },
      required: ["license_plate", "state"],
      makes: { kind: "lookup", api: "us-plate-decode" },
    },
    {
      name: "oem_parts",
      description:
        "Original parts of a model. Get the names from catalogue with family oem-parts first. 1 credit.",
      properties: { ...named, trim: text, category: text, subcategory: text },
      required: ["year", "make", "model", "trim", "category", "subcategory"],
      makes: { kind: "lookup", api: "oem-parts" },
    },
    {
      name: "catalogue",
      description:
        "The names that other tools take, step by step: no arguments list years, year lists makes, then models, trims and, for oem-parts, categories and subcategories. Free, unless the plan says otherwise.",
      properties: {
        family: { enum: withLists, default: "ymm-specs" },
        ...named,
        trim: text,
        category: text,
      },
      makes: { kind: "step", apis: withLists, usual: "ymm-specs" },
    },
    {
      name: "decode_vins",
      description: `decode_vin for up to ${vinsMax} VINs. 1 credit for each that is decoded. Not for one VIN.`,
      properties: { vins: { type: "array", items: text, minItems: 1, maxItems: vinsMax } },
      required: ["vins"],
      makes: { kind: "operation", ids: ["decodeVins"] },
    },
    {
      name: "coverage_and_prices",
      description:
        "Which families would answer for a vehicle, from which data, what each costs, and what is synthetic. Takes a vehicle as vehicle_report does. Free: use it before paid calls.",
      properties: { vin, ...named, trim: text, license_plate: text, state: text },
      makes: { kind: "operation", ids: ["getCoverage", "getPlateCoverage", "getVehicleCoverage"] },
    },
    {
      name: "balance",
      description: "The credits left. Free.",
      properties: {},
      makes: { kind: "operation", ids: ["getRoot"] },
    },
  ];
}

/** A tool as `tools/list` shows it. */
export function shownTool({ name, description, properties, required }: Tool): object {
  const inputSchema = { type: "object", properties, ...(required && { required }) };
  return { name, description, inputSchema, annotations: { readOnlyHint: true } };
}
