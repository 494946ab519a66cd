import type { Queries } from "../../database/database.ts";
import { Sql, type Value } from "../../database/sql.ts";

// A statement's text depends on its number of rows: few numbers, so that the compiled ones are kept.
const rowCounts = [256, 64, 8, 1] as const;

/**
 * One statement over many rows at once: `(values …)` stands where the text has `:rows`, and its columns are
 * `column1`, `column2` and so on in both databases. `:value` stands for values that all rows share.
 */
export class ValuesStatement<Row> {
  readonly #statements: readonly { readonly count: number; readonly parts: readonly string[] }[];
  readonly #sharedBefore: number;

  /** `row` is one row of values: `(:value, cast(:value as bigint))`. */
  constructor(text: string, row: string) {
    const [before = "", after = ""] = text.split(":rows");
    this.#sharedBefore = before.split(":value").length - 1;
    this.#statements = rowCounts.map((count) => {
      const rows = `(values ${new Array<string>(count).fill(row).join(", ")})`;
      return { count, parts: `${before}${rows}${after}`.split(":value") };
    });
  }

  /**
   * What it returns for all tuples, sent in their order before any answer is awaited. The values are bound
   * unchecked: texts must be without NUL, numbers finite.
   */
  async all(tx: Queries, tuples: readonly (readonly Value[])[], shared: readonly Value[]): Promise<Row[]> {
    const sent: Promise<Row[]>[] = [];
    for (let from = 0; from < tuples.length; ) {
      const { count, parts } = this.#statements.find((one) => one.count <= tuples.length - from)!;
      const values = shared.slice(0, this.#sharedBefore);
      for (let index = from; index < from + count; index++)
        for (const value of tuples[index]!) values.push(value);
      for (let index = this.#sharedBefore; index < shared.length; index++) values.push(shared[index]!);
      sent.push(tx.all<Row>(new Sql(parts, values)));
      from += count;
    }
    return (await Promise.all(sent)).flat();
  }
}
