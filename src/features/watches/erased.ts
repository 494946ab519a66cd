import { list, sql } from "../../database/sql.ts";
import { watchedBy } from "../../vehicles/families/watched.ts";
import type { NoteErased } from "../../vehicles/imports/datasets/erase.ts";
import type { DifferingRecord } from "./comparison/differing.ts";
import { watchChange } from "./comparison/watch-event.ts";
import { watchersOf } from "./comparison/watchers.ts";
import { writeChanges } from "./comparison/write-changes.ts";

/** Writes the events of watched VINs whose records are erased. */
export const noteErased: NoteErased = async (tx, { family, dataset, rows, at }) => {
  const lookup = watchedBy(family);
  if (!lookup) return;
  const removed = rows.map(
    (row): DifferingRecord => ({
      vin: String(row.vin),
      change: "removed",
      id: String(row.id),
      at: Number(row.at ?? 0),
    }),
  );
  const byVin = Map.groupBy(removed, ({ vin }) => vin);
  const watches = await tx.all<{ vin: string; list: number }>(sql`
    select vin, list from watched_vin
    where vin in (${list([...byVin.keys()])}) and families & ${lookup.bit} <> 0 order by vin, list`);
  if (watches.length === 0) return;
  const watchers = await watchersOf(tx, new Set(watches.map((one) => one.list)), lookup.api, at);
  const named = { name: dataset.name, version: dataset.version };
  const source = { family: lookup.api, at, dataset: named, former_dataset: named };
  const changes = watches.flatMap(({ vin, list }) => {
    const subscriptionId = watchers.get(list);
    return subscriptionId ? [watchChange(source, { vin, subscriptionId }, byVin.get(vin)!)] : [];
  });
  await writeChanges(tx, at, changes);
};
