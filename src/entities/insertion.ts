import { clockText } from "../database/clock.ts";
import type { Queries } from "../database/database.ts";
import { type Column, type ColumnType, RowsStatement } from "../database/rows-statement.ts";
import { type Dialect, Sql } from "../database/sql.ts";

/** How rows are inserted; `end`: what happens to those that are there. */
interface Inserting {
  readonly table: string;
  readonly columns: readonly string[];
  readonly types: readonly ColumnType[];
  /** A column with the database's time, after the others. */
  readonly insertedAt: string | undefined;
  readonly end: string;
}

/** A statement that inserts any number of rows. */
export class Insertion {
  readonly #many: RowsStatement<never>;
  /** On PostgreSQL a single wide row is inserted in two thirds of the time that arrays of one take. */
  readonly #one: Readonly<Record<Dialect, readonly string[]>>;

  constructor({ table, columns, types, insertedAt, end }: Inserting) {
    const clock = insertedAt === undefined ? [] : [":clock"];
    const names = [...columns, ...(insertedAt === undefined ? [] : [insertedAt])];
    const into = `insert into ${table} (${names.join(", ")})`;
    const cells = [...columns.map((_, index) => `v.column${index + 1}`), ...clock];
    this.#many = new RowsStatement(`${into} select ${cells.join(", ")} from :rows where true ${end}`, types);
    const row = `${into} values (${[...columns.map(() => ":value"), ...clock].join(", ")}) ${end}`;
    const one = (dialect: Dialect) => row.replace(":clock", clockText[dialect]).split(":value");
    this.#one = { sqlite: one("sqlite"), postgres: one("postgres") };
  }

  /** Resolves to the number of rows that are written. */
  async run(tx: Queries, values: readonly Column[]): Promise<number> {
    const { length } = values[0]!;
    if (length === 0) return 0;
    if (length > 1) return this.#many.run(tx, values);
    return tx.run(
      new Sql(
        this.#one[tx.dialect],
        values.map((column) => column[0]!),
      ),
    );
  }
}
