import { markets } from "../../vehicles/families/apis/recalls-abroad.ts";

/** The shape of a tool's argument, as JSON Schema. */
type Shape = Readonly<Record<string, unknown>>;

/** Which lookups a tool makes. */
type Makes =
  /** One lookup: the API's operation for the vehicle of the arguments. */
  | { readonly kind: "lookup"; readonly api: string }
  /** The list of the next step of `family`. */
  | { readonly kind: "step"; readonly apis: readonly string[]; readonly usual: string }
  /**
   * The one of these operations that the arguments fit. If it takes `families`, they are some of `apis`, by default
   * those of `usual`; it is offered to plans with one of them.
   */
  | {
      readonly kind: "operation";
      readonly ids: readonly string[];
      readonly apis?: readonly string[];
      readonly usual?: readonly string[];
    };

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Whether a call can be charged. */
  readonly isPaid: boolean;
  readonly description: string;
  readonly properties: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly makes: Makes;
}

const text = { type: "string" };
const vin = { type: "string", description: "17 characters" };
const year = { type: "integer" };
const nameProperties = { year, make: text, model: text };
const mileage = { type: "integer", description: "miles" };
const histories = ["auction", "saleshistory", "lien"];
/** VINs of one tool call; the HTTP operation takes any number. */
export const vinsMax = 100;

interface Offer {
  readonly apis: readonly string[];
  /** APIs with lists of years, makes and models. */
  readonly withLists: readonly string[];
  /** The credits of a lookup by API, if the plan is known; a plan has these APIs alone. */
  readonly prices: ReadonlyMap<string, number> | undefined;
}

const counted = (credits: number): string =>
  credits === 0 ? "free" : credits === 1 ? "1 credit" : `${credits} credits`;

/** The price of a lookup of each of these APIs, in words. */
function priceOf(apis: readonly string[], prices: Offer["prices"]): string {
  if (!prices) return "usually 1 credit";
  const known = apis.map((api) => prices.get(api) ?? 0);
  if (new Set(known).size === 1) return counted(known[0]!);
  return apis
    .map((api, index) => `${api} ${known[index]}`)
    .join(", ")
    .concat(" credits");
}

const short = { type: "boolean", description: "Lists cut to 3 items, empty members left out" };

/** The tools over the lookups of an offer. A tool whose families the plan lacks is left out. */
export function toolsOver({ apis, withLists, prices }: Offer): readonly Tool[] {
  const families = (all: readonly string[]) => ({ type: "array", items: { enum: all }, minItems: 1 });
  const has = (api: string) => apis.includes(api);
  const own = histories.filter(has);
  const usualList = withLists.includes("ymm-specs") ? "ymm-specs" : withLists[0];
  const lookup = (
    api: string,
    tool: Pick<Tool, "name" | "title" | "description" | "properties" | "required">,
  ): Tool => ({
    ...tool,
    description: `${tool.description} Costs ${priceOf([api], prices)}.`,
    isPaid: prices?.get(api) !== 0,
    makes: { kind: "lookup", api },
  });
  const tools: readonly Tool[] = [
    lookup("vin-decoder", {
      name: "decode_vin",
      title: "Decode a VIN",
      description:
        "What a VIN says: make, model, year, body, engine, plant. Start here for a VIN. `year` decides where a VIN means two years.",
      properties: { vin, year },
      required: ["vin"],
    }),
    {
      name: "vehicle_report",
      title: "Report about a vehicle",
      description: `Several families about one vehicle, by \`vin\`, by year, make, model (and trim), or by plate and state. A VIN is resolved for families that need a model. Each family that answers costs ${priceOf(apis, prices)}. Name only families that the question needs; coverage_and_prices shows what each has.`,
      properties: {
        vin,
        families: families(apis),
        ...nameProperties,
        trim: text,
        mileage,
        license_plate: text,
        state: text,
        category: text,
        subcategory: text,
        short,
      },
      required: ["families"],
      isPaid: true,
      makes: { kind: "operation", ids: ["getReport", "getPlateReport", "getVehicleReport"], apis },
    },
    lookup("open-recall", {
      name: "open_recalls",
      title: "Open recalls",
      description: "Open safety recalls of a VIN, of the United States or another `market`.",
      properties: { vin, year, market: { enum: markets } },
      required: ["vin"],
    }),
    lookup("market-valuation", {
      name: "market_value",
      title: "Market value",
      description:
        "Market value by `vin`, or by year, make and model. `mileage` makes it exact. An estimate, no offer.",
      properties: { vin, ...nameProperties, mileage },
    }),
    lookup("repair-estimates", {
      name: "repair_estimate",
      title: "Repair costs",
      description: "Usual repairs with their costs, by `vin`, or by year, make, model and trim.",
      properties: { vin, ...nameProperties, trim: text },
    }),
    {
      name: "vehicle_history",
      title: "Auctions, sales and liens",
      description: `What is recorded of a VIN. Each family that answers costs ${priceOf(own, prices)}; no record proves nothing about the vehicle.`,
      properties: { vin, families: families(own), short },
      required: ["vin"],
      isPaid: true,
      makes: { kind: "operation", ids: ["getReport"], apis: own, usual: own },
    },
    lookup("us-plate-decode", {
      name: "decode_plate",
      title: "Decode a license plate",
      description: "The vehicle and VIN behind a US license plate.",
      properties: { license_plate: text, state: { type: "string", description: "2 letters" } },
      required: ["license_plate", "state"],
    }),
    lookup("oem-parts", {
      name: "oem_parts",
      title: "OEM parts",
      description:
        "Original parts of a model, by `vin`, or by year, make, model and trim. Get category and subcategory from catalogue with family oem-parts first.",
      properties: { vin, ...nameProperties, trim: text, category: text, subcategory: text },
      required: ["category", "subcategory"],
    }),
    {
      name: "catalogue",
      title: "Names of years, makes and models",
      description:
        "The names that other tools take, step by step: no arguments list years, year lists makes, then models, trims and, for oem-parts, categories and subcategories. Free, unless the plan says otherwise.",
      properties: {
        family: {
          enum: withLists,
          default: usualList,
        },
        ...nameProperties,
        trim: text,
        category: text,
      },
      isPaid: false,
      makes: {
        kind: "step",
        apis: withLists,
        usual: usualList ?? "",
      },
    },
    {
      name: "decode_vins",
      title: "Decode a list of VINs",
      description: `decode_vin for up to ${vinsMax} VINs. Each that is decoded costs ${priceOf(["vin-decoder"], prices)}. Not for one VIN.`,
      properties: { vins: { type: "array", items: text, minItems: 1, maxItems: vinsMax } },
      required: ["vins"],
      isPaid: prices?.get("vin-decoder") !== 0,
      makes: { kind: "operation", ids: ["decodeVins"], apis: ["vin-decoder"].filter(has) },
    },
    {
      name: "coverage_and_prices",
      title: "Coverage and prices",
      description:
        "Which families would answer for a vehicle, from which data, what each costs, and what is synthetic. Takes a vehicle as vehicle_report does. Free: use it before paid calls.",
      properties: { vin, ...nameProperties, trim: text, license_plate: text, state: text },
      isPaid: false,
      makes: { kind: "operation", ids: ["getCoverage", "getPlateCoverage", "getVehicleCoverage"] },
    },
    {
      name: "balance",
      title: "Credits left",
      description: "The credits left. Free.",
      properties: {},
      isPaid: false,
      makes: { kind: "operation", ids: ["getRoot"] },
    },
  ];
  return tools.filter(({ makes }) => (makes.kind === "lookup" ? has(makes.api) : makes.apis?.length !== 0));
}

/** Results are JSON objects whose members the service's OpenAPI document describes. */
const outputSchema = { type: "object" };

/**
 * A tool as `tools/list` shows it. One that spends credits changes something: clients can require confirmation before
 * it.
 */
export function shownTool({ name, title, description, properties, required, isPaid }: Tool): object {
  const inputSchema = { type: "object", properties, ...(required && { required }) };
  const annotations = isPaid ? { readOnlyHint: false, destructiveHint: false } : { readOnlyHint: true };
  return { name, title, description, inputSchema, outputSchema, annotations };
}
