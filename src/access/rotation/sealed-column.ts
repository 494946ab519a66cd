import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";

export interface SealedRow {
  readonly id: string;
  readonly context: string;
  readonly sealed: Uint8Array;
}

/** A column of sealed values: one page after an ID, and the change of one value that is still the same. */
export interface SealedColumn {
  page(db: Queries, after: string): Promise<SealedRow[]>;
  update(row: SealedRow, sealed: Uint8Array): Sql;
}

/** How many rows are read at a time. */
export const pageRows = 500;

/** A column whose values are named in the vault by the row's ID. */
export function columnOf(table: Sql, id: Sql, column: Sql, contextOf: (id: string) => string): SealedColumn {
  return {
    async page(db, after) {
      const rows = await db.all<{ id: string; sealed: Uint8Array }>(sql`
        select ${id} as id, ${column} as sealed from ${table} where ${id} > ${after} and ${column} is not null
        order by ${id} limit ${pageRows}`);
      return rows.map(({ id: found, sealed }) => ({ id: found, context: contextOf(found), sealed }));
    },
    update: (row, sealed) => sql`
      update ${table} set ${column} = ${sealed} where ${id} = ${row.id} and ${column} = ${row.sealed}`,
  };
}
