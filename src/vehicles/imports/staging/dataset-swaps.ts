import { uuidv7 } from "../../../base/ids.ts";
import type { Queries } from "../../../database/database.ts";
import { type Sql, sql } from "../../../database/sql.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import { watchedBy } from "../../families/watched.ts";
import { changesByReader, findReadDataset } from "./reader-changes.ts";

interface CurrentDataset {
  readonly id: number;
  readonly name: string;
  readonly version: string;
  readonly records: number;
}

function findCurrent(tx: Queries, family: string): Promise<CurrentDataset | undefined> {
  return tx.get<CurrentDataset>(sql`
    select id, name, version, record_count as records from dataset where family = ${family} and state = 'current'`);
}

/** Runs a change of a family's datasets. If another one is current after it, notes the swap and writes its event. */
export async function swapDataset(
  tx: Queries,
  family: string,
  at: number,
  change: () => Promise<unknown>,
): Promise<void> {
  const former = await findCurrent(tx, family);
  await change();
  const latter = await findCurrent(tx, family);
  if (former?.id === latter?.id) return;
  if (!former || !latter || !(await isReadAgain(tx, former.id, latter.id)))
    await noteSwap(tx, family, { former: former?.id ?? null, latter: latter?.id ?? null, at });
  const dataset = latter ? { name: latter.name, version: latter.version, records: latter.records } : null;
  const data = { family, dataset };
  await writeEvent(tx, at, { type: "dataset.changed", owner: { callersOf: family }, data });
}

/** Whether two datasets are one file, read by two readers: the vehicles have not changed then. */
async function isReadAgain(tx: Queries, former: number, latter: number): Promise<boolean> {
  const [one, other] = [await findReadDataset(tx, former), await findReadDataset(tx, latter)];
  return one !== undefined && other !== undefined && changesByReader(one, other) === "all";
}

/**
 * Notes that a family's watched VINs are to be compared. Nothing is noted while no VIN is watched: the comparison
 * would keep the former dataset.
 */
async function noteSwap(
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
