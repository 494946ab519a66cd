import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { RecordFamily, RecordRow } from "../../families/record-family.ts";
import type { RowValues } from "./record-insert.ts";
import { sweepDatasets } from "./record-sweep.ts";
import { type DatasetMeta, stageDataset } from "./staging.ts";
import { makeCurrent, sweepFormer, verifyCount } from "./swap.ts";

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
  /** Of every row, in the order given. */
  readonly checksum: string;
}

const rowsPerTransaction = 500;

/**
 * Loads records that are known to be right in place of those a family has: they are staged beside the current ones
 * in transactions of bounded size, counted, and become current all at once. A load that dies leaves nothing that is
 * answered, and the next one sweeps its rows away. Throws for a row that cannot be stored (`RecordError`) or whose
 * key was given before; the family then keeps what it had.
 */
export async function loadRecords<F extends RecordFamily>(
  db: Database,
  family: F,
  rows: Iterable<RecordRow<F>> | AsyncIterable<RecordRow<F>>,
  options: LoadOptions,
): Promise<Loaded> {
  await sweepDatasets(db, family, "staged");
  await sweepDatasets(db, family, "former");
  const staged = await stageDataset(db, family, options.dataset, options.now);
  let batch: RowValues[] = [];
  let count = 0;
  const flush = async () => {
    const full = batch;
    batch = [];
    const repeated = full.length > 0 ? await staged.write(full) : [];
    if (repeated.length > 0) throw new Error(`row ${count + repeated[0]! + 1} has the key of one before it`);
    count += full.length;
    options.progress?.(count);
    // SQLite's statements end at once: a process that also serves gets its turn here.
    await new Promise((resolve) => setImmediate(resolve));
  };
  try {
    for await (const row of rows) {
      batch.push(staged.encode(row));
      if (batch.length === rowsPerTransaction) await flush();
    }
    await flush();
    await verifyCount(db, family, staged.id, count);
  } catch (error) {
    await staged.drop();
    throw error;
  }
  const loaded = { id: staged.id, rows: count, checksum: staged.checksum() };
  const waits = await makeCurrent(db, family, loaded);
  await sweepFormer(db, family, waits, options.graceMs);
  return loaded;
}

/** Takes a family's records away, or only those of the dataset named so; resolves to how many there were. */
export async function removeRecords(db: Database, family: RecordFamily, named?: string): Promise<number> {
  const current = await db.get<{ name: string; record_count: number }>(
    sql`select name, record_count from dataset where family = ${family.name} and state = 'current'`,
  );
  if (!current || (named !== undefined && current.name !== named)) return 0;
  await db.run(sql`
    update dataset set state = 'former'
    where family = ${family.name} and state in ('current', 'previous')`);
  await sweepDatasets(db, family, "former");
  return current.record_count;
}
