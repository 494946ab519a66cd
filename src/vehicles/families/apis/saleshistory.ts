import { z } from "zod";
import type { LookupApi } from "../family.ts";
import type { EventRecords } from "../record-family.ts";
import { contactPlan } from "../sale-contacts.ts";
import { answer, text, texts } from "../shape.ts";

export const saleRecords: EventRecords = {
  name: "saleshistory",
  kind: "event",
  table: "sale_record",
  slots: contactPlan,
  vehicles: "sale_vehicle",
};

const list = z.array(text);
// Reports of different makers: a line of text, or an object of their own.
const preview = z.array(z.union([text, z.record(z.string(), z.unknown())]));
const lists = {
  features: list,
  interior_features: list,
  exterior_features: list,
  safety: list,
  technology: list,
  other: list,
  mechanical: list,
  vhr_preview: preview,
  vhrpreview: preview.optional(),
  images: z.array(z.url()).describe("Signed; valid for one hour."),
};
const flags = [
  "airbags",
  "reduced_price",
  "is_hot",
  "money_back_guarantee",
  "monster_ad",
  "special_offer",
  "newly_listed",
] as const;

/** One listing or sale. */
const SaleRecord = z
  .object({
    post_date: text.describe("YYYY-MM-DD HH:MM:SS+00:00, or empty."),
    data: texts(
      "description",
      "phone",
      "email",
      "seller_type",
      "dealer_name",
      "listing_id",
      "report_url",
      "sale_status",
      "sale_date",
      "sale_document",
      "accident_records",
      "title_record",
      "owner_record",
      "keys",
      "vehicle_type",
      "manufactured_in",
      "drivetrain",
      "transmission",
      "fuel",
      "cylinders",
      "engine",
      "fuel_capacity",
      "doors",
      "odometer_km",
      "odometer_mi",
      "primary_damage",
      "secondary_damage",
      "condition",
      "exterior_color",
      "interior_color",
      "interior_condition",
      "exterior_condition",
      "zip_code",
      "country",
      "state",
      "city",
      "address",
      "last_updated",
    ).extend({
      listing_price: texts("price", "retail_value", "repair_cost", "currency"),
      fair_market_value: texts("min", "max"),
      ...lists,
      ...Object.fromEntries(flags.map((flag) => [flag, z.boolean()])),
    }),
  })
  .meta({ id: "SaleRecord" });

/** The specification's 2.4. */
const SalesHistory = answer(
  "SalesHistory",
  texts("_id", "vin", "trim", "year", "make", "model").extend({ sales_history: z.array(SaleRecord) }),
);

export const salesHistory: LookupApi = {
  id: "saleshistory",
  displayName: "Sales history",
  description: "Past listings and sales of a vehicle.",
  records: [saleRecords],
  families: [
    {
      noun: "SalesHistory",
      title: "Sales history",
      base: "/saleshistory",
      tag: "Sales history",
      namings: ["any-vin"],
      from: { kind: "history", records: saleRecords, within: "sales_history" },
      response: SalesHistory,
      absence: "It is no proof that the vehicle was never offered.",
    },
  ],
};
