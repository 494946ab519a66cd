import type { Database } from "../../../database/database.ts";
import { join, name, type Sql, sql } from "../../../database/sql.ts";
import type { RecordFamily, RecordRow } from "../../families/record-family.ts";
import { keyRanges } from "./key-ranges.ts";
import { columnsOf } from "./record-columns.ts";
import { createInsert, type RecordInsert, type RowValues } from "./record-insert.ts";
import { dropDataset } from "./record-sweep.ts";
import { RowChecksum } from "./row-checksum.ts";
import { RowMemory } from "./row-memory.ts";

/** Metadata of a dataset; responses name it in `x-data-source`. */
export interface DatasetMeta {
  readonly name: string;
  readonly version: string;
  /** The publisher or owner of the records. */
  readonly source: string;
  readonly licence: string;
}

/** An incomplete dataset, which no lookup reads. */
export interface Staging<Row> {
  readonly id: number;
  /** Throws `RecordError` for a row that cannot be stored. */
  encode(row: Row): RowValues;
  /** The index of a column in an encoded row; -1 if the table does not have it. */
  indexOf(column: string): number;
  /**
   * Writes the rows encoded since the last call in one transaction; resolves to the indexes of those whose
   * key exists. Their bodies are released.
   */
  write(rows: readonly RowValues[]): Promise<readonly number[]>;
  /**
   * Copies another dataset's records with keys that this one does not have, all or those of a condition; resolves to
   * their number.
   */
  keep(dataset: number, step: (kept: number) => Promise<void>, those?: Sql): Promise<number>;
  /** `RowChecksum` of the rows encoded so far. */
  checksum(): string;
  drop(): Promise<void>;
}

/** Creates a dataset of a family. */
export async function stageDataset<F extends RecordFamily>(
  db: Database,
  family: F,
  meta: DatasetMeta,
  now: number,
): Promise<Staging<RecordRow<F>>> {
  const made = await db.get<{ id: number }>(sql`
    insert into dataset (family, state, name, version, source, licence, record_count, checksum, loaded_at)
    values (${family.name}, 'staged', ${meta.name}, ${meta.version}, ${meta.source}, ${meta.licence}, 0, '', ${now})
    returning id`);
  const { id } = made!;
  const memory = new RowMemory();
  const checksum = new RowChecksum();
  const insert = createInsert(family, id, { memory, checksum });
  return {
    id,
    encode: insert.encode,
    indexOf: insert.indexOf,
    async write(rows) {
      const taken = memory.take();
      const repeated = await writeRows(db, insert, rows);
      memory.release(taken);
      return repeated;
    },
    keep: (dataset, step, those) => keepRows(db, family, { from: dataset, to: id, those }, step),
    checksum: () => checksum.text,
    drop: () => dropDataset(db, family, id),
  };
}

/** Rolls back a batch with existing keys, to write it again and learn which they are. */
class RepeatedKey extends Error {}

/**
 * Writes rows in the order of their keys: neighbors share pages of the index, and each page is written once.
 * The first row of a key is written.
 */
async function writeRows(
  db: Database,
  insert: Pick<RecordInsert<never>, "run" | "runReturning" | "keyIndexes">,
  rows: readonly RowValues[],
): Promise<readonly number[]> {
  const keys = rows.map((row) => keyText(insert.keyIndexes.map((index) => row[index]!)));
  const order = rows.map((_, index) => index).sort((a, b) => compare(keys[a]!, keys[b]!) || a - b);
  const repeated: number[] = [];
  const first: number[] = [];
  let last: string | undefined;
  for (const index of order) {
    if (keys[index] === last) repeated.push(index);
    else first.push(index);
    last = keys[index];
  }
  const distinct = first.map((index) => rows[index]!);
  const there = await writeDistinct(db, insert, distinct);
  return [...repeated, ...there.map((at) => first[at]!)].sort((a, b) => a - b);
}

async function writeDistinct(
  db: Database,
  insert: Pick<RecordInsert<never>, "run" | "runReturning" | "keyIndexes">,
  rows: readonly RowValues[],
): Promise<readonly number[]> {
  try {
    await db.transaction(
      async (tx) => {
        if ((await insert.run(tx, rows)) < rows.length) throw new RepeatedKey();
      },
      { repeatable: true },
    );
    return [];
  } catch (error) {
    if (!(error instanceof RepeatedKey)) throw error;
  }
  const written = await db.transaction((tx) => insert.runReturning(tx, rows), { repeatable: true });
  const known = new Set(written.map(keyText));
  return rows.flatMap((row, index) => {
    const key = insert.keyIndexes.map((index) => row[index]!);
    return known.has(keyText(key)) ? [] : [index];
  });
}

/** A key's values as one unique text: no value contains a NUL character. */
const keyText = (key: RowValues): string => key.join("\0");

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

async function keepRows(
  db: Database,
  family: RecordFamily,
  {
    from,
    to,
    those = sql`1 = 1`,
  }: { readonly from: number; readonly to: number; readonly those?: Sql | undefined },
  step: (kept: number) => Promise<void>,
): Promise<number> {
  const table = name(family.table);
  const columns = join(
    columnsOf(family).map((column) => name(column.name)),
    ", ",
  );
  let kept = 0;
  for await (const within of keyRanges(db, family, from)) {
    // "where" must precede "on conflict", which SQLite would otherwise read as a join's condition.
    kept += await db.run(sql`
      insert into ${table} (dataset, ${columns}) select ${to}, ${columns} from ${table}
      where dataset = ${from} and ${within(family.table)} and ${those} on conflict do nothing`);
    await step(kept);
  }
  return kept;
}
