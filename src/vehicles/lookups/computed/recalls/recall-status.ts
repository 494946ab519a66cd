import { recallFlags, recallTexts } from "../../../families/apis/open-recall.ts";
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

export type Recall = {
  readonly nhtsa_campaign_number: string;
  readonly matched_model: string;
  readonly match: Match;
  readonly recall_status: RecallStatus;
} & Readonly<Record<(typeof recallTexts)[number], string>> &
  Readonly<Record<(typeof recallFlags)[number], boolean>>;

/**
 * Campaigns as answers list them, the latest report first. A campaign says nothing of a single vehicle: without a
 * record of the VIN its status is unknown, never open.
 */
export function openRecalls(campaigns: readonly Campaign[], ofVin: readonly Stored[]): Recall[] {
  const recalls = campaigns.map(({ id, key, record, line }) => {
    const own = ofVin.find((one) => one.key === key);
    return {
      nhtsa_campaign_number: textOf(record.nhtsa_campaign_number) || id,
      ...(Object.fromEntries(recallTexts.map((name) => [name, textOf(record[name])])) as Record<
        (typeof recallTexts)[number],
        string
      >),
      ...(Object.fromEntries(recallFlags.map((name) => [name, record[name] === true])) as Record<
        (typeof recallFlags)[number],
        boolean
      >),
      matched_model: line.model,
      match: line.match,
      recall_status: own ? statusOf(own.record) : ("unknown" as const),
    };
  });
  const byDate = (a: Recall, b: Recall) => compare(b.report_received_date, a.report_received_date);
  return recalls.sort((a, b) => byDate(a, b) || compare(b.nhtsa_campaign_number, a.nhtsa_campaign_number));
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
