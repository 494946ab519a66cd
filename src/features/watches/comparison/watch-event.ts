import { isoTime } from "../../../base/clock.ts";
import type { ChangedRecord, WatchChange } from "../events.ts";
import type { DifferingRecord } from "./differing.ts";

/** So many records are in one event; a lookup has all. */
export const recordsMax = 100;
const membersMax = 50;
const textMax = 200;

/** The source of a change: which lookup, and what replaced what. */
export type ChangeSource = Pick<WatchChange, "family" | "dataset" | "former_dataset"> & {
  readonly at: number;
};

/** The event of one VIN for one subscription: at most some 100 KB, and without the contents of records. */
export function watchChange(
  { at, ...source }: ChangeSource,
  { vin, subscriptionId }: { readonly vin: string; readonly subscriptionId: string },
  changes: readonly DifferingRecord[],
): WatchChange {
  const count = (kind: DifferingRecord["change"]) => changes.filter(({ change }) => change === kind).length;
  const records = changes.slice(0, recordsMax).map(shown);
  const { family, dataset, former_dataset } = source;
  return {
    subscription_id: subscriptionId,
    vin,
    family,
    lookup: `/${family}/${vin}`,
    changed_at: isoTime(at),
    dataset,
    former_dataset,
    added: count("added"),
    removed: count("removed"),
    changed: count("changed"),
    records,
    records_omitted: changes.length - records.length,
  };
}

function shown({ change, id, at, members }: DifferingRecord): ChangedRecord {
  return {
    change,
    id: id.slice(0, textMax),
    date: at > 0 ? isoTime(at) : null,
    ...(members && { members: members.slice(0, membersMax) }),
  };
}
