import { getOrCreateClientToken, type IdentityServices } from "../access/identity.ts";
import { createPasswords, type Passwords } from "../access/passwords.ts";
import { Secrets } from "../access/rotation/secrets.ts";
import { requirePrivate } from "../access/secret-files.ts";
import { digestToken } from "../access/tokens.ts";
import type { Clock } from "../base/clock.ts";
import { ensureDataFolder } from "../base/data-folder.ts";
import { errorFields, type Log } from "../base/log.ts";
import type { Config } from "../config.ts";
import type { Database, Queries } from "../database/database.ts";
import { databaseFile } from "../database/integrity.ts";
import { brokenLogs } from "../database/log/broken-logs.ts";
import { readLog } from "../database/log/read-log.ts";
import { underNodeLock } from "../database/migrate.ts";
import type { DatabaseOptions } from "../database/open.ts";
import { copyBeforeMigrations } from "../database/upgrade/copy-before.ts";
import { registerBuiltinApis } from "../management/apis/apis-builtin.ts";
import { updateUserWords } from "../management/common/user-words.ts";
import { type FirstRun, firstRun } from "../management/system/first-run.ts";
import { firstRunPath, lostDatabase } from "../management/system/lost-database.ts";
import { whenReachable } from "../management/system/when-reachable.ts";
import { updateEmailKeys } from "../management/users/email-keys.ts";
import { upgradeSchema } from "../vehicles/imports/staging/record-tables.ts";
import { openConfiguredDatabase } from "./configured.ts";
import { demoSetting } from "./load-vehicles.ts";

/** What operators must have proved, by the setting. */
const requiredOfOperators = { off: undefined, required: "twoFactor", passkey: "phishingResistant" } as const;

interface Opening {
  readonly clock: Clock;
  readonly log: Log;
  /** The database of a test, already open. */
  readonly database?: Database;
  readonly passwords?: Passwords;
  /** Ends the process. */
  readonly replaced?: DatabaseOptions["replaced"];
}

export interface Installation {
  readonly database: Database;
  readonly identity: Omit<IdentityServices, "keys">;
  /** Credentials created by a first start. */
  readonly firstRun: FirstRun | undefined;
  /** Repeats what needs the database until that is reachable. */
  patiently<T>(work: () => Promise<T>): Promise<T>;
}

/** Opens the data folder and the database, updates its schema, and makes what a first start makes. */
export async function openInstallation(
  config: Config,
  { clock, log, ...overrides }: Opening,
): Promise<Installation> {
  ensureDataFolder(config.dataDir);
  const lost = overrides.database ? undefined : lostDatabase(config);
  if (lost !== undefined) throw new Error(lost);
  const secrets = await Secrets.open(config, (error) =>
    log.error("cannot read the signing keys", errorFields(error)),
  );
  await requirePrivate(firstRunPath(config));
  const database = overrides.database ?? (await openConfiguredDatabase(config, overrides.replaced));
  for (const copy of overrides.database ? [] : brokenLogs(databaseFile(config.dataDir))) {
    const { recovered, dropped } = readLog(copy);
    const fields = { copy, pages_read: recovered, pages_lost: dropped };
    log.error("the log of the database was damaged, and commits behind the damage are lost", fields);
  }
  const passwords = overrides.passwords ?? createPasswords();
  const patiently = <T>(work: () => Promise<T>) => whenReachable(database, log, work);
  const copy = overrides.database
    ? undefined
    : await copyBeforeMigrations(database, databaseFile(config.dataDir), config.migrations);
  if (copy !== undefined) log.info("copied the database before its migrations", { file: copy });
  const applied = await patiently(() => upgradeSchema(database, config.migrations));
  if (applied.length > 0) log.info("migrated", { migrations: applied.join(", ") });
  const prepare = async (tx: Queries) => {
    await secrets.require(tx);
    const identity = {
      vault: secrets.vault,
      secrets,
      passwords,
      clientToken: await getOrCreateClientToken(tx),
      operatorSecondFactor: requiredOfOperators[config.operatorSecondFactor],
      operatorDigest: config.operatorToken && digestToken(config.operatorToken),
    };
    const first = await firstRun(tx, config, identity, demoSetting(config) !== "off", clock());
    // A newer program may have APIs that this installation lacks.
    await registerBuiltinApis(tx, clock());
    for (const { user, other } of await updateEmailKeys(tx))
      log.warn("an account cannot sign in: another has its email in another spelling", { user, other });
    await updateUserWords(tx);
    return { identity, firstRun: first };
  };
  const made = await patiently(() => underNodeLock(database, prepare));
  return { database, patiently, ...made };
}
