import type { Database, Queries, TransactionOptions } from "../../src/database/database.ts";
import { CommitUnknown, DatabaseUnavailable } from "../../src/database/errors.ts";
import type { Sql } from "../../src/database/sql.ts";
import { standFor } from "../../src/database/transaction.ts";

/** A database that fails during transactions. */
export interface Interrupted extends Database {
  /** Fails instead of the statement after this many; undefined never fails. Replaces an earlier failure, and happens once. */
  failAfter(statements: number | undefined): void;
  /** Commits the next transaction and loses its response. */
  loseCommit(): void;
  /** Whether the last requested failure has happened. */
  readonly interrupted: boolean;
}

export function interruptible(db: Database): Interrupted {
  let left: number | undefined;
  let lose = false;
  let interrupted = false;
  const step = () => {
    if (left === undefined) return;
    if (left === 0) {
      left = undefined;
      interrupted = true;
      throw new DatabaseUnavailable("interrupted");
    }
    left -= 1;
  };
  const wrap = (queries: Queries): Queries => ({
    dialect: queries.dialect,
    all: async <T>(statement: Sql) => {
      step();
      return queries.all<T>(statement);
    },
    get: async <T>(statement: Sql) => {
      step();
      return queries.get<T>(statement);
    },
    run: async (statement) => {
      step();
      return queries.run(statement);
    },
  });
  return {
    ...wrap(db),
    silentMs: 0,
    async transaction<T>(work: (tx: Queries) => Promise<T>, options?: TransactionOptions): Promise<T> {
      const result = await db.transaction((tx) => work(standFor(tx, wrap(tx))), options);
      if (!lose) return result;
      lose = false;
      interrupted = true;
      throw new CommitUnknown("the answer to the commit was lost");
    },
    close: () => db.close(),
    failAfter(statements) {
      left = statements;
      lose = false;
      interrupted = false;
    },
    loseCommit() {
      lose = true;
      interrupted = false;
    },
    get interrupted() {
      return interrupted;
    },
  };
}

/** Repeats the work until it succeeds, as nodes do. */
export async function repeat<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || attempt > 5) throw error;
    }
  }
}
