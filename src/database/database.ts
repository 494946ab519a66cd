import type { Dialect, Sql } from "./sql.ts";

/** Statements, run one at a time in the order they are given. */
export interface Queries {
  readonly dialect: Dialect;
  /** Every row. Integers come as numbers, blobs as Uint8Array, conditions as 0 or 1. */
  all<T>(statement: Sql): Promise<T[]>;
  /** The first row, or undefined when there is none. */
  get<T>(statement: Sql): Promise<T | undefined>;
  /** Resolves to the number of rows inserted, updated or deleted. */
  run(statement: Sql): Promise<number>;
}

export interface TransactionOptions {
  /** The work may run again from its start after a deadlock: it must have no effect but its statements. */
  readonly repeatable?: boolean;
  /** How long one of its statements may take, in place of the database's own deadline. */
  readonly deadlineMs?: number;
}

/**
 * A database of either kind. A statement outside a transaction is one of its own.
 * Inside `transaction` only the queries it hands over may be used, and they end with it;
 * after one of them fails, the transaction can only roll back, even when the error was caught.
 * Throws the types of `errors.ts`.
 */
export interface Database extends Queries {
  /**
   * For how many milliseconds the database has given no answer at all, though one is waited for: it hangs, or
   * another program has locked it. 0 where nothing is waited for.
   */
  readonly silentMs: number;
  /** Commits when the work resolves, rolls back when it throws. */
  transaction<T>(work: (tx: Queries) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Lets what runs end, within the deadline; later calls throw `DatabaseUnavailable`. */
  close(): Promise<void>;
}
