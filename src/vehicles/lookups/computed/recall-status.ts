import { recallFlags, recallTexts } from "../../families/apis/open-recall.ts";

export type RecallStatus = "open" | "completed" | "unknown";

/** A campaign, or its record for one vehicle; `key` is the campaign number's. */
export interface Stored {
  readonly id: string;
  readonly key: string;
  readonly record: Readonly<Record<string, unknown>>;
}

export type Recall = {
  readonly nhtsa_campaign_number: string;
  readonly recall_status: RecallStatus;
} & Readonly<Record<(typeof recallTexts)[number], string>> &
  Readonly<Record<(typeof recallFlags)[number], boolean>>;

/**
 * Campaigns as answers list them, the latest report first. A campaign says nothing of a single vehicle: without a
 * record of the VIN its status is unknown, never open.
 */
export function openRecalls(campaigns: readonly Stored[], ofVin: readonly Stored[]): Recall[] {
  const recalls = campaigns.map(({ id, key, record }) => {
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
