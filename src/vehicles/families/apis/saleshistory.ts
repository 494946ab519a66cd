import { z } from "zod";
import { answer, asListedWith, flags, listOf, text, texts, vehicleNames } from "../answer-schemas.ts";
import { digestOf, membersOf, stateIn, textIn } from "../event-values.ts";
import { exampleNames, exampleVin } from "../examples.ts";
import type { LookupApi } from "../family.ts";
import type { EventFacts, EventRecords, EventValues } from "../record-family.ts";
import { contactPlan } from "../sale-contacts.ts";
import { inspectionRecords } from "./inspections.ts";

const privately = "empty for private sellers, unless VINGATE_PERSONAL_DATA shows them.";
// Reports of different makers: a line of text, or an object of their own.
const preview = z.array(z.union([text, z.record(z.string(), z.unknown())]));

const listing = {
  ...texts({
    description: "The seller's text.",
    phone: `The seller's telephone number; ${privately}`,
    email: `The seller's email address; ${privately}`,
    seller_type: "`dealership`; every other seller counts as a person.",
    dealer_name: "The dealership.",
    listing_id: "Number of the listing; the events of a VIN differ by it.",
    report_url: "The address of a report on the vehicle.",
    sale_status: "Whether it was sold.",
    sale_date: "The day of the sale, YYYY-MM-DD.",
    sale_document: "The title document that came with it.",
    accident_records: "Accidents, in words.",
    title_record: "The title's history, in words.",
    owner_record: "The owners so far, in words.",
    keys: "Whether there were keys.",
    vehicle_type: "The kind of vehicle, as vPIC names it.",
    manufactured_in: "The country of the plant.",
    drivetrain: "The driven wheels.",
    transmission: "The transmission.",
    fuel: "The fuel.",
    cylinders: "The number of cylinders.",
    engine: "The engine.",
    fuel_capacity: "The capacity of the tank in US gallons.",
    doors: "The number of doors.",
    odometer_km: "The odometer's reading in kilometers; values rest on it if that in miles is empty.",
    odometer_mi: "The odometer's reading in miles; values rest on it.",
    primary_damage: "The main damage.",
    secondary_damage: "Further damage.",
    condition: "The condition in words.",
    exterior_color: "The color outside.",
    interior_color: "The color inside.",
    interior_condition: "The condition inside.",
    exterior_condition: "The condition outside.",
    zip_code: `The seller's ZIP code; ${privately}`,
    country: "The country.",
    state: "The state, two letters.",
    city: "The city.",
    address: `The seller's address; ${privately}`,
    last_updated: "When the listing was last changed.",
  }).shape,
  listing_price: texts({
    price: "The asking price in whole units of the currency.",
    retail_value: "The value after repair.",
    repair_cost: "The cost of repair.",
    currency: "The currency of the prices, ISO 4217, such as USD.",
  }).describe("The asking price and its basis."),
  fair_market_value: texts({
    min: "The lower end, in whole units of the currency.",
    max: "The upper end, in whole units of the currency.",
  }).describe("The range of the value."),
  features: listOf("Equipment.", text),
  interior_features: listOf("Equipment inside.", text),
  exterior_features: listOf("Equipment outside.", text),
  safety: listOf("Safety equipment.", text),
  technology: listOf("Electronic equipment.", text),
  other: listOf("Other equipment.", text),
  mechanical: listOf("Mechanical equipment.", text),
  vhr_preview: preview.describe("A vehicle history report, in short."),
  vhrpreview: preview.optional().describe("A vehicle history report, under its older name."),
  images: listOf("Signed; valid for one hour.", z.url()),
  ...flags({
    airbags: "Whether it had airbags.",
    reduced_price: "Whether the price had been reduced.",
    is_hot: "Whether the listing was marked as sought after.",
    money_back_guarantee: "Whether the seller gave a money-back guarantee.",
    monster_ad: "Whether the listing was shown large.",
    special_offer: "Whether it was a special offer.",
    newly_listed: "Whether the listing was new.",
  }).shape,
};

/** One listing or sale. */
const SaleRecord = z
  .object({
    post_date: text.describe("YYYY-MM-DD HH:MM:SS+00:00, or empty."),
    data: z.object(listing).describe("The listing."),
    ...asListedWith({ post_date: "The source's date, if it cannot be read." }),
  })
  .meta({ id: "SaleRecord" });

const kmPerMile = 1.609344;

const milesOf = (km: number | undefined): number | undefined =>
  km === undefined ? undefined : Math.round(km / kmPerMile);

function eventOf(record: Readonly<Record<string, unknown>>, values: EventValues): EventFacts {
  const data = membersOf(record, "data");
  return {
    id: textIn(data, "listing_id") || digestOf(record),
    price: values.price,
    odometer: values.odometer_mi ?? milesOf(values.odometer_km),
    state: stateIn(textIn(data, "state")),
  };
}

export const saleRecords: EventRecords = {
  name: "saleshistory",
  label: "Sales",
  kind: "event",
  table: "sale_record",
  placeholders: contactPlan,
  record: SaleRecord,
  values: {
    price: {
      at: ["data", "listing_price", "price"],
      kind: "amount",
      currencyAt: ["data", "listing_price", "currency"],
    },
    odometer_mi: { at: ["data", "odometer_mi"], kind: "miles" },
    odometer_km: { at: ["data", "odometer_km"], kind: "kilometers" },
  },
  eventOf,
  dateAt: ["post_date"],
  dateAs: "moment",
  vehicles: "sale_vehicle",
  fits: "sale_fit",
  origin: "Your own listings, or listing feeds under contract.",
  example: {
    vin: exampleVin,
    ...exampleNames,
    trim: "EX",
    post_date: "2026-08-14 15:20:00+00:00",
    data: {
      description: "One owner, serviced here.",
      phone: "202-555-0142",
      email: "sales@example.com",
      seller_type: "dealership",
      dealer_name: "Example Motors",
      listing_id: "EX-1001",
      sale_status: "sold",
      drivetrain: "AWD",
      transmission: "CVT",
      fuel: "Gasoline",
      odometer_mi: "51200",
      listing_price: { price: "19800", currency: "USD" },
      features: ["Heated seats", "Sunroof"],
      images: ["example/cr-v/1.jpg"],
      country: "US",
      state: "CA",
      city: "Sacramento",
      zip_code: "95814",
      newly_listed: true,
    },
  },
};

/** The specification's 2.4. */
const SalesHistory = answer(
  "SalesHistory",
  z.object({
    _id: text.describe("The record's own ID."),
    ...vehicleNames("vin", "trim", "year", "make", "model").shape,
    sales_history: listOf("The listings and sales, newest first.", SaleRecord),
  }),
);

export const salesHistory: LookupApi = {
  id: "saleshistory",
  displayName: "Sales history",
  description: "Past listings and sales of a vehicle.",
  group: "History",
  records: [saleRecords, inspectionRecords],
  families: [
    {
      noun: "SalesHistory",
      title: "Sales history",
      base: "/saleshistory",
      tag: "Sales history",
      namings: ["any-vin"],
      from: { kind: "history", records: saleRecords, within: "sales_history" },
      response: SalesHistory,
      absence: "This does not prove that the vehicle was never offered.",
    },
  ],
};
