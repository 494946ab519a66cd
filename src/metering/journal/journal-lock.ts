import { Database, SQLiteError } from "bun:sqlite";

/** Held until it is released or the process ends, in whatever way. */
export interface JournalLock {
  release(): void;
}

/**
 * Takes the lock of a journal's directory, or returns undefined where it is held already, by this process or by
 * another. The lock is the file's exclusive SQLite transaction: the file must not be opened in any
 * other way, since closing it would give the lock away.
 */
export function lockJournal(file: string): JournalLock | undefined {
  let db: Database | undefined;
  try {
    db = new Database(file, { create: true, readwrite: true });
    db.run("pragma busy_timeout = 0");
    db.run("pragma locking_mode = exclusive");
    db.run("begin exclusive");
  } catch (error) {
    db?.close();
    // A directory that cannot be opened was removed by another in this moment.
    if (error instanceof SQLiteError && /^SQLITE_(BUSY|CANTOPEN)/.test(error.code ?? "")) return undefined;
    throw error;
  }
  const held = db;
  return { release: () => held.close() };
}
