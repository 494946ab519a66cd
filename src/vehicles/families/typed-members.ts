/** A member in typed answers, whose text means a number or a time. */
export interface TypedMember {
  /**
   * `day` is YYYY-MM-DD, `moment` ISO 8601 in UTC, `dollars` a number after the dollar sign. `values` is an object
   * without a schema: each text in it that is a decimal number is one.
   */
  readonly kind: "integer" | "number" | "dollars" | "day" | "moment" | "values";
  /** Its name there, where its own lacks the unit. */
  readonly name?: string;
  /** Words that may follow the number: its unit. */
  readonly units?: readonly string[];
}

const integer: TypedMember = { kind: "integer" };
const number: TypedMember = { kind: "number" };
const day: TypedMember = { kind: "day" };
const moment: TypedMember = { kind: "moment" };
const numberAs = (name: string, ...units: string[]): TypedMember => ({ kind: "number", name, units });
const dollarsAs = (name: string): TypedMember => ({ kind: "dollars", name });

/**
 * Members that are texts and mean numbers or times, and numbers whose names lack their unit: by the member's name, or
 * by that of its object and its own where a name has several meanings. All others have the type of their schema.
 */
export const typedMembers: Readonly<Record<string, TypedMember>> = {
  year: integer,
  doors: integer,
  seating_capacity: integer,
  cylinders: integer,
  quantity: integer,
  engine_size: numberAs("engine_size_l"),
  engine_capacity: numberAs("engine_capacity_cc"),
  displacement_cc: number,
  fuel_capacity: numberAs("fuel_capacity_us_gal", "gal"),
  mileage: numberAs("mileage_mi"),
  mileage_median: numberAs("mileage_median_mi"),
  odometer_mi: number,
  odometer_km: number,
  msrp: numberAs("msrp_usd"),
  liters: number,
  us_quarts: number,
  socket_size_mm: number,
  torque_nm: number,
  as_of: day,
  filed_at: day,
  last_updated: moment,
  post_date: moment,
  released_at: day,
  report_received_date: day,
  sale_date: day,
  specs: { kind: "values" },
  // Another member names their currency.
  "listing_price.price": number,
  "listing_price.retail_value": number,
  "listing_price.repair_cost": number,
  "fair_market_value.min": number,
  "fair_market_value.max": number,
  // Values have the dollar sign; their statistics are of the same prices.
  "market value.Trade-In": dollarsAs("trade_in_usd"),
  "market value.Private Party": dollarsAs("private_party_usd"),
  "market value.Dealer Retail": dollarsAs("dealer_retail_usd"),
  "statistics.p15": numberAs("p15_usd"),
  "statistics.p50": numberAs("p50_usd"),
  "statistics.p85": numberAs("p85_usd"),
  "sales.price": numberAs("price_usd"),
  // Auctions.
  price: dollarsAs("price_usd"),
  "Auction Date": day,
  Odometer: numberAs("odometer_mi", "mi", "miles"),
  "Estimated Repair Cost": dollarsAs("estimated_repair_cost_usd"),
  "Estimated Retail Value": dollarsAs("estimated_retail_value_usd"),
  "Avg. Estimated Retail Value": dollarsAs("average_estimated_retail_value_usd"),
  "Delivery Charges": dollarsAs("delivery_charges_usd"),
  "Invoice Price": dollarsAs("invoice_price_usd"),
  MSRP: dollarsAs("msrp_usd"),
  Cylinders: integer,
  Doors: integer,
  "City Mileage": numberAs("city_mpg", "mpg"),
  "Highway Mileage": numberAs("highway_mpg", "mpg"),
  "Standard Seating": integer,
  "Engine Size": numberAs("engine_size_l", "L"),
  "Fuel Capacity": numberAs("fuel_capacity_us_gal", "gal"),
  "Curb Weight": numberAs("curb_weight_lb", "lb", "lbs"),
  "Transmission Gears": integer,
  "Common Price": dollarsAs("common_price_usd"),
  "Avergae Price": dollarsAs("average_price_usd"),
  "Weighted Average Price": dollarsAs("weighted_average_price_usd"),
  "Median Price": dollarsAs("median_price_usd"),
};
