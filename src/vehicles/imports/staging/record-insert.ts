import type { Queries } from "../../../database/database.ts";
import { InvalidValue, join, name, Sql, sql, storable, type Value } from "../../../database/sql.ts";
import { BodyError, type BodyText } from "../../families/body.ts";
import type { RecordFamily, RecordRow } from "../../families/record-family.ts";
import { RecordError } from "../input/import-error.ts";
import { keyColumns } from "./key-ranges.ts";
import { requireAnswerable, requireNames } from "./record-bounds.ts";
import { type Column, columnsOf } from "./record-columns.ts";
import type { RowChecksum } from "./row-checksum.ts";
import type { RowMemory } from "./row-memory.ts";

/** A row's values in the order of its table's columns. */
export type RowValues = readonly Value[];

/** Writes rows of one dataset into a family's table, many per statement. */
export interface RecordInsert<Row> {
  /** Throws `RecordError` for a row that cannot be stored. Bodies are stored in the memory. */
  encode(row: Row): RowValues;
  /** The index of a column in a row; -1 if the table does not have it. */
  indexOf(column: string): number;
  /** The indexes of the key's columns after the dataset. */
  readonly keyIndexes: readonly number[];
  /** Resolves to the number of rows written; rows whose key exists are not. */
  run(tx: Queries, rows: readonly RowValues[]): Promise<number>;
  /** The same; resolves to the keys of the rows written. */
  runReturning(tx: Queries, rows: readonly RowValues[]): Promise<RowValues[]>;
}

const rowsPerStatement = 250;

/** Prepares the insertion; the statement of a full batch is built once. */
export function createInsert<F extends RecordFamily>(
  family: F,
  dataset: number,
  { memory, checksum }: { readonly memory: RowMemory; readonly checksum: RowChecksum },
): RecordInsert<RecordRow<F>> {
  const columns = columnsOf(family);
  const names = ["dataset", ...columns.map((column) => column.name)];
  const keys = keyColumns(family);
  const plainly = statements(family, names, "");
  const returning = statements(family, names, ` returning ${keys.map((key) => `"${key}"`).join(", ")}`);
  return {
    encode(row) {
      // All values first: nothing may be stored of a row whose last value is invalid.
      const given = givenValues(columns, row);
      const values: Value[] = [dataset];
      let text = "";
      for (const value of given) {
        if (typeof value === "object" && value !== null) {
          const body = memory.body(value);
          checksum.add(text);
          checksum.add(body);
          values.push(body);
          text = "";
        } else {
          values.push(value);
          text += `${value}\n`;
        }
      }
      if (text !== "") checksum.add(text);
      return values;
    },
    indexOf: (column) => names.indexOf(column),
    keyIndexes: keys.map((key) => names.indexOf(key)),
    async run(tx, rows) {
      let written = 0;
      for (const statement of plainly(rows)) written += await tx.run(statement);
      return written;
    },
    async runReturning(tx, rows) {
      const written: RowValues[] = [];
      for (const statement of returning(rows))
        for (const row of await tx.all<Record<string, Value>>(statement))
          written.push(keys.map((key) => row[key]!));
      return written;
    },
  };
}

function givenValues<Row>(columns: readonly Column<Row>[], row: Row): (string | number | null | BodyText)[] {
  let characters = 0;
  const given = (column: Column<Row>) => {
    if (column.type === "blob") {
      const body = column.body(row);
      requireAnswerable(body);
      return body;
    }
    const value = column.value(row);
    storable(value);
    if (typeof value === "string") characters += value.length;
    return value;
  };
  try {
    const values = columns.map(given);
    requireNames(characters);
    return values;
  } catch (error) {
    if (error instanceof BodyError || error instanceof InvalidValue)
      throw new RecordError("", "", error.message);
    throw error;
  }
}

/** Divides rows into statements that end with `end`. */
function statements({ table }: RecordFamily, names: readonly string[], end: string) {
  const head = sql`insert into ${name(table)} (${join(
    names.map((column) => name(column)),
    ", ",
  )}) values `;
  const partsFor = (rows: number): string[] => {
    const parts = [`${head.parts[0]}(`];
    for (let row = 0; row < rows; row++) {
      for (let column = 1; column < names.length; column++) parts.push(", ");
      parts.push(row === rows - 1 ? `) on conflict do nothing${end}` : "), (");
    }
    return parts;
  };
  const full = partsFor(rowsPerStatement);
  return function* (rows: readonly RowValues[]): Generator<Sql> {
    for (let from = 0; from < rows.length; from += rowsPerStatement) {
      const some = rows.slice(from, from + rowsPerStatement);
      yield new Sql(some.length === rowsPerStatement ? full : partsFor(some.length), some.flat());
    }
  };
}
