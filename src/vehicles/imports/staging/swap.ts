import type { Database, Queries } from "../../../database/database.ts";
import { name, sql } from "../../../database/sql.ts";
import { countOf } from "../../../entities/list.ts";
import { demoDatasetName, type RecordFamily } from "../../families/record-family.ts";
import { isInSwap, swapDataset } from "./dataset-swaps.ts";
import { keyRanges } from "./key-ranges.ts";
import { sweepDatasets } from "./record-sweep.ts";

/** Longer than lookups take to notice a new dataset, so that none reads rows that are being deleted. */
export const graceMsDefault = 1500;

/** Between the steps of an import; throws to end it. */
type Step = () => Promise<void>;

/** Throws if a staged dataset does not have the rows that were written. */
export async function verifyCount(
  db: Database,
  family: RecordFamily,
  { id, rows }: { readonly id: number; readonly rows: number },
  step: Step,
): Promise<void> {
  const { table } = family;
  let kept = 0;
  for await (const within of keyRanges(db, family, id)) {
    kept += await countOf(db, sql`${name(table)} where dataset = ${id} and ${within(table)}`);
    await step();
  }
  if (kept !== rows) throw new Error(`${rows} records were written to ${table}, but it has ${kept}`);
}

/**
 * Updates PostgreSQL's statistics of a table; without them the first lookups read whole tables. SQLite uses
 * the indexes anyway, and would read all of them for this.
 */
export async function gatherStatistics(db: Database, { table }: RecordFamily): Promise<void> {
  if (db.dialect === "postgres") await db.run(sql`analyze ${name(table)}`);
}

/**
 * Makes a staged dataset current in one transaction, of which `recorded` is a part. The one before becomes the
 * previous one. A demo set that replaces another one leaves the previous dataset as it is.
 */
export async function makeCurrent(
  db: Database,
  family: RecordFamily,
  made: { id: number; rows: number; checksum: string; version: string; reader: number; at: number },
  recorded: (tx: Queries) => Promise<void>,
): Promise<void> {
  const { id, rows, checksum, version, reader, at } = made;
  await db.transaction(
    async (tx) => {
      await recorded(tx);
      await swapDataset(tx, family.name, at, async () => {
        const made = await tx.get<{ name: string }>(sql`select name from dataset where id = ${id}`);
        const isDemo = made?.name === demoDatasetName;
        if (!isDemo)
          await tx.run(sql`
            update dataset set state = 'former' where family = ${family.name} and state = 'previous'`);
        await tx.run(sql`
          update dataset set state = ${isDemo ? "former" : "previous"}
          where family = ${family.name} and state = 'current'`);
        await tx.run(sql`
          update dataset set state = 'current', version = ${version}, record_count = ${rows}, checksum = ${checksum},
            reader = ${reader}
          where id = ${id}`);
      });
    },
    { repeatable: true },
  );
}

/** Counts a dataset's vehicles for the selectors of market values. */
export async function countVehicles(
  db: Database,
  family: RecordFamily,
  id: number,
  step: Step,
): Promise<void> {
  if (family.kind !== "event" || !family.vehicles) return;
  const [vehicles, table] = [name(family.vehicles), name(family.table)];
  for await (const within of keyRanges(db, family, id)) {
    // "where" must precede "on conflict", which SQLite would otherwise read as a join's condition.
    await db.run(sql`
      insert into ${vehicles} (dataset, year, make_key, make, model_key, model, latest_at)
      select dataset, year, make_key, min(make), model_key, min(model), max(at) from ${table}
      where dataset = ${id} and ${within(family.table)} and price > 0 and at > 0
      group by dataset, year, make_key, model_key
      on conflict (dataset, year, make_key, model_key) do update set
        make = case when excluded.make < ${vehicles}.make then excluded.make else ${vehicles}.make end,
        model = case when excluded.model < ${vehicles}.model then excluded.model else ${vehicles}.model end,
        latest_at = case when excluded.latest_at > ${vehicles}.latest_at then excluded.latest_at
          else ${vehicles}.latest_at end`);
    await step();
  }
}

/** Deletes rows that no lookup reads, once every node has noticed. */
export async function sweepFormer(
  db: Database,
  family: RecordFamily,
  step: Step,
  graceMs = graceMsDefault,
): Promise<void> {
  const former = await db.get(
    sql`select id from dataset where family = ${family.name} and state = 'former' and not ${isInSwap} limit 1`,
  );
  if (!former) return;
  for (const until = performance.now() + graceMs; performance.now() < until; await Bun.sleep(100))
    await step();
  await sweepDatasets(db, family, "former", step);
}
