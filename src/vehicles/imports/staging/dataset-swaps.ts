import { uuidv7 } from "../../../base/ids.ts";
import type { Queries } from "../../../database/database.ts";
import { type Sql, sql } from "../../../database/sql.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import { watchedBy } from "../../families/watched.ts";

/** The current dataset of a family, for `noteSwap`. */
export async function currentDataset(tx: Queries, family: string): Promise<number | null> {
  const row = await tx.get<{ id: number }>(
    sql`select id from dataset where family = ${family} and state = 'current'`,
  );
  return row?.id ?? null;
}

/**
 * Notes in the transaction that changes a family's current dataset that its watched VINs are to be compared. Nothing
 * is noted while no VIN is watched: the comparison would keep the former dataset.
 */
export async function noteSwap(
  tx: Queries,
  family: string,
  {
    former,
    latter,
    at,
  }: { readonly former: number | null; readonly latter: number | null; readonly at: number },
): Promise<void> {
  if (!watchedBy({ name: family })) return;
  await tx.run(sql`
    insert into dataset_swap (id, family, former, latter, at, after_vin, after_list, events, claim, claimed_until)
    select ${uuidv7(at)}, ${family}, ${former}, ${latter}, ${at}, '', 0, 0, null, 0
    where exists (select 1 from watch_list where watches > 0)`);
}

/** Whether a dataset's rows are still to be compared. */
export const isInSwap: Sql = sql`
  exists (select 1 from dataset_swap where former = dataset.id or latter = dataset.id)`;

/** Writes the event of a family whose current dataset has changed, in the transaction that changes it. */
export async function reportSwap(tx: Queries, family: string, at: number): Promise<void> {
  const row = await tx.get<{ name: string; version: string; records: number }>(sql`
    select name, version, record_count as records from dataset where family = ${family} and state = 'current'`);
  const data = { family, dataset: row ?? null };
  await writeEvent(tx, at, { type: "dataset.changed", owner: { callersOf: family }, data });
}
