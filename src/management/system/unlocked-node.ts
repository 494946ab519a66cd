import { join } from "node:path";
import type { Config } from "../../config.ts";
import { databaseFile } from "../../database/integrity.ts";
import { lockHolders } from "../../database/log/lock-holders.ts";
import { journalIds, journalsFolder } from "../../metering/journal/journal-directory.ts";

/**
 * Why no other process may open the SQLite database now, found without opening it; undefined if it may. A node of release
 * 0.3.0 or earlier locks its journal, but has lost its lock on the database: whoever opens the file and closes it takes
 * itself for the last client, and deletes the log that the node writes to. Linux alone shows locks.
 */
export function unlockedNode({ dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">) {
  if (databaseUrl !== undefined) return undefined;
  const folder = journalsFolder(dataDir);
  const serving = journalIds(folder).flatMap((id) => lockHolders(join(folder, id, "lock")));
  const locking = lockHolders(databaseFile(dataDir));
  const unlocked = serving.find((pid) => !locking.includes(pid));
  if (unlocked === undefined) return undefined;
  return `process ${unlocked} of an earlier version of Vingate serves from ${dataDir}, and would lose data if this command read its database: stop it first, or use the command of its version`;
}
