import type { Queries } from "../../database/database.ts";
import { join, name, raw, Sql, sql, type Value } from "../../database/sql.ts";
import type { TableShape } from "../../database/table-shapes.ts";

/** Half of what a statement may have: longer ones are not faster. */
const valuesMost = 16_384;
const rowsMost = 512;
/** The text of larger rows in an array takes longer than their values. */
const arrayRowBytes = 1024;

type Rows = readonly (readonly Value[])[];

/** Inserts rows of one table, many per statement: on PostgreSQL small ones as an array per column, which it reads faster. */
export class TableLoader {
  readonly #head: string;
  readonly #width: number;
  readonly #rowsMax: number;
  readonly #full: readonly string[];
  readonly #arrays: readonly string[];

  constructor(shape: Pick<TableShape, "name" | "columns" | "types">, columns = shape.columns) {
    const names = join(
      columns.map((column) => name(column)),
      ", ",
    );
    const into = sql`insert into ${name(shape.name)} (${names})`.parts[0]!;
    const arrays = columns.map((column) => {
      const type = shape.types[shape.columns.indexOf(column)];
      return new Sql(["cast(", ` as ${type}[])`], [""]);
    });
    this.#head = `${into} values (`;
    this.#arrays = sql`${raw(into)} select * from unnest(${join(arrays, ", ")})`.parts;
    this.#width = columns.length;
    this.#rowsMax = Math.max(1, Math.min(rowsMost, Math.floor(valuesMost / columns.length)));
    // Always the same array, by which a database recognizes the text.
    this.#full = this.#parts(this.#rowsMax);
  }

  /** `bytes` is about how many all rows have. */
  async insert(tx: Queries, rows: Rows, bytes: number): Promise<void> {
    if (tx.dialect === "postgres" && bytes <= rows.length * arrayRowBytes) {
      const columns = Array.from({ length: this.#width }, (_, column) => arrayText(rows, column));
      await tx.run(new Sql(this.#arrays, columns));
      return;
    }
    for (let from = 0; from < rows.length; from += this.#rowsMax) {
      const some = rows.slice(from, from + this.#rowsMax);
      const parts = some.length === this.#rowsMax ? this.#full : this.#parts(some.length);
      await tx.run(new Sql(parts, some.flat()));
    }
  }

  #parts(rows: number): string[] {
    const parts = [this.#head];
    for (let row = 0; row < rows; row++) {
      for (let column = 1; column < this.#width; column++) parts.push(", ");
      parts.push(row === rows - 1 ? ")" : "), (");
    }
    return parts;
  }
}

/** A column of the rows in PostgreSQL's array syntax. */
function arrayText(rows: Rows, column: number): string {
  return `{${rows.map((row) => elementText(row[column]!)).join(",")}}`;
}

const special = /["\\]/g;

function elementText(value: Value): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return `"${value.replace(special, "\\$&")}"`;
  return `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}"`;
}

/** Lets PostgreSQL compress large values of this transaction by LZ4, if it has it: its own way takes half of a restore. */
export async function compressQuickly(tx: Queries): Promise<void> {
  await tx.all(sql`
    select set_config(name, 'lz4', true) from pg_settings
    where name = 'default_toast_compression' and 'lz4' = any(enumvals)`);
}
