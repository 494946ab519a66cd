import { name, type Sql, sql } from "../database/sql.ts";
import type { WaitingMessages } from "../decisions/restoring.ts";
import { countOf } from "../entities/list.ts";

interface WaitingRows {
  readonly shown: string;
  readonly table: string;
  /** Those that wait and were written before a moment. */
  where(before: number): Sql;
  /** What is set of those that are not sent any more. */
  drop(before: number): Sql;
}

/** Messages that wait as rows of a table. */
export const waitingRows = ({ shown, table, where, drop }: WaitingRows): WaitingMessages => ({
  shown,
  async count(db, before) {
    return countOf(db, sql`${name(table)} where ${where(before)}`);
  },
  drop: (tx, before) => tx.run(sql`update ${name(table)} set ${drop(before)} where ${where(before)}`),
});

/** Events that are due: one of a later time is not sent yet. */
export const writtenBefore = (before: number): Sql => sql`created_at < ${before} and due_at < ${before}`;
