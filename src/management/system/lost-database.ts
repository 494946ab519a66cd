import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { databaseFile } from "../../database/integrity.ts";
import { rescueChoice } from "../../database/log/rescue.ts";
import { journalsFolder } from "../../metering/journal/journal-directory.ts";

/** The file of the credentials that a first start creates. */
export function firstRunPath({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "first-run.json");
}

/** Whether the data folder contains journals: a service with accounts has used it. */
export function hasJournals({ dataDir }: Pick<Config, "dataDir">): boolean {
  try {
    return readdirSync(journalsFolder(dataDir)).length > 0;
  } catch {
    return false;
  }
}

/** The file in a data folder whose restore from a backup has not ended. */
export function unfinishedRestore({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "restore.unfinished");
}

/**
 * The error if the data folder of an installation has lost its SQLite database. Treated as new, it would
 * overwrite its credentials and lose all accounts. It is also an error if a restore has not ended, or if there are two
 * databases to choose from. Undefined if all is well.
 */
export function lostDatabase(config: Pick<Config, "dataDir" | "databaseUrl">): string | undefined {
  if (existsSync(unfinishedRestore(config)))
    return `the restore into ${config.dataDir} has not ended: run vingate restore with the same file again, or empty the folder`;
  if (config.databaseUrl !== undefined) return undefined;
  const file = databaseFile(config.dataDir);
  const choice = rescueChoice(file);
  if (choice !== undefined) return choice;
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size) return undefined;
  const lost = `${file} is ${size === 0 ? "empty" : "missing"}, but`;
  if (hasJournals(config))
    return `${lost} ${journalsFolder(config.dataDir)} contains the journals of an installation: ${remedy}`;
  // A first start that was interrupted leaves the file beside an empty database.
  if (size === undefined && existsSync(firstRunPath(config)))
    return `${lost} ${firstRunPath(config)} contains the credentials of an installation: ${remedy}`;
  return undefined;
}

/** What to do if there are journals and no accounts. */
export const remedy =
  "restore the database from a backup, or set another VINGATE_DATA_DIR for a new installation";
