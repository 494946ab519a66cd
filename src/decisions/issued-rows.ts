import type { Queries } from "../database/database.ts";
import { join, list, name, sql } from "../database/sql.ts";
import { decide, seal } from "./decisions.ts";
import type { DecisionKind } from "./kind.ts";

export type Row = Readonly<Record<string, string | number | null>>;

interface Issued {
  /** The row, as JSON. */
  readonly sealed: string;
  /** What is known without the master key. */
  readonly plain?: Row;
}

interface IssuedRows {
  readonly name: string;
  readonly shown: string;
  readonly table: string;
  /** Makes sure that no later row is numbered as one that came back. */
  continueNumbers?(tx: Queries, plain: Row): Promise<unknown>;
}

/** Rows that are issued, never change, and are seen by others. */
export interface RowsIssued extends DecisionKind<Issued> {
  /** Inserts a row, and decides that it stays. False if an equal one is there. */
  issue(tx: Queries, row: Row, plain?: Row): Promise<boolean>;
}

/** Inserts a row of named columns. False if one with the same unique columns is there. */
export const insertRow = async (tx: Queries, table: string, row: Row): Promise<boolean> =>
  (await tx.run(sql`
    insert into ${name(table)} (${join(Object.keys(row).map(name), ", ")}) values (${list(Object.values(row))})
    on conflict do nothing`)) > 0;

/** Declares that rows of a table, once issued, come back whole. They are sealed: they can name people. */
export function issuedRows({ name: kind, shown, table, continueNumbers }: IssuedRows): RowsIssued {
  const declared: RowsIssued = {
    name: kind,
    group: "issued",
    shown,
    unconfirmed: "free",
    async issue(tx, row, plain) {
      const isNew = await insertRow(tx, table, row);
      if (isNew) decide(tx, declared, { sealed: seal(tx, row, kind), ...(plain && { plain }) });
      return isNew;
    },
    async replay(tx, { sealed, plain }, { open }) {
      if (plain) await continueNumbers?.(tx, plain);
      return Number(await insertRow(tx, table, JSON.parse(open(sealed, kind)) as Row));
    },
  };
  return declared;
}
