import type { Database } from "../../../../database/database.ts";
import { name, sql } from "../../../../database/sql.ts";

/** The tables that the steps of a history write and read. */
const tables = [
  "proof_state",
  "proof_cut",
  "proof_day",
  "proof_log",
  "proof_month",
  "proof_epoch",
  "proof_done",
  "journal",
  "request_chunk",
  "usage_rejected",
  "credit_balance",
  "credit_grant",
  "credit_ledger",
  "setting",
] as const;

type Copy = "first" | "replica" | "backup";

const copyOf = (table: string, copy: Copy) => name(`${copy}_${table}`);

/** Copies of the database's tables: a replica, a backup, and what was there before the first history. */
export class KeptTables {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async make(): Promise<void> {
    for (const copy of ["first", "replica", "backup"] as const)
      for (const table of tables)
        await this.#db.run(sql`create table ${copyOf(table, copy)} as select * from ${name(table)}`);
  }

  keep(copy: Copy): Promise<void> {
    return this.#db.transaction(async (tx) => {
      for (const table of tables) {
        await tx.run(sql`delete from ${copyOf(table, copy)}`);
        await tx.run(sql`insert into ${copyOf(table, copy)} select * from ${name(table)}`);
      }
    });
  }

  putBack(copy: Copy): Promise<void> {
    return this.#db.transaction(async (tx) => {
      for (const table of tables) {
        await tx.run(sql`delete from ${name(table)}`);
        await tx.run(sql`insert into ${name(table)} select * from ${copyOf(table, copy)}`);
      }
    });
  }
}
