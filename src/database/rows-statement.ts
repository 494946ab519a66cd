import { clockText } from "./clock.ts";
import type { Queries } from "./database.ts";
import { type Dialect, Sql, type Value } from "./sql.ts";

/** A column of the rows; only one that is named so contains null. */
export type ColumnType = "text" | "bigint" | "bytea" | "text null" | "bigint null" | "bytea null";

/** Its values in all rows. */
export type Column = readonly Value[];

// On SQLite a statement's text depends on its number of rows; a few numbers keep the compiled statements few.
const sqliteCounts = [256, 64, 8, 1] as const;
/** Limits the size of one statement on PostgreSQL. */
const postgresRowsMax = 8192;

/**
 * One statement over many rows. `:rows` in its text stands for a table `v` of the rows, in order, with
 * columns `column1`, `column2` and so on; `:value` for values that all rows share; `:clock` for the
 * database's time. SQLite receives the rows
 * as `values`, some hundred per statement; PostgreSQL as an array per column, thousands per statement.
 */
export class RowsStatement<Row> {
  readonly #types: readonly ColumnType[];
  readonly #text: string;
  readonly #sharedBefore: number;
  readonly #parts = new Map<string, readonly string[]>();

  constructor(text: string, types: readonly ColumnType[]) {
    this.#text = text;
    this.#types = types;
    this.#sharedBefore = text.split(":rows")[0]!.split(":value").length - 1;
  }

  /**
   * The returned rows for all rows; all statements are sent before the first result is awaited. The values
   * are bound unchecked: texts must be without NUL, numbers finite.
   */
  async all(tx: Queries, columns: readonly Column[], shared: readonly Value[] = []): Promise<Row[]> {
    const answers = await Promise.all(
      this.#statements(tx.dialect, columns, shared, (one) => tx.all<Row>(one)),
    );
    return answers.length === 1 ? answers[0]! : answers.flat();
  }

  /** As `all`, but resolves to the number of rows written. */
  async run(tx: Queries, columns: readonly Column[], shared: readonly Value[] = []): Promise<number> {
    const counts = await Promise.all(this.#statements(tx.dialect, columns, shared, (one) => tx.run(one)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  #statements<T>(
    dialect: Dialect,
    columns: readonly Column[],
    shared: readonly Value[],
    send: (statement: Sql) => Promise<T>,
  ): Promise<T>[] {
    const sent: Promise<T>[] = [];
    const length = columns[0]!.length;
    for (let from = 0; from < length; ) {
      const count = countOf(dialect, length - from);
      const values = shared.slice(0, this.#sharedBefore);
      if (dialect === "postgres")
        columns.forEach((column, index) => {
          values.push(arrayText(column, this.#types[index]!, from, from + count));
        });
      else pushRows(values, columns, from, from + count);
      for (let index = this.#sharedBefore; index < shared.length; index++) values.push(shared[index]!);
      sent.push(send(new Sql(this.#partsFor(dialect, count), values)));
      from += count;
    }
    return sent;
  }

  /** Always the same array, by which a database recognizes the text. */
  #partsFor(dialect: Dialect, count: number): readonly string[] {
    const key = dialect === "postgres" ? dialect : `${dialect} ${count}`;
    let parts = this.#parts.get(key);
    if (!parts) {
      const table = dialect === "postgres" ? unnestText(this.#types) : valuesText(this.#types, count);
      parts = this.#text
        .replace(":rows", () => table)
        .replaceAll(":clock", clockText[dialect])
        .split(":value");
      this.#parts.set(key, parts);
    }
    return parts;
  }
}

/**
 * The rows' values one after another. Filling an array of known length is ten times as fast as growing one.
 */
function pushRows(values: Value[], columns: readonly Column[], from: number, to: number): void {
  const width = columns.length;
  let place = values.length;
  values.length += (to - from) * width;
  for (let index = from; index < to; index++)
    for (let column = 0; column < width; column++) values[place++] = columns[column]![index]!;
}

function countOf(dialect: Dialect, rest: number): number {
  if (dialect === "postgres") return Math.min(rest, postgresRowsMax);
  return sqliteCounts.find((count) => count <= rest)!;
}

function unnestText(types: readonly ColumnType[]): string {
  const arrays = types.map((type) => `cast(:value as ${type.split(" ", 1)[0]}[])`);
  return `unnest(${arrays.join(", ")}) as v(${types.map((_, index) => `column${index + 1}`).join(", ")})`;
}

function valuesText(types: readonly ColumnType[], count: number): string {
  const row = `(${types.map(() => ":value").join(", ")})`;
  return `(values ${new Array<string>(count).fill(row).join(", ")}) as v`;
}

const special = /["\\]/g;

/** Part of a column in PostgreSQL's array syntax. */
function arrayText(column: Column, type: ColumnType, from: number, to: number): string {
  if (type === "bigint") return `{${column.slice(from, to).join(",")}}`;
  if (type !== "text") return `{${column.slice(from, to).map(elementText).join(",")}}`;
  const texts = (column as readonly string[]).slice(from, to);
  const joined = texts.join("");
  // Checked once, because few IDs and names have characters to escape.
  if (!joined.includes('"') && !joined.includes("\\")) return `{"${texts.join('","')}"}`;
  return `{${texts.map(elementText).join(",")}}`;
}

function elementText(value: Value): string {
  if (value === null) return "null";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return `"${value.replace(special, "\\$&")}"`;
  return `"\\\\x${Buffer.from(value).toString("hex")}"`;
}
