import type { Database } from "./database.ts";
import type { Replaced } from "./log/rescue.ts";

/**
 * PostgreSQL connections of a process that serves. One applies calls and leases credits. One beside it is for rate
 * limits, whose heartbeats must not wait for a batch. The others are shared by requests: those that wait for one
 * longer than a second are refused.
 */
export const ledgerConnections = 2;
export const requestConnections = 2;
export const workerConnections = ledgerConnections + requestConnections;
/** Less than a second, with what the request takes besides. */
export const connectionWaitMs = 900;

/** An import writes in one transaction and renews its lock beside it. */
export const importConnections = 2;
export const checkConnections = 1;
export const comparisonConnections = 1;
/**
 * Connections of all nodes together: two imports run at a time, one consistency check, and one comparison of watched
 * VINs.
 */
export const backgroundConnections = 2 * importConnections + checkConnections + comparisonConnections;

export interface DatabaseOptions {
  /** A PostgreSQL server, `postgres://user:password@host:port/database`; takes precedence over `file`. */
  readonly url?: string | undefined;
  /** The path of an SQLite file, or `:memory:`. */
  readonly file?: string | undefined;
  /** Timeout of a statement, its queuing included, before `DatabaseUnavailable` (default 5000). */
  readonly deadlineMs?: number | undefined;
  /** SQLite: whether a commit waits for the disk (default `full`). */
  readonly synchronous?: "normal" | "full" | undefined;
  /** SQLite: after how many pages in the log a commit writes them to the file (default 4096). */
  readonly checkpointPages?: number | undefined;
  /** SQLite: ends the process when another program has replaced the file or its log (default: nothing looks). */
  readonly replaced?: ((found: Replaced) => void) | undefined;
  /**
   * PostgreSQL: a pooler in transaction mode is in between, so no statement is prepared by name (default
   * false).
   */
  readonly pooler?: boolean | undefined;
  /** PostgreSQL: max. connections (default 3). */
  readonly connectionsMax?: number | undefined;
  /** PostgreSQL: max. connections used by transactions (default: all but one, which is for single statements). */
  readonly transactionsMax?: number | undefined;
  /** PostgreSQL: how long a statement or transaction waits for a connection (default `deadlineMs`). */
  readonly connectionWaitMs?: number | undefined;
}

/**
 * Opens either database. PostgreSQL can be unreachable; its statements fail until it is there. The other
 * driver is not loaded.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const deadlineMs = options.deadlineMs ?? 5000;
  if (options.url !== undefined) {
    const { connectionsMax = 3 } = options;
    const { PostgresDatabase } = await import("./postgres.ts");
    return new PostgresDatabase({
      url: options.url,
      deadlineMs,
      pooler: options.pooler ?? false,
      connectionsMax,
      transactionsMax: options.transactionsMax ?? Math.max(1, connectionsMax - 1),
      connectionWaitMs: options.connectionWaitMs ?? deadlineMs,
    });
  }
  if (options.file === undefined) throw new TypeError("openDatabase needs a url or a file");
  const { openSqlite } = await import("./open-sqlite.ts");
  const { file, synchronous = "full", checkpointPages = 4096, replaced } = options;
  return openSqlite({ file, synchronous, checkpointPages, deadlineMs, replaced });
}
