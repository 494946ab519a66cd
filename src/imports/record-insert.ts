import type { Queries } from "../database/database.ts";
import { InvalidValue, join, list, name, Sql, sql, type Value } from "../database/sql.ts";
import { BodyError } from "../families/body.ts";
import type { RecordFamily, RecordRow } from "../families/record-family.ts";
import { RecordError } from "./import-error.ts";
import { columnsOf } from "./record-columns.ts";

/** A row's values in the order of its table's columns. */
export type RowValues = readonly Value[];

/** Writes rows of one dataset into a family's table, many with each statement. */
export interface RecordInsert<Row> {
  /** Throws `RecordError` for a row that cannot be stored; every value but the dataset goes into the digest. */
  encode(row: Row): RowValues;
  /** Resolves to the number of rows written: those whose key is there already are not. */
  run(tx: Queries, rows: readonly RowValues[]): Promise<number>;
}

const rowsPerStatement = 100;

/** Prepares the insertion: the statement of a full batch is put together once. */
export function createInsert<F extends RecordFamily>(
  family: F,
  dataset: number,
  digest: { update(part: string | Uint8Array): unknown },
): RecordInsert<RecordRow<F>> {
  const columns = columnsOf(family);
  const names = ["dataset", ...columns.map((column) => column.name)];
  const head = sql`insert into ${name(family.table)} (${join(
    names.map((column) => name(column)),
    ", ",
  )}) values `;
  const partsFor = (rows: number): string[] => {
    const parts = [`${head.parts[0]}(`];
    for (let row = 0; row < rows; row++) {
      for (let column = 1; column < names.length; column++) parts.push(", ");
      parts.push(row === rows - 1 ? ") on conflict do nothing" : "), (");
    }
    return parts;
  };
  const full = partsFor(rowsPerStatement);
  return {
    encode(row) {
      // A list refuses what no database takes: a NUL in a text, a number that is none.
      const { values } = storable(() => list(columns.map((column) => column.value(row))));
      for (const value of values) digest.update(value instanceof Uint8Array ? value : `${value}\n`);
      return [dataset, ...values];
    },
    async run(tx, rows) {
      let written = 0;
      for (let from = 0; from < rows.length; from += rowsPerStatement) {
        const some = rows.slice(from, from + rowsPerStatement);
        const parts = some.length === rowsPerStatement ? full : partsFor(some.length);
        written += await tx.run(new Sql(parts, some.flat()));
      }
      return written;
    },
  };
}

function storable(encode: () => Sql): Sql {
  try {
    return encode();
  } catch (error) {
    if (error instanceof BodyError || error instanceof InvalidValue)
      throw new RecordError("", "", error.message);
    throw error;
  }
}
