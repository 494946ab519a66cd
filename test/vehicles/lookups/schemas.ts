import type { JsonSchema } from "./json-schema.ts";

// Written from the tables of the specification's 2.2 to 2.4, independently of the program.

const string: JsonSchema = { type: "string" };
const boolean: JsonSchema = { type: "boolean" };
const number: JsonSchema = { type: "number", minimum: 0, multipleOf: 1 };
const anyList: JsonSchema = { type: "array" };

function object(
  required: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
) {
  return {
    type: "object",
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  } as const satisfies JsonSchema;
}

const strings = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, string]));
const list = (items: JsonSchema, minItems = 0): JsonSchema => ({ type: "array", items, minItems });
const success: JsonSchema = { enum: ["success"] };

/** At the image host, with access key id, expiry and signature. */
const signedImage: JsonSchema = {
  type: "string",
  pattern: "^https?://[^/]+/images/[A-Za-z0-9/_.-]+\\?AccessKeyId=[^&]+&Expires=\\d+&Signature=[\\w-]+$",
};

const cost = (name: string): JsonSchema =>
  object({ name: { enum: [name] }, desc: string, high: number, low: number });

const repairService = object({
  title: string,
  description: string,
  value: { type: "string", pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" },
  costs: { type: "array", minItems: 2, maxItems: 2, items: { enum: [] } },
});

/** 2.2. The two costs are checked separately: the first is Parts, the second Labor. */
export const repairEstimates: JsonSchema = object({
  status: success,
  data: object({
    data: object(
      {
        ...strings("year", "make", "model"),
        repair: list(
          object({
            trim: string,
            repair: list({ ...repairService, properties: { ...repairService.properties, costs: anyList } }),
          }),
          1,
        ),
      },
      // Beyond the table: for the service's own estimates, and if the requested trim is unknown.
      strings("basis", "note"),
    ),
  }),
});

/** The entries of `costs`, in order. */
export const repairCosts: readonly [JsonSchema, JsonSchema] = [cost("Parts"), cost("Labor")];

const yesNo: JsonSchema = { enum: ["yes", "no"] };

const technicalSpecs =
  "Odometer, Estimated Repair Cost, Estimated Retail Value, Avg. Estimated Retail Value, Damage Ratio, Estimated Winning Bid, Body Style, Color, Engine Type, Fuel Type, Cylinders, Transmission, Drive, City Mileage, Highway Mileage, Delivery Charges, Standard Seating, Engine Size, Invoice Price, Vehicle Style, Engine, Made In, Vehicle Size, Overall Length, Overall Height, Overall Width, Steering Type, Anti-Brake System, Fuel Capacity, Doors, Curb Weight, Trim, Transmission Gears, MSRP".split(
    ", ",
  );

/** 2.3 */
export const auctionHistory: JsonSchema = object(
  {
    data: list(
      object({
        sale_index: string,
        price: string,
        "sale status": string,
        vname: string,
        "lot-number": string,
        "car-features": object({ Has_Keys: yesNo, Runs_Drives: yesNo, Engine_Starts: yesNo }),
        "title-and-condition": object(
          strings("Title Type", "Title Description", "Primary Damage", "VIN", "Common"),
          strings("Secondary Damage"),
        ),
        "technical-specs": object({}, strings(...technicalSpecs)),
        "sale-date-location": object(
          strings("Seller Type", "Auction Date", "Location"),
          strings("Seller Name", "Auction Type", "Buyer Country"),
        ),
        "listing-history": { type: "object", additionalProperties: string },
        year: string,
        make: string,
        model: string,
        images: list(signedImage),
        "market-value": object(
          {},
          strings("Price Range", "Common Price", "Avergae Price", "Weighted Average Price", "Median Price"),
        ),
        vin: string,
      }),
    ),
  },
  { status: success },
);

const dateTime = (fraction: string): JsonSchema => ({
  type: "string",
  pattern: `^(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d${fraction}\\+00:00)?$`,
});

const listing =
  "description phone email seller_type dealer_name listing_id report_url sale_status sale_date sale_document accident_records title_record owner_record keys vehicle_type manufactured_in";
const mechanical = "drivetrain transmission fuel cylinders engine fuel_capacity doors";
const condition =
  "primary_damage secondary_damage condition exterior_color interior_color interior_condition exterior_condition";
const location = "zip_code country state city address";
const lists = "features interior_features exterior_features safety technology other mechanical vhr_preview";
const flags = "airbags reduced_price is_hot money_back_guarantee monster_ad special_offer newly_listed";
const each = (names: string, schema: JsonSchema) =>
  Object.fromEntries(names.split(" ").map((name) => [name, schema]));
const thousands: JsonSchema = { type: "string", pattern: "^(\\d{1,3}(,\\d{3})*)?$" };

/** 2.4 */
export const salesHistory: JsonSchema = object({
  status: success,
  data: object({
    ...strings("_id", "vin", "trim", "year", "make", "model"),
    sales_history: list(
      object({
        post_date: dateTime(""),
        data: object(
          {
            ...each(`${listing} ${mechanical} ${condition} ${location}`, string),
            odometer_km: thousands,
            odometer_mi: thousands,
            listing_price: object({
              ...strings("price", "retail_value", "repair_cost"),
              currency: { type: "string", pattern: "^([A-Z]{3})?$" },
            }),
            fair_market_value: object(strings("min", "max")),
            ...each(lists, anyList),
            images: list(signedImage),
            ...each(flags, boolean),
            last_updated: dateTime("\\.\\d{6}"),
          },
          { vhrpreview: anyList },
        ),
      }),
    ),
  }),
});
