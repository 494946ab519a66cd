import { Database, SQLiteError } from "bun:sqlite";

/** Held until it is released or the process ends in any way. */
export interface FileLock {
  release(): void;
}

/**
 * Locks what a file stands for, such as a journal's directory; undefined if this or another process holds the lock. The lock is the file's
 * exclusive SQLite transaction. Nothing else may open the file, because closing it would release the lock.
 */
export function lockFile(file: string): FileLock | undefined {
  let db: Database | undefined;
  try {
    db = new Database(file, { create: true, readwrite: true });
    db.run("pragma busy_timeout = 0");
    db.run("pragma locking_mode = exclusive");
    db.run("begin exclusive");
  } catch (error) {
    db?.close();
    // Taken; or another process just removed the directory, before the file was opened or after.
    const taken = /^SQLITE_(BUSY|CANTOPEN|IOERR_FSTAT)/;
    if (error instanceof SQLiteError && taken.test(error.code ?? "")) return undefined;
    throw error;
  }
  const held = db;
  return { release: () => held.close() };
}
