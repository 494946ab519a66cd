import type { Database } from "../../../database/database.ts";
import { join, name, sql } from "../../../database/sql.ts";
import type { RecordFamily, RecordRow } from "../../families/record-family.ts";
import { keyRanges } from "./key-ranges.ts";
import { columnsOf } from "./record-columns.ts";
import { createInsert, type RecordInsert, type RowValues } from "./record-insert.ts";
import { dropDataset } from "./record-sweep.ts";
import { RowChecksum } from "./row-checksum.ts";
import { RowMemory } from "./row-memory.ts";

/** What is told of a dataset: answers name it in `x-data-source`, as `demo` when that is its name. */
export interface DatasetMeta {
  readonly name: string;
  readonly version: string;
  /** Where the records come from, for people. */
  readonly source: string;
  readonly licence: string;
}

/** A dataset in the making: nothing answers from its rows. */
export interface Staging<Row> {
  readonly id: number;
  /** Throws `RecordError` for a row that cannot be stored. */
  encode(row: Row): RowValues;
  /** Where a column stands in an encoded row; -1 for one that the table has not. */
  indexOf(column: string): number;
  /**
   * Writes the rows that were encoded since it was called last, in one transaction; resolves to the places of those
   * whose key is there already. Their bodies are gone then.
   */
  write(rows: readonly RowValues[]): Promise<readonly number[]>;
  /** Adds what another dataset of the family has under keys that this one has not; resolves to how many. */
  keep(dataset: number, step: (kept: number) => Promise<void>): Promise<number>;
  /** Of every row encoded so far, in their order. */
  checksum(): string;
  drop(): Promise<void>;
}

/** Begins a dataset of a family. */
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
      memory.releaseCredits(taken);
      return repeated;
    },
    keep: (dataset, step) => keepRows(db, family, dataset, id, step),
    checksum: () => checksum.text,
    drop: () => dropDataset(db, family, id),
  };
}

/** Rolls a batch back in which keys are there already, to write it again and learn which. */
class RepeatedKey extends Error {}

/**
 * Rows go in by their keys: neighbours share pages of the index, and each page is written once. Of rows with one key
 * the first counts.
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

/** A key's values as one text, which no other key has: no value holds a NUL character. */
const keyText = (key: RowValues): string => key.join("\0");

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

async function keepRows(
  db: Database,
  family: RecordFamily,
  from: number,
  to: number,
  step: (kept: number) => Promise<void>,
): Promise<number> {
  const table = name(family.table);
  const columns = join(
    columnsOf(family).map((column) => name(column.name)),
    ", ",
  );
  let kept = 0;
  for await (const within of keyRanges(db, family, from)) {
    // "where" must stand before "on conflict": SQLite would take the latter for a join's condition.
    kept += await db.run(sql`
      insert into ${table} (dataset, ${columns}) select ${to}, ${columns} from ${table}
      where dataset = ${from} and ${within(family.table)} on conflict do nothing`);
    await step(kept);
  }
  return kept;
}
