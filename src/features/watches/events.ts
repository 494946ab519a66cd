import type { EventDeclaration } from "../../outbox/declared-events.ts";
import type { NamedDataset } from "../../outbox/events.ts";

/** A record of a watched VIN that was added, removed or changed; its contents are what a lookup costs. */
export interface ChangedRecord {
  readonly change: "added" | "removed" | "changed";
  /** The number of a lot, a listing or a campaign; "" in families with one record of a VIN. */
  readonly id: string;
  /** When its event happened; null if unknown. */
  readonly date: string | null;
  /** The members whose values differ, of a changed record. */
  readonly members?: readonly string[];
}

/** What changed for a watched VIN when the current dataset of a family did. */
export interface WatchChange {
  readonly subscription_id: string;
  readonly vin: string;
  /** The API whose answer for the VIN has changed. */
  readonly family: string;
  /** The path of that lookup. */
  readonly lookup: string;
  readonly changed_at: string;
  /** Null if the family has no dataset now, or had none. */
  readonly dataset: NamedDataset | null;
  readonly former_dataset: NamedDataset | null;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** The latest of them, at most 100. */
  readonly records: readonly ChangedRecord[];
  /** Those that `records` does not contain. */
  readonly records_omitted: number;
}

declare module "../../outbox/events.ts" {
  interface EventData {
    readonly "watch.changed": WatchChange;
  }
}

/** The events of watched VINs. */
export const watchEvents: readonly EventDeclaration[] = [
  {
    type: "watch.changed",
    causedByOthers: true,
    meaning: "The records of a watched VIN have changed. The path in `lookup` returns the current records.",
    data: {
      subscription_id: "shop",
      vin: "5J6RW2H59JL990075",
      family: "auction",
      lookup: "/auction/5J6RW2H59JL990075",
      changed_at: "2026-11-21T08:00:00.000Z",
      dataset: { name: "house", version: "2026-11-21" },
      former_dataset: { name: "house", version: "2026-11-20" },
      added: 1,
      removed: 0,
      changed: 0,
      records: [{ change: "added", id: "4711", date: "2026-11-20T00:00:00.000Z" }],
      records_omitted: 0,
    },
  },
];
