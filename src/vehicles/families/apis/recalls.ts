import { z } from "zod";
import { answer, listOf, vehicleNames } from "../answer-schemas.ts";
import type { LookupApi } from "../family.ts";
import { listedCampaign, marketOf, matchedModels, recallCampaigns, recallsUnproven } from "./open-recall.ts";
import { campaignsAbroad, markets } from "./recalls-abroad.ts";

const { authority } = marketOf;

const Recalls = answer(
  "Recalls",
  vehicleNames("year", "make", "model").extend({
    market: z.enum(markets).describe("The market whose campaigns are listed."),
    authority: authority.unwrap().describe("Who announces the market's recalls."),
    recall_count: z.int().describe("The number of recalls listed."),
    matched_models: matchedModels,
    recalls: listOf("The recalls of the vehicle's line.", listedCampaign),
  }),
);

export const recalls: LookupApi = {
  id: "recalls",
  displayName: "Recalls",
  description: "Recall campaigns by year, make and model.",
  group: "History",
  extension: true,
  byVin: "open-recall",
  families: [
    {
      noun: "Recalls",
      title: "Recall campaigns",
      description:
        "The name is found among those of the authority's file: `exact`, or `model` if a campaign may concern another line of the model.",
      base: "/recalls",
      tag: "Recalls",
      namings: ["ymm"],
      selector: { base: "/recalls/options", tag: "Recall options", steps: ["year", "make", "model"] },
      from: {
        kind: "computed",
        named: [recallCampaigns, ...Object.values(campaignsAbroad)],
        ofRecordsAlone: true,
      },
      market: true,
      response: Recalls,
      absence: recallsUnproven,
    },
  ],
};
