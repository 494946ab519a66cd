import { listOf, texts } from "../answer-schemas.ts";
import { exampleNames } from "../examples.ts";
import type { VehicleRecords } from "../record-family.ts";
import { campaignTextsSchema } from "./recall-texts.ts";

/** Members that only campaigns of other authorities than NHTSA have. */
export const abroadTexts = {
  manufacturer_campaign_number: "The maker's own number of the campaign.",
  units_affected: "How many vehicles are recalled in the market, digits.",
  url: "The authority's page of the campaign.",
};

const range = texts({
  built_from: "The first day of production, YYYY-MM-DD.",
  built_to: "The last day of production, YYYY-MM-DD.",
  vin_from: "The first VIN, as the authority writes it.",
  vin_to: "The last VIN, as the authority writes it.",
});

const campaignAbroad = campaignTextsSchema.extend({
  ...texts(abroadTexts).shape,
  ranges: listOf(
    "The vehicles of the name that are recalled, by production and VIN; empty if all of the year are.",
    range,
  ),
});

/** A market with recalls of its own, as answers name it: a country's ISO code, or EU. */
export const markets = ["US", "CA", "GB", "EU"] as const;
export type Market = (typeof markets)[number];

function abroad(
  market: Exclude<Market, "US">,
  { country, source, origin }: { readonly country: string; readonly source: string; readonly origin: string },
  example: Readonly<Record<string, unknown>>,
): VehicleRecords {
  const code = market.toLowerCase();
  return {
    name: `recall-campaign-${code}`,
    label: `Recalls: ${country}`,
    kind: "vehicle",
    table: `recall_campaign_${code}`,
    // The examples of recalls are those of the U.S.
    demo: "none",
    levels: ["make", "model", "campaign"],
    required: 3,
    undated: true,
    heading: [],
    record: campaignAbroad,
    origin: `\`vingate import ${source}\`: ${origin}.`,
    example: { ...exampleNames, ...example },
  };
}

/** The campaigns of the authorities outside the U.S., by market. */
export const campaignsAbroad: Readonly<Record<Exclude<Market, "US">, VehicleRecords>> = {
  CA: abroad(
    "CA",
    {
      country: "Canada",
      source: "recalls-ca",
      origin: "Transport Canada publishes every campaign by make, model and year",
    },
    {
      campaign: "2020123",
      manufacturer: "HONDA CANADA",
      component: "Fuel Supply",
      summary: "The fuel pump may fail.",
      consequence: "The engine may stall.",
      remedy: "Dealers replace the pump.",
      report_received_date: "2020-03-05",
      units_affected: "1200",
    },
  ),
  GB: abroad(
    "GB",
    {
      country: "Great Britain",
      source: "recalls-uk",
      origin: "DVSA publishes every campaign since 1992, with ranges of production and VINs",
    },
    {
      campaign: "R/2020/123",
      component: "ENGINE MAY STALL",
      summary: "The fuel pump may fail.",
      remedy: "Replace the pump.",
      report_received_date: "2020-03-05",
      ranges: [{ built_from: "2017-06-01", built_to: "2018-05-31" }],
    },
  ),
  EU: abroad(
    "EU",
    {
      country: "European Union",
      source: "recalls-eu",
      origin: "the Commission publishes the alerts of Safety Gate every week",
    },
    {
      campaign: "A12/00123/20",
      manufacturer: "Honda",
      component: "Passenger car",
      summary: "The fuel pump may fail.",
      remedy: "Recall of the product from end users",
      notes: "Notified by Germany",
      report_received_date: "2020-03-06",
      ranges: [{ built_from: "2017-06-01", built_to: "2018-05-31" }],
    },
  ),
};

/** Who announces the recalls of a market. */
export const authorities: Readonly<Record<Market, string>> = {
  US: "NHTSA",
  CA: "Transport Canada",
  GB: "DVSA",
  EU: "Safety Gate",
};
