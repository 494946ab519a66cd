import type { Database } from "../../../database/database.ts";
import { name, sql } from "../../../database/sql.ts";
import { demoDatasetName, type RecordFamily } from "../../families/record-family.ts";
import { sweepDatasets } from "./record-sweep.ts";

/** Counting millions of rows takes longer than a lookup may. */
const deadlineMs = 600_000;

/** Longer than lookups take to notice a new dataset, so that none reads rows that are being deleted. */
export const graceMsDefault = 1500;

/** Throws if a staged dataset does not have the rows that were written. */
export async function verifyCount(
  db: Database,
  { table }: RecordFamily,
  id: number,
  rows: number,
): Promise<void> {
  const kept = await db.transaction(
    (tx) => tx.get<{ rows: number }>(sql`select count(*) as rows from ${name(table)} where dataset = ${id}`),
    { repeatable: true, deadlineMs },
  );
  if (kept!.rows !== rows)
    throw new Error(`${rows} records were written to ${table}, but it has ${kept!.rows}`);
}

/**
 * Updates PostgreSQL's statistics of a table; without them the first lookups read whole tables. SQLite uses
 * the indexes anyway, and would read all of them for this.
 */
export async function gatherStatistics(db: Database, { table }: RecordFamily): Promise<void> {
  if (db.dialect === "postgres") await db.run(sql`analyze ${name(table)}`);
}

/**
 * Makes a staged dataset current in one transaction. The one before becomes the previous one, unless it is
 * the demo set. Resolves to whether lookups can still read rows that will be deleted.
 */
export async function makeCurrent(
  db: Database,
  family: RecordFamily,
  { id, rows, checksum }: { id: number; rows: number; checksum: string },
): Promise<boolean> {
  await countVehicles(db, family, id);
  return db.transaction(
    async (tx) => {
      const kept = await tx.run(sql`
        update dataset set state = 'former' where family = ${family.name} and state = 'previous'`);
      const demo = await tx.run(sql`
        update dataset set state = 'former'
        where family = ${family.name} and state = 'current' and name = ${demoDatasetName}`);
      await tx.run(sql`
        update dataset set state = 'previous' where family = ${family.name} and state = 'current'`);
      await tx.run(sql`
        update dataset set state = 'current', record_count = ${rows}, checksum = ${checksum} where id = ${id}`);
      return kept + demo > 0;
    },
    { repeatable: true },
  );
}

/** Counts a dataset's vehicles for the selectors of market values. */
async function countVehicles(db: Database, family: RecordFamily, id: number): Promise<void> {
  if (family.kind !== "event" || !family.vehicles) return;
  const [vehicles, table] = [name(family.vehicles), name(family.table)];
  await db.transaction(
    (tx) =>
      tx.run(sql`
        insert into ${vehicles} (dataset, year, make_key, make, model_key, model, latest_at)
        select dataset, year, make_key, min(make), model_key, min(model), max(at) from ${table}
        where dataset = ${id} and price > 0 and at > 0 group by dataset, year, make_key, model_key`),
    { repeatable: true, deadlineMs },
  );
}

/** Deletes rows that no lookup reads, once every node has noticed. */
export async function sweepFormer(
  db: Database,
  family: RecordFamily,
  waits: boolean,
  graceMs = graceMsDefault,
) {
  if (waits) await Bun.sleep(graceMs);
  await sweepDatasets(db, family, "former");
}
