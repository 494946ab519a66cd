import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../base/operator-error.ts";
import type { Config } from "../../config.ts";
import type { Database, Queries } from "../../database/database.ts";
import { databaseFile } from "../../database/integrity.ts";
import { name, sql } from "../../database/sql.ts";
import { readTableShapes } from "../../database/table-shapes.ts";
import { hasJournals, unfinishedRestore } from "../../management/system/lost-database.ts";

type Place = Pick<Config, "dataDir" | "databaseUrl" | "masterKey">;

/** The setting in which a restored database names its backup. */
export const restoredSetting = "restored_backup";

/** Rows in one of these were written by a service or by a command. */
const usedTables = ["app_user", "setting", "credit_ledger", "journal", "dataset", "api"];

/** Throws unless the data folder is empty, or was left by a restore that did not end. */
export function requireEmptyFolder(config: Place): void {
  if (existsSync(unfinishedRestore(config))) return;
  const file = databaseFile(config.dataDir);
  const found = config.databaseUrl === undefined && existsSync(file) ? file : undefined;
  if (found === undefined && !hasJournals(config)) return;
  throw new OperatorError(
    `${found ?? join(config.dataDir, "journal")} is an installation's: restore into an empty folder (VINGATE_DATA_DIR)`,
  );
}

/** The backup that a database was restored from, if its restore was committed. */
export async function restoredFrom(db: Database): Promise<string | undefined> {
  const tables = await readTableShapes(db);
  if (!tables.some((table) => table.name === "setting")) return undefined;
  return (await db.get<{ value: string }>(sql`select value from setting where name = ${restoredSetting}`))
    ?.value;
}

/** Throws if a service has used the database. */
export async function requireEmptyDatabase(tx: Queries): Promise<void> {
  for (const table of usedTables)
    if (await tx.get(sql`select 1 as used from ${name(table)} limit 1`))
      throw new OperatorError(
        "the database is in use: restore into an empty one, or into an empty data folder",
      );
}

/** Marks the folder until the restore has ended: no service starts in it, and the restore can be repeated. */
export function beginRestore(config: Place, backup: string): void {
  writeFileSync(unfinishedRestore(config), `${backup}\n`, { mode: 0o600 });
}

export function endRestore(config: Place): void {
  rmSync(unfinishedRestore(config), { force: true });
}
