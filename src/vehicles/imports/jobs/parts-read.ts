import type { Sql } from "../../../database/sql.ts";
import type { RecordRow } from "../../families/record-family.ts";
import type { Parts } from "../sources/source.ts";

/** The share of an input's rows from which it counts as containing a part. */
const shareMin = 0.05;

/** Counts the rows of each part of an input. */
export class PartsRead {
  readonly #parts: Parts | undefined;
  readonly #rows = new Map<string, number>();

  constructor(parts: Parts | undefined) {
    this.#parts = parts;
  }

  add(row: RecordRow): void {
    if (!this.#parts) return;
    const part = this.#parts.of(row);
    this.#rows.set(part, (this.#rows.get(part) ?? 0) + 1);
  }

  /** The condition of stored records of other parts; undefined if an input contains everything. */
  others(): Sql | undefined {
    const all = [...this.#rows.values()].reduce((sum, rows) => sum + rows, 0);
    const contained = [...this.#rows].filter(([, rows]) => rows >= all * shareMin).map(([part]) => part);
    return this.#parts?.others(contained);
  }
}
