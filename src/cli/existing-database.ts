import { existsSync, statSync } from "node:fs";
import { presentMasterKey } from "../access/identity.ts";
import { createVault, sealedText } from "../access/vault.ts";
import { systemClock } from "../base/clock.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/database.ts";
import { StatementError } from "../database/errors.ts";
import { databaseFile } from "../database/integrity.ts";
import { pendingMigrations, SchemaMismatch } from "../database/migrate.ts";
import type { Migration } from "../database/migration.ts";
import { openDatabase } from "../database/open.ts";
import { Decisions } from "../decisions/decisions.ts";
import { readEpoch } from "../decisions/held.ts";
import { LogCopy } from "../decisions/log-copy.ts";
import { decisionsFolder } from "../decisions/log-file.ts";
import { lostDatabase } from "../management/system/lost-database.ts";
import { unlockedNode } from "../management/system/unlocked-node.ts";
import { CommandFailure } from "./command.ts";

// Such a command may read all usage, and no request waits for it.
const patientMs = 600_000;

/**
 * Opens an existing database without creating or migrating anything. Its schema must be this program's, unless
 * `anySchema`.
 */
export async function withExistingDatabase<T>(
  config: Config,
  work: (db: Database, place: string) => Promise<T>,
  { anySchema = false, deadlineMs = patientMs } = {},
): Promise<T> {
  const file = databaseFile(config.dataDir);
  if (statSync(config.dataDir, { throwIfNoEntry: false })?.isFile())
    throw new CommandFailure(`VINGATE_DATA_DIR ${config.dataDir} cannot be used: a file has this name`);
  const lost = lostDatabase(config) ?? unlockedNode(config);
  if (lost !== undefined) throw new NotNow(lost);
  if (config.databaseUrl === undefined && !existsSync(file))
    throw new CommandFailure(`no database at ${file}. Set VINGATE_DATA_DIR to the service's data folder`);
  const { databaseUrl: url, databasePooler: pooler } = config;
  const opening = openDatabase({ url, pooler, file, deadlineMs, connectionsMax: 2 });
  const db = await opening.catch((error) => {
    throw error instanceof StatementError ? new CommandFailure(`${file}: ${error.message}`) : error;
  });
  try {
    const place = placeOf(config, file);
    await requireSchema(db, config.migrations, place, anySchema);
    return await (anySchema ? work(db, place) : keepingDecisions(db, config, () => work(db, place)));
  } finally {
    await db.close();
  }
}

/** The database must not be opened until the step in the message is done. */
export class NotNow extends CommandFailure {}

/** Keeps what the work decides in a log of this process, whose file is made with the first decision. */
export async function keepingDecisions<T>(db: Database, config: Config, work: () => Promise<T>): Promise<T> {
  const copy = config.decisionsCopy === undefined ? undefined : new LogCopy(config.decisionsCopy);
  const key = presentMasterKey(config);
  const seal = (plain: string, context: string) => {
    if (!key)
      throw new CommandFailure("the master key is missing: set VINGATE_MASTER_KEY to that of the service");
    return sealedText(createVault(key), plain, context);
  };
  const keeping = { folder: decisionsFolder(config), clock: systemClock, copy, seal };
  const decisions = await db.transaction(
    async (tx) => {
      const kept = new Decisions(keeping, (await readEpoch(tx)) ?? { number: 0, id: "" });
      kept.attachTo(tx);
      return kept;
    },
    { snapshot: true },
  );
  try {
    return await work();
  } finally {
    await decisions.close(db);
  }
}

/** A start of the service would apply migrations to the database. */
export class OutdatedSchema extends CommandFailure {}

/** Reports a database of another program as a start of the service does. */
async function requireSchema(
  db: Database,
  migrations: readonly Migration[],
  place: string,
  anySchema: boolean,
): Promise<void> {
  const { isNew, pending } = await pendingMigrations(db, migrations).catch((error) => {
    if (error instanceof StatementError) return { isNew: true, pending: [] };
    throw error instanceof SchemaMismatch ? new CommandFailure(error.message) : error;
  });
  if (isNew)
    throw new CommandFailure(
      `${place} has no tables of Vingate. Start the service with these settings first, or correct them`,
    );
  const last = pending.at(-1);
  if (last && !anySchema)
    throw new OutdatedSchema(
      `${place} is of an earlier version of Vingate: migrations up to ${last.id} are missing. A start of the service applies them, and "vingate upgrade"; before that, use the version that serves`,
    );
}

/** The database's name for messages, without its password. */
function placeOf({ databaseUrl }: Config, file: string): string {
  const url = databaseUrl === undefined ? null : URL.parse(databaseUrl);
  return url ? `${url.host}${url.pathname}` : file;
}
