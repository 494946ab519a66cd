import { z } from "zod";
import { answer, listOf, text, texts, vehicleNames } from "../answer-schemas.ts";
import { exampleNames, exampleVin } from "../examples.ts";
import type { LookupApi } from "../family.ts";
import type { VehicleRecords, VinRecords } from "../record-family.ts";
import { campaignSchema } from "./recall-texts.ts";
import { abroadTexts, campaignsAbroad, markets } from "./recalls-abroad.ts";

const nhtsaNumber = "NHTSA's number of the campaign, for example 20V123000.";

const status = z.enum(["open", "completed", "unknown"]);

export const recallCampaigns: VehicleRecords = {
  name: "recall-campaign",
  label: "Recall campaigns",
  kind: "vehicle",
  table: "recall_campaign",
  levels: ["make", "model", "campaign"],
  required: 3,
  heading: [],
  record: campaignSchema,
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
  id: { name: "nhtsa_campaign_number", about: nhtsaNumber },
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

const matched = vehicleNames("make", "model").extend({
  match: match.describe(
    "How sure the name is: `exact` (the VIN states all of it), `close` (part of it follows from weight, fuel, body, engine or a range of VINs), `model` (it may be another line of the model).",
  ),
  note: text.describe('Why campaigns of the name may not concern the vehicle; `""` if its line is certain.'),
});

const elsewhere = "; only in answers for other markets than the U.S.";

/** The market of an answer that is not for the U.S. */
export const marketOf = {
  market: z.enum(markets).optional().describe(`The market whose campaigns are listed${elsewhere}`),
  authority: text.optional().describe(`Who announces the market's recalls${elsewhere}`),
};

const described = Object.entries(abroadTexts).map(([name, meaning]) => [
  name,
  text.optional().describe(`${meaning.slice(0, -1)}${elsewhere}`),
]);

/** A campaign as answers list it. */
export const listedCampaign = texts({
  nhtsa_campaign_number: `${nhtsaNumber.slice(0, -1)}; empty if another authority announces it.`,
}).extend({
  ...campaignSchema.shape,
  ...marketOf,
  campaign_number: text.optional().describe(`The authority's number of the campaign${elsewhere}`),
  ...(Object.fromEntries(described) as Record<keyof typeof abroadTexts, z.ZodOptional<z.ZodString>>),
  matched_model: text.describe("The name of `matched_models` under which the file has the campaign."),
  match: match.describe("How sure that name is."),
});

/** The names under which a file has the vehicle's line. */
export const matchedModels = listOf(
  "The names under which the file of recalls has the vehicle's line, the surest first.",
  matched,
);

/** What a 404 of recalls does not prove. */
export const recallsUnproven = "This does not prove that nothing was recalled.";

const OpenRecalls = answer(
  "OpenRecalls",
  vehicleNames("vin", "year", "make", "model").extend({
    ...marketOf,
    recall_count: z.int().describe("The number of recalls listed."),
    matched_models: matchedModels,
    recalls: listOf(
      "The recalls of the vehicle's line, and of the VIN if they are known.",
      listedCampaign.extend({
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
  records: [recallCampaigns, recallCompletions, ...Object.values(campaignsAbroad)],
  families: [
    {
      noun: "OpenRecalls",
      title: "Recall campaigns",
      base: "/open-recall",
      tag: "Open recall lookup",
      namings: ["vin"],
      from: { kind: "computed", needs: recallCampaigns },
      market: true,
      response: OpenRecalls,
      absence: recallsUnproven,
    },
  ],
};
