import type { Queries } from "./database.ts";
import { type Dialect, Sql, type Value } from "./sql.ts";

/** What a column of the rows holds. */
export type ColumnType = "text" | "bigint";

/** Its values of all rows. */
export type Column = readonly (string | number)[];

// On SQLite a statement's text depends on its number of rows: few numbers, so that the compiled ones are kept.
const sqliteCounts = [256, 64, 8, 1] as const;
/** Bounds what one statement of PostgreSQL may take. */
const postgresRowsMax = 8192;

/**
 * One statement over many rows at once. `:rows` stands in its text for a table `v` of the rows, in their order, with
 * columns `column1`, `column2` and so on; `:value` for values that all rows share. SQLite is sent the rows as
 * `values`, some hundred a statement; PostgreSQL as an array of each column, thousands a statement.
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
   * What it returns for all rows, sent in their order before any answer is awaited. The values are bound
   * unchecked: texts must be without NUL, numbers finite.
   */
  async all(tx: Queries, columns: readonly Column[], shared: readonly Value[] = []): Promise<Row[]> {
    const answers = await Promise.all(
      this.#statements(tx.dialect, columns, shared, (one) => tx.all<Row>(one)),
    );
    return answers.length === 1 ? answers[0]! : answers.flat();
  }

  /** As `all`, where nothing is returned: the number of rows that it has written. */
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
        for (const column of columns) values.push(arrayText(column, from, from + count));
      else pushRows(values, columns, from, from + count);
      for (let index = this.#sharedBefore; index < shared.length; index++) values.push(shared[index]!);
      sent.push(send(new Sql(this.#partsFor(dialect, count), values)));
      from += count;
    }
    return sent;
  }

  /** The same array each time, by which a database knows the text again. */
  #partsFor(dialect: Dialect, count: number): readonly string[] {
    const key = dialect === "postgres" ? dialect : `${dialect} ${count}`;
    let parts = this.#parts.get(key);
    if (!parts) {
      const table = dialect === "postgres" ? unnestText(this.#types) : valuesText(this.#types, count);
      parts = this.#text.replace(":rows", () => table).split(":value");
      this.#parts.set(key, parts);
    }
    return parts;
  }
}

/** The rows' values one after another. An array that has its length is filled ten times as fast as one that grows. */
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
  const arrays = types.map((type) => `cast(:value as ${type}[])`);
  return `unnest(${arrays.join(", ")}) as v(${types.map((_, index) => `column${index + 1}`).join(", ")})`;
}

function valuesText(types: readonly ColumnType[], count: number): string {
  const row = `(${types.map(() => ":value").join(", ")})`;
  return `(values ${new Array<string>(count).fill(row).join(", ")}) as v`;
}

const special = /["\\]/g;

/** Part of a column as PostgreSQL reads an array. */
function arrayText(column: Column, from: number, to: number): string {
  if (typeof column[from] === "number") return `{${column.slice(from, to).join(",")}}`;
  const texts = (column as readonly string[]).slice(from, to);
  const joined = texts.join("");
  // Looked through once: few ids and names hold what must be escaped.
  if (!joined.includes('"') && !joined.includes("\\")) return `{"${texts.join('","')}"}`;
  return `{"${texts.map((text) => text.replace(special, "\\$&")).join('","')}"}`;
}
