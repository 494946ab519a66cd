import type { Queries } from "../../database/database.ts";
import { join, name, Sql, sql, type Value } from "../../database/sql.ts";

/** Half of what a statement may have: longer ones are not faster. */
const valuesMost = 16_384;
const rowsMost = 512;

/** Inserts rows of one table, many per statement. */
export class TableLoader {
  readonly #head: string;
  readonly #width: number;
  readonly #rowsMax: number;
  readonly #full: readonly string[];

  constructor(table: string, columns: readonly string[]) {
    const names = join(
      columns.map((column) => name(column)),
      ", ",
    );
    this.#head = sql`insert into ${name(table)} (${names}) values (`.parts[0]!;
    this.#width = columns.length;
    this.#rowsMax = Math.max(1, Math.min(rowsMost, Math.floor(valuesMost / columns.length)));
    // Always the same array, by which a database recognizes the text.
    this.#full = this.#parts(this.#rowsMax);
  }

  async insert(tx: Queries, rows: readonly (readonly Value[])[]): Promise<void> {
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
