import type { Database } from "../database/database.ts";
import { name, sql } from "../database/sql.ts";
import type { RecordFamily, RecordRow } from "../families/record-family.ts";
import { createInsert, type RowValues } from "./record-insert.ts";
import { dropDataset, sweepDatasets } from "./record-sweep.ts";

/** What is told of a dataset: answers name it in `x-data-source`, as `demo` when that is its name. */
export interface DatasetMeta {
  readonly name: string;
  readonly version: string;
  /** Where the records come from, for people. */
  readonly source: string;
  readonly licence: string;
}

export interface LoadOptions {
  readonly dataset: DatasetMeta;
  readonly now: number;
  /** Called after each batch with the records written so far. */
  readonly progress?: (done: number) => void;
  /** How long replaced records stay for lookups that have not noticed. */
  readonly graceMs?: number;
}

export interface Loaded {
  readonly id: number;
  readonly rows: number;
  /** SHA-256 of every row, in the order given. */
  readonly checksum: string;
}

const rowsPerTransaction = 500;
/** Longer than lookups take to notice a new dataset: none reads from one whose rows are being deleted. */
const graceMsDefault = 1500;

/**
 * Loads a family's records in place of those it has: they are staged beside the current ones in
 * transactions of bounded size, counted, and become current all at once. A load that dies leaves
 * nothing that is answered, and the next one sweeps its rows away. Throws `RecordError` for a row
 * that cannot be stored; the family then keeps what it had.
 */
export async function loadRecords<F extends RecordFamily>(
  db: Database,
  family: F,
  rows: Iterable<RecordRow<F>> | AsyncIterable<RecordRow<F>>,
  options: LoadOptions,
): Promise<Loaded> {
  await sweepDatasets(db, family, "staged");
  await sweepDatasets(db, family, "former");
  const id = await stageDataset(db, family, options);
  const digest = new Bun.CryptoHasher("sha256");
  const insert = createInsert(family, id, digest);
  let batch: RowValues[] = [];
  let count = 0;
  const flush = async () => {
    const full = batch;
    batch = [];
    if (full.length > 0) await db.transaction((tx) => insert.run(tx, full), { repeatable: true });
    count += full.length;
    options.progress?.(count);
    // SQLite's statements end at once: a process that also serves gets its turn here.
    await new Promise((resolve) => setImmediate(resolve));
  };
  try {
    for await (const row of rows) {
      batch.push(insert.encode(row));
      if (batch.length === rowsPerTransaction) await flush();
    }
    await flush();
  } catch (error) {
    await dropDataset(db, family, id);
    throw error;
  }
  const loaded = { id, rows: count, checksum: digest.digest("hex") };
  if (await swap(db, family, loaded)) await Bun.sleep(options.graceMs ?? graceMsDefault);
  await sweepDatasets(db, family, "former");
  return loaded;
}

/** Takes a family's records away, or only those of the dataset named so; resolves to how many there were. */
export async function removeRecords(db: Database, family: RecordFamily, named?: string): Promise<number> {
  const current = await db.get<{ name: string; record_count: number }>(
    sql`select name, record_count from dataset where family = ${family.name} and state = 'current'`,
  );
  if (!current || (named !== undefined && current.name !== named)) return 0;
  await db.run(sql`update dataset set state = 'former' where family = ${family.name} and state = 'current'`);
  await sweepDatasets(db, family, "former");
  return current.record_count;
}

async function stageDataset(
  db: Database,
  family: RecordFamily,
  { dataset, now }: LoadOptions,
): Promise<number> {
  const { name, version, source, licence } = dataset;
  const made = await db.get<{ id: number }>(sql`
    insert into dataset (family, state, name, version, source, licence, record_count, checksum, loaded_at)
    values (${family.name}, 'staged', ${name}, ${version}, ${source}, ${licence}, 0, '', ${now}) returning id`);
  return made!.id;
}

/** Makes a staged dataset the current one; resolves to whether it took another's place. */
async function swap(db: Database, family: RecordFamily, { id, rows, checksum }: Loaded): Promise<boolean> {
  const { table } = family;
  const kept = await db.get<{ rows: number }>(
    sql`select count(*) as rows from ${name(table)} where dataset = ${id}`,
  );
  if (kept!.rows !== rows) {
    await dropDataset(db, family, id);
    throw new Error(`${rows} records were written to ${table}, ${kept!.rows} are there`);
  }
  if (family.kind === "event" && family.vehicles)
    await db.run(sql`
      insert into ${name(family.vehicles)} (dataset, year, make_key, make, model_key, model, latest_at)
      select dataset, year, make_key, min(make), model_key, min(model), max(at) from ${name(table)}
      where dataset = ${id} and price > 0 and at > 0 group by dataset, year, make_key, model_key`);
  const replaced = await db.transaction(
    async (tx) => {
      const former = await tx.run(sql`
        update dataset set state = 'former' where family = ${family.name} and state = 'current'`);
      await tx.run(sql`
        update dataset set state = 'current', record_count = ${rows}, checksum = ${checksum} where id = ${id}`);
      return former;
    },
    { repeatable: true },
  );
  return replaced > 0;
}
