import { recallFlags, recallTexts } from "../../../families/apis/recall-texts.ts";
import { abroadTexts, authorities, type Market } from "../../../families/apis/recalls-abroad.ts";
import type { Match } from "../../names/subject.ts";

export type RecallStatus = "open" | "completed" | "unknown";

/** A campaign, or its record for one vehicle; `key` is the campaign number's. */
export interface Stored {
  readonly id: string;
  readonly key: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/** A campaign, with the name that it was found by and how well that name fits the vehicle. */
export interface Campaign extends Stored {
  readonly line: { readonly model: string; readonly match: Match };
}

type TextsOf<Name extends string> = Readonly<Record<Name, string>>;

/** A campaign as answers list it. */
export type ListedCampaign = {
  readonly nhtsa_campaign_number: string;
  readonly matched_model: string;
  readonly match: Match;
} & TextsOf<(typeof recallTexts)[number]> &
  Readonly<Record<(typeof recallFlags)[number], boolean>>;

export type Recall = ListedCampaign & { readonly recall_status: RecallStatus };

/** Campaigns of a market as answers list them, the latest first; campaigns outside the U.S. name their authority. */
export function listCampaigns(campaigns: readonly Campaign[], market: Market): ListedCampaign[] {
  return latestFirst(campaigns).map((campaign) => listed(campaign, market));
}

/**
 * The same, each with its status. A campaign does not identify single vehicles: without a record of the VIN its
 * status is unknown, never open.
 */
export function openRecalls(
  campaigns: readonly Campaign[],
  ofVin: readonly Stored[],
  market: Market = "US",
): Recall[] {
  return latestFirst(campaigns).map((campaign) => {
    const own = ofVin.find((one) => one.key === campaign.key);
    return { ...listed(campaign, market), recall_status: own ? statusOf(own.record) : ("unknown" as const) };
  });
}

function listed({ id, record, line }: Campaign, market: Market): ListedCampaign {
  const textsOf = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, textOf(record[name])])) as TextsOf<Name>;
  const flags = Object.fromEntries(recallFlags.map((name) => [name, record[name] === true]));
  return {
    nhtsa_campaign_number: market === "US" ? textOf(record.nhtsa_campaign_number) || id : "",
    ...textsOf(recallTexts),
    ...(flags as Record<(typeof recallFlags)[number], boolean>),
    ...(market !== "US" && {
      market,
      authority: authorities[market],
      campaign_number: id,
      ...textsOf(Object.keys(abroadTexts)),
    }),
    matched_model: line.model,
    match: line.match,
  };
}

function latestFirst(campaigns: readonly Campaign[]): readonly Campaign[] {
  const day = ({ record }: Campaign) => textOf(record.report_received_date);
  return campaigns.toSorted((a, b) => compare(day(b), day(a)) || compare(b.id, a.id));
}

/** A record of a vehicle's recall means completed, unless it has another status. */
function statusOf({ recall_status: status }: Stored["record"]): RecallStatus {
  return status === "open" || status === "unknown" ? status : "completed";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
