import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { recordAudit, serviceAudit } from "../../access/audit.ts";
import { masterKeyCheck, masterKeyFile, readMasterKey, requireMasterKey } from "../../access/identity.ts";
import { derivedSigningSecret } from "../../access/image-signing.ts";
import { KeyRing } from "../../access/rotation/key-ring.ts";
import {
  announceRotation,
  endRotation,
  insertRotation,
  type MasterKeyRotation,
  openRotation,
  type RotatedKeys,
  readRotation,
  updateRotation,
} from "../../access/rotation/master-key-rotation.ts";
import type { SealedColumn } from "../../access/rotation/sealed-column.ts";
import { keepSigningKey, resealSigningKeys } from "../../access/rotation/signing-keys.ts";
import { requirePrivate, writeSecretFile } from "../../access/secret-files.ts";
import { createVault } from "../../access/vault.ts";
import { systemClock } from "../../base/clock.ts";
import { syncPath } from "../../base/data-folder.ts";
import { masterKey } from "../../base/settings/setting.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../database/database.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { sql } from "../../database/sql.ts";
import { listNodeKeys, type NodeKeys } from "../../management/system/node-heartbeat.ts";
import { resealSecrets } from "../../management/system/reseal-secrets.ts";
import { CommandFailure, UsageError } from "../command.ts";

const pollMs = 500;
/** Nodes read the rotation every five seconds. */
const noticeMs = 60_000;

export interface MasterKeyOptions {
  /** Sealed columns of features. */
  readonly sealed: readonly SealedColumn[];
  /** The file of the next key, if no setting names one that can be written. */
  readonly keyFile: string | undefined;
  /** By then a node that is starting has sent its first heartbeat. */
  readonly startMs: number;
  say(line: string): void;
}

/**
 * Replaces the master key beside running nodes. The database has every step, so that a command that was ended can be
 * repeated: the next key opens with the configured one until the end.
 */
export async function rotateMasterKey(
  db: Database,
  config: Config,
  options: MasterKeyOptions,
): Promise<number> {
  const { say, startMs } = options;
  const configured = await readMasterKey(config, true);
  const { rotation, keys } = await begin(db, config, configured, options);
  const [from, to] = [createVault(keys.former), createVault(keys.next)];
  await Bun.sleep(startMs);
  await noticed(db, "to open with the next key", ({ opens }) => opens.includes(to.check));
  if (rotation.state === "announced") await startSealing(db, rotation, keys);
  await Bun.sleep(startMs);
  await noticed(db, "to seal with the next key", ({ seals }) => seals === to.check);
  const { resealed, unreadable } = await resealSecrets(db, from, to, options.sealed);
  say(`${resealed} secrets were sealed with the next key.`);
  if (unreadable > 0) say(`${unreadable} secrets open with neither key: they were lost before.`);
  await installKey(config, keys, options);
  return (await finish(db, config, to.check, say)) ? 0 : 1;
}

/** The rotation that is under way, or a new one. */
async function begin(
  db: Database,
  config: Config,
  configured: Uint8Array,
  options: MasterKeyOptions,
): Promise<{ readonly rotation: MasterKeyRotation; readonly keys: RotatedKeys }> {
  const pending = await readRotation(db);
  if (pending) {
    const keys = openRotation(pending, configured);
    if (!keys) throw new CommandFailure("the configured master key is neither the current nor the next one");
    options.say("A rotation is under way and continues.");
    return { rotation: pending, keys };
  }
  for (const { name, keys } of await listNodeKeys(db))
    if (!keys) throw new CommandFailure(`node ${name} runs a version that cannot rotate; upgrade it first`);
  const next = await nextKey(config, options);
  const keys = { former: configured, next };
  const rotation = announceRotation(keys);
  await db.transaction(async (tx) => {
    const ring = new KeyRing(configured);
    await requireMasterKey(tx, ring);
    await keepSigningKey(tx, ring, derivedSigningSecret(configured));
    await insertRotation(tx, rotation).catch((error) => {
      if (error instanceof UniqueViolation)
        throw new CommandFailure("another rotation has begun; run this again");
      throw error;
    });
  });
  return { rotation, keys };
}

/** Where the next key is kept until it replaces the former one. */
const waitingFile = (file: string) => `${file}.next`;

/** Writes the next key to disk before anything is sealed with it. */
async function nextKey(config: Config, { keyFile }: MasterKeyOptions): Promise<Uint8Array> {
  const file = keyFile ?? masterKeyFile(config);
  if (file === undefined)
    throw new UsageError(
      "VINGATE_MASTER_KEY is a variable, which this command cannot change: name a file for the next key with --key-file, and set VINGATE_MASTER_KEY_FILE to it afterwards",
    );
  if (keyFile !== undefined && existsSync(keyFile)) {
    await requirePrivate(keyFile);
    return masterKey((await readFile(keyFile, "utf8")).trim())!;
  }
  const key = randomBytes(32);
  const path = keyFile ?? waitingFile(file);
  await writeSecretFile(path, `${key.toString("hex")}\n`).catch((error) => {
    throw new CommandFailure(
      `cannot write ${path}: ${(error as Error).message}. Name another file with --key-file`,
    );
  });
  return key;
}

async function startSealing(db: Database, rotation: MasterKeyRotation, keys: RotatedKeys): Promise<void> {
  await db.transaction(async (tx) => {
    const current = await readRotation(tx);
    if (current?.to !== rotation.to) throw new CommandFailure("another command has ended this rotation");
    await tx.run(sql`update setting set value = ${rotation.to} where name = ${masterKeyCheck}`);
    const ring = new KeyRing(keys.former);
    ring.use(keys.next, keys.former);
    await resealSigningKeys(tx, ring);
    await updateRotation(tx, { ...rotation, state: "sealing" });
  });
}

/** Puts the next key where the setting names it, unless it is there. */
async function installKey(
  config: Config,
  { next }: RotatedKeys,
  { keyFile, say }: MasterKeyOptions,
): Promise<void> {
  const text = `${Buffer.from(next).toString("hex")}\n`;
  if (keyFile !== undefined && !existsSync(keyFile)) await writeSecretFile(keyFile, text);
  const file = masterKeyFile(config);
  if (file === undefined || keyFile !== undefined) return;
  if (Buffer.compare(await readMasterKey(config, true), next) === 0) return;
  const waiting = waitingFile(file);
  await writeSecretFile(waiting, text);
  await rename(waiting, file);
  // Before the former key is removed from the database.
  syncPath(dirname(file));
  say(`${file} has the next key.`);
}

/** Waits until every node that is alive reports it. */
async function noticed(
  db: Database,
  what: string,
  done: (keys: NonNullable<NodeKeys["keys"]>) => boolean,
): Promise<void> {
  const until = performance.now() + noticeMs;
  for (;;) {
    const late = (await listNodeKeys(db)).filter(({ keys }) => !keys || !done(keys));
    if (late.length === 0) return;
    if (performance.now() > until)
      throw new CommandFailure(
        `${late.map(({ name }) => name).join(", ")} did not begin ${what} within a minute; nothing is lost, run this again`,
      );
    await Bun.sleep(pollMs);
  }
}

/** Removes the former key, once no node would start with it. Returns whether it was removed. */
async function finish(
  db: Database,
  config: Config,
  to: string,
  say: (line: string) => void,
): Promise<boolean> {
  const own = createVault(await readMasterKey(config, true)).check === to;
  const until = performance.now() + 15_000;
  let late: readonly NodeKeys[] = [];
  do {
    late = (await listNodeKeys(db)).filter(({ keys }) => keys?.configured !== to);
    if (late.length > 0 && own) await Bun.sleep(pollMs);
  } while (late.length > 0 && own && performance.now() < until);
  if (!own || late.length > 0) {
    const who = [...(own ? [] : ["this command"]), ...late.map(({ name }) => name)].join(", ");
    say(`Everything is sealed with the next key. Still configured with the previous one: ${who}.`);
    say(
      "Give them the next key, restart nodes whose key is a variable, and run this again to end the rotation.",
    );
    say("Until then both keys are valid. Keep both.");
    return false;
  }
  await db.transaction(async (tx) => {
    const rotation = await readRotation(tx);
    if (rotation?.to !== to) return;
    await endRotation(tx, rotation);
    await recordAudit(tx, {
      ...serviceAudit(systemClock(), "command"),
      action: "system.rotate_master_key",
      object: "/system",
    });
  });
  say("The previous master key is no longer needed. Make a backup: older backups need the previous key.");
  return true;
}
