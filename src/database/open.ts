import type { Database } from "./database.ts";

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
  /**
   * PostgreSQL: a pooler in transaction mode is in between, so no statement is prepared by name (default
   * false).
   */
  readonly pooler?: boolean | undefined;
  /** PostgreSQL: max. connections (default 10, at least 2). */
  readonly connectionsMax?: number | undefined;
}

/**
 * Opens either database. PostgreSQL can be unreachable; its statements fail until it is there. The other
 * driver is not loaded.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const deadlineMs = options.deadlineMs ?? 5000;
  if (options.url !== undefined) {
    const connectionsMax = Math.max(2, options.connectionsMax ?? 10);
    const { PostgresDatabase } = await import("./postgres.ts");
    return new PostgresDatabase({
      url: options.url,
      deadlineMs,
      pooler: options.pooler ?? false,
      connectionsMax,
    });
  }
  if (options.file === undefined) throw new TypeError("openDatabase needs a url or a file");
  const { openSqlite } = await import("./open-sqlite.ts");
  const { file, synchronous = "full", checkpointPages = 4096 } = options;
  return openSqlite({ file, synchronous, checkpointPages, deadlineMs });
}
