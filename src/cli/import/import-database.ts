import type { Config } from "../../config.ts";
import type { Database } from "../../database/database.ts";
import { databaseFile } from "../../database/integrity.ts";
import { openDatabase } from "../../database/open.ts";
import { copyBeforeMigrations } from "../../database/upgrade/copy-before.ts";
import { lostDatabase } from "../../management/system/lost-database.ts";
import { unlockedNode } from "../../management/system/unlocked-node.ts";
import { upgradeSchema } from "../../vehicles/imports/staging/record-tables.ts";
import { CommandFailure } from "../command.ts";

// Such a command may read all records of a family, and no request waits for it.
const deadlineMs = 600_000;

/** Opens or creates the database for work on datasets and upgrades its schema. */
export async function withImportDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  const lost = lostDatabase(config) ?? unlockedNode(config);
  if (lost !== undefined) throw new CommandFailure(lost);
  const { databaseUrl: url, databasePooler: pooler, dataDir } = config;
  const file = databaseFile(dataDir);
  const db = await openDatabase({ url, pooler, file, deadlineMs, connectionsMax: 2 });
  try {
    await copyBeforeMigrations(db, file, config.migrations);
    await upgradeSchema(db, config.migrations);
    return await work(db);
  } finally {
    await db.close();
  }
}
