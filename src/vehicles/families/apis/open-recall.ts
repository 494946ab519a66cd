import { z } from "zod";
import { answer, flags, listOf, named, text, texts } from "../answer-schemas.ts";
import { exampleNames, exampleVin } from "../examples.ts";
import type { LookupApi } from "../family.ts";
import type { VehicleRecords, VinRecords } from "../record-family.ts";

const campaignNumber = { nhtsa_campaign_number: "NHTSA's number of the campaign, for example 20V123000." };

const status = z.enum(["open", "completed", "unknown"]);

const campaignTexts = {
  manufacturer: "The maker that recalls.",
  component: "The component concerned.",
  summary: "The fault.",
  consequence: "What can happen.",
  remedy: "What the maker does about it.",
  notes: "Remarks.",
  report_received_date: "The day on which NHTSA received the report, YYYY-MM-DD.",
};
const campaignFlags = {
  park_it: "Whether the vehicle should not be driven.",
  park_outside: "Whether the vehicle should be parked outside.",
  over_the_air_update: "Whether an update over the air remedies it.",
};
const campaign = texts(campaignTexts).extend(flags(campaignFlags).shape);

/** The members of a campaign's record. */
export const recallTexts = Object.keys(campaignTexts) as (keyof typeof campaignTexts)[];
export const recallFlags = Object.keys(campaignFlags) as (keyof typeof campaignFlags)[];

export const recallCampaigns: VehicleRecords = {
  name: "recall-campaign",
  label: "Recall campaigns",
  kind: "vehicle",
  table: "recall_campaign",
  levels: ["make", "model", "campaign"],
  required: 3,
  heading: [],
  record: campaign,
  origin: "`vingate import recalls`: NHTSA publishes every campaign.",
  example: {
    ...exampleNames,
    campaign: "20V123000",
    manufacturer: "Honda (American Honda Motor Co.)",
    component: "FUEL SYSTEM, GASOLINE",
    summary: "The fuel pump may fail.",
    consequence: "The engine may stall.",
    remedy: "Dealers replace the pump.",
    report_received_date: "2020-03-04",
    park_it: false,
  },
};

export const recallCompletions: VinRecords = {
  name: "recall-completion",
  label: "Completed recalls",
  kind: "vin",
  table: "recall_completion",
  heading: [],
  id: { name: "nhtsa_campaign_number", about: campaignNumber.nhtsa_campaign_number },
  record: z.looseObject({
    recall_status: status.default("completed").describe("`completed` when the row has no status."),
    completed_at: text.describe("YYYY-MM-DD."),
    source: text.describe("Who reported it."),
  }),
  origin: "Manufacturers' VIN look-ups under contract; your own workshops.",
  example: {
    vin: exampleVin,
    nhtsa_campaign_number: "20V123000",
    recall_status: "completed",
    completed_at: "2021-05-06",
  },
};

const match = z.enum(["exact", "close", "model"]);

const matched = named("make", "model").extend({
  match: match.describe(
    "How sure the name is: `exact` (the VIN states all of it), `close` (part of it follows from weight, fuel, body or engine), `model` (it may be another line of the model).",
  ),
  note: text.describe('Why campaigns of the name may not concern the vehicle; `""` if its line is certain.'),
});

const OpenRecalls = answer(
  "OpenRecalls",
  named("vin", "year", "make", "model").extend({
    recall_count: z.int().describe("The number of recalls listed."),
    matched_models: listOf(
      "The names under which the file of recalls has the vehicle's line, the surest first.",
      matched,
    ),
    recalls: listOf(
      "The recalls of the vehicle's line, and of the VIN if they are known.",
      texts(campaignNumber).extend({
        ...campaign.shape,
        matched_model: text.describe("The name of `matched_models` under which the file has the campaign."),
        match: match.describe("How sure that name is."),
        recall_status: status.describe("Whether this vehicle's recall is open, if a record says so."),
      }),
    ),
  }),
);

export const openRecall: LookupApi = {
  id: "open-recall",
  displayName: "Open recalls",
  description: "Recall campaigns of a VIN's line, and this vehicle's recall status.",
  group: "History",
  records: [recallCampaigns, recallCompletions],
  families: [
    {
      noun: "OpenRecalls",
      title: "Recall campaigns",
      base: "/open-recall",
      tag: "Open recall lookup",
      namings: ["vin"],
      from: { kind: "computed", needs: recallCampaigns },
      response: OpenRecalls,
      absence: "This does not prove that nothing was recalled.",
    },
  ],
};
