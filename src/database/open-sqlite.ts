import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "./database.ts";
import { DatabaseUnavailable } from "./errors.ts";
import { keepBrokenLog } from "./log/broken-logs.ts";
import { guardFiles, type Replaced } from "./log/rescue.ts";
import { sql } from "./sql.ts";
import { SqliteDatabase } from "./sqlite.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { fromSqlite, isBusy } from "./sqlite-errors.ts";

export interface SqliteOptions {
  /** A path, or `:memory:` for a database that ends with the process. */
  readonly file: string;
  /**
   * `full` keeps every commit through a power failure; `normal` can lose the last ones, never consistency;
   * `off` is for a file without a name.
   */
  readonly synchronous: "off" | "normal" | "full";
  readonly checkpointPages: number;
  readonly deadlineMs: number;
  /** Must end the process without closing: that would write into a file that others use. */
  readonly replaced?: ((found: Replaced) => void) | undefined;
}

/** Opens the file; creates it readable by its owner only. */
export async function openSqlite(options: SqliteOptions): Promise<Database> {
  if (options.file === ":memory:") return openNameless(options);
  return openFile(options);
}

/**
 * Two connections to an in-memory database would read each other's uncommitted writes. It is therefore a file
 * that loses its name once both have it open.
 */
async function openNameless(options: SqliteOptions): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-"));
  try {
    return await openFile({ ...options, file: join(folder, "memory.db"), synchronous: "off" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openFile(options: SqliteOptions): Promise<Database> {
  const { file, deadlineMs } = options;
  const until = performance.now() + deadlineMs;
  for (;;) {
    try {
      create(file);
      keepBrokenLog(file);
      return connect(options);
    } catch (error) {
      // Ten processes that switch one new file to WAL get this despite the busy timeout.
      if (!isBusy(error) || performance.now() > until) throw fromSqlite(error, `open ${file}`);
      await Bun.sleep(5 + Math.random() * 20);
    }
  }
}

/**
 * Creates the file readable by its owner only. Nothing but SQLite opens a file that exists: closing any descriptor
 * of it would release all locks of the process, and another program would delete the log of live connections.
 */
function create(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
    throw new DatabaseUnavailable(`cannot open the database: ${(error as Error).message}`, error);
  }
}

function connect(options: SqliteOptions): Database {
  const { file, synchronous, checkpointPages, deadlineMs, replaced } = options;
  const writer = new SqliteConnection(file);
  let reader: SqliteConnection | undefined;
  try {
    writer.exec(`pragma busy_timeout = ${deadlineMs}`);
    writer.exec("pragma journal_mode = wal");
    writer.exec(`pragma synchronous = ${synchronous}`);
    writer.exec("pragma foreign_keys = on");
    writer.exec("pragma journal_size_limit = 67108864");
    // Applying changes the same pages every second; a checkpoint per 16 MiB writes them once, not per batch.
    writer.exec(`pragma wal_autocheckpoint = ${checkpointPages}`);
    // Applying touches a page or two of each subscription every second; with 2 MiB it would read them again
    // each time.
    writer.exec("pragma cache_size = -16384");
    writer.exec("pragma busy_timeout = 0");
    reader = new SqliteConnection(file);
    reader.exec(`pragma busy_timeout = ${deadlineMs}`);
    reader.exec("pragma query_only = on");
    // 32 MiB hold the upper index pages of millions of records; the default of 2 MiB does not.
    reader.exec("pragma cache_size = -32768");
    // Opens the write-ahead log and its index, which must be open before the file loses its name.
    for (const connection of [writer, reader]) connection.exec("select count(*) from sqlite_schema");
    const copy = copier(writer, reader, deadlineMs);
    return new SqliteDatabase(writer, reader, deadlineMs, replaced && guardFiles(file, copy, replaced));
  } catch (error) {
    reader?.close();
    writer.close();
    throw error;
  }
}

/** Writes the data that the connections read into an empty file, while no other thread or process commits. */
function copier(writer: SqliteConnection, reader: SqliteConnection, deadlineMs: number) {
  return (target: string): void => {
    // A transaction that has not committed was not answered. It keeps the lock.
    if (!writer.inTransaction) {
      writer.exec(`pragma busy_timeout = ${deadlineMs}`);
      try {
        writer.exec("begin immediate");
      } catch (error) {
        // An import can hold it for longer. The copy is of one moment in any case.
        if (!isBusy(error)) throw error;
      }
    }
    if (reader.inTransaction) reader.exec("rollback");
    reader.exec("pragma query_only = off");
    reader.run(sql`vacuum into ${target}`);
  };
}
