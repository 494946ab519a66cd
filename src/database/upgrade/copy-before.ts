import {
  chmodSync,
  closeSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { OperatorError } from "../../base/operator-error.ts";
import { scriptOutput } from "../../base/processes.ts";
import type { Database } from "../database.ts";
import { pendingMigrations } from "../migrate.ts";
import type { Migration } from "../migration.ts";

const partialEnd = ".partial";
const isCopy = (file: string, name: string) => name.startsWith(`${basename(file)}.before-`);

/** The copy that is made of an SQLite file before a migration. */
export const copyName = (file: string, migration: string): string => `${file}.before-${migration}`;

/** Bytes that a copy needs, and that the disk of the file has. */
export function copySpace(file: string): { readonly needed: number; readonly free: number } {
  const { bavail, bsize } = statfsSync(dirname(file));
  const needed = [file, `${file}-wal`].reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return { needed, free: bavail * bsize };
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);

/** Throws `OperatorError` if the disk has no space for a copy. */
export function requireSpace(file: string, { needed, free } = copySpace(file)): void {
  if (needed <= free) return;
  throw new OperatorError(
    `before its migrations the database is copied, which needs ${megabytes(needed)} MB beside ${file}; ${megabytes(free)} MB are free. ` +
      "Free some space, or make a backup elsewhere and run vingate upgrade --without-copy",
  );
}

/**
 * Copies an SQLite database if migrations are pending, and deletes the copy of the last upgrade. Resolves to the copy's
 * file; undefined if there is nothing to do. Throws `OperatorError` without enough space.
 */
export async function copyBeforeMigrations(
  db: Database,
  file: string,
  migrations: readonly Migration[],
  space?: ReturnType<typeof copySpace>,
): Promise<string | undefined> {
  if (db.dialect !== "sqlite") return undefined;
  const { isNew, pending } = await pendingMigrations(db, migrations);
  const [first] = pending;
  if (isNew || !first) return undefined;
  requireSpace(file, space);
  const copy = copyName(file, first.id);
  const partial = `${copy}.${process.pid}${partialEnd}`;
  rmSync(partial, { force: true });
  // Readable by its owner only from the beginning: an empty file is a database without tables.
  closeSync(openSync(partial, "wx", 0o600));
  try {
    await scriptOutput("src/database/upgrade/copy-script.ts", [file, partial]);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  chmodSync(partial, 0o600);
  for (const name of readdirSync(dirname(file)))
    if (isCopy(file, name) && join(dirname(file), name) !== partial) rmSync(join(dirname(file), name));
  renameSync(partial, copy);
  return copy;
}
