import type { Dialect, Sql } from "./sql.ts";

/** Statements, run one at a time in order. */
export interface Queries {
  readonly dialect: Dialect;
  /** All rows. Integers are numbers, blobs `Uint8Array`, conditions 0 or 1. */
  all<T>(statement: Sql): Promise<T[]>;
  /** The first row; undefined if there is none. */
  get<T>(statement: Sql): Promise<T | undefined>;
  /** Resolves to the number of rows inserted, updated or deleted. */
  run(statement: Sql): Promise<number>;
}

export interface TransactionOptions {
  /** The work can run again from its start after a deadlock: its only effects must be its statements. */
  readonly repeatable?: boolean;
  /** The timeout of its statements, instead of the database's own. */
  readonly deadlineMs?: number;
  /**
   * All statements read the state of one moment, and none writes. It delays no writer. On SQLite, other reads
   * through the same object read that state too until it ends.
   */
  readonly snapshot?: boolean;
}

/**
 * A database of either kind. A statement outside a transaction is its own transaction. Inside `transaction`
 * only the queries it passes on may be used, until it ends; after a failed one the transaction can only roll
 * back, even if the error was caught. Throws the types of `errors.ts`.
 */
export interface Database extends Queries {
  /**
   * Milliseconds for which the database has returned nothing although a statement is pending: it hangs, or
   * another program has locked it. 0 if none is pending.
   */
  readonly silentMs: number;
  /** Commits when the work resolves; rolls back when it throws. */
  transaction<T>(work: (tx: Queries) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Lets running statements end, within the timeout; later calls throw `DatabaseUnavailable`. */
  close(): Promise<void>;
}
