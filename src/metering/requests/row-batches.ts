import type { Queries } from "../../database/database.ts";
import { Sql, type Value } from "../../database/sql.ts";

// A statement's text depends on its number of rows: few numbers, so that the compiled ones are kept.
const rowCounts = [64, 8, 1] as const;

/** Inserts many rows, some in a statement, whose texts are put together once. */
export class RowBatches {
  readonly #statements: readonly { readonly count: number; readonly parts: readonly string[] }[];

  /** `into` is `insert into t (…)` with so many columns, `after` what follows the rows. */
  constructor(into: string, columns: number, after = "") {
    const row = `(${new Array(columns).fill("\0").join(", ")})`;
    this.#statements = rowCounts.map((count) => {
      const text = `${into} values ${new Array(count).fill(row).join(", ")} ${after}`;
      return { count, parts: text.split("\0") };
    });
  }

  /**
   * Inserts what `push` appends to the values for each, in their order, and sends all before it waits. The
   * values are bound unchecked: texts must be without NUL, numbers finite.
   */
  async write<T>(tx: Queries, each: readonly T[], push: (values: Value[], one: T) => void): Promise<void> {
    const sent: Promise<number>[] = [];
    for (let from = 0; from < each.length; ) {
      const { count, parts } = this.#statements.find((one) => one.count <= each.length - from)!;
      const values: Value[] = [];
      for (let index = from; index < from + count; index++) push(values, each[index]!);
      sent.push(tx.run(new Sql(parts, values)));
      from += count;
    }
    await Promise.all(sent);
  }
}
