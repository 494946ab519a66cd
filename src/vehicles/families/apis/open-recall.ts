import { z } from "zod";
import type { LookupApi } from "../family.ts";
import type { VehicleRecords, VinRecords } from "../record-family.ts";
import { answer, texts } from "../shape.ts";

export const recallCampaigns: VehicleRecords = {
  name: "recall-campaign",
  kind: "vehicle",
  table: "recall_campaign",
  levels: ["make", "model", "campaign"],
  required: 3,
  heading: [],
};

export const recallCompletions: VinRecords = {
  name: "recall-completion",
  kind: "vin",
  table: "recall_completion",
  heading: [],
  several: true,
};

/** What a campaign's record says, as texts and as conditions. */
export const recallTexts = [
  "manufacturer",
  "component",
  "summary",
  "consequence",
  "remedy",
  "notes",
  "report_received_date",
] as const;
export const recallFlags = ["park_it", "park_outside", "over_the_air_update"] as const;

const flags = Object.fromEntries(recallFlags.map((name) => [name, z.boolean()]));

const OpenRecalls = answer(
  "OpenRecalls",
  texts("vin", "year", "make", "model").extend({
    recall_count: z.int(),
    recalls: z.array(
      texts("nhtsa_campaign_number", ...recallTexts).extend({
        ...flags,
        recall_status: z.enum(["open", "completed", "unknown"]),
      }),
    ),
  }),
);

export const openRecall: LookupApi = {
  id: "open-recall",
  displayName: "Open recalls",
  description: "Recall campaigns of a VIN's model, and what is known of that vehicle.",
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
      absence: "It is no proof that nothing was recalled.",
    },
  ],
};
