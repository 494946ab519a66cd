import type { Queries } from "../../database/database.ts";
import { Sql, type Value } from "../../database/sql.ts";

// A statement's text depends on its number of rows. A few numbers keep the prepared statements few.
const rowCounts = [64, 8, 1] as const;

/**
 * Inserts many rows, several in a statement. Unlike `RowsStatement` it sends no arrays to PostgreSQL: the quotation
 * marks of JSON would have to be escaped in them.
 */
export class RowBatches {
  readonly #statements: readonly { readonly count: number; readonly parts: readonly string[] }[];

  /** `into` is `insert into t (…)` with `columns` columns. */
  constructor(into: string, columns: number) {
    const row = `(${new Array(columns).fill("\0").join(", ")})`;
    this.#statements = rowCounts.map((count) => {
      const text = `${into} values ${new Array(count).fill(row).join(", ")}`;
      return { count, parts: text.split("\0") };
    });
  }

  /**
   * Inserts what `push` appends to the values for each item, in their order. All statements are sent before the first
   * answer is awaited. The values are bound unchecked: texts must be without NUL, numbers finite.
   */
  async write<T>(tx: Queries, items: readonly T[], push: (values: Value[], item: T) => void): Promise<void> {
    const sent: Promise<number>[] = [];
    for (let from = 0; from < items.length; ) {
      const { count, parts } = this.#statements.find((one) => one.count <= items.length - from)!;
      const values: Value[] = [];
      for (let index = from; index < from + count; index++) push(values, items[index]!);
      sent.push(tx.run(new Sql(parts, values)));
      from += count;
    }
    await Promise.all(sent);
  }
}
