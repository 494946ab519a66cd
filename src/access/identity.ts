import { randomBytes, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDataFolder } from "../base/data-folder.ts";
import type { Config } from "../config.ts";
import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { KeyCache } from "./keys/key-cache.ts";
import type { Passwords } from "./passwords.ts";
import { requirePrivate, writeSecretFile } from "./secret-files.ts";
import { digestToken, mintToken } from "./tokens.ts";
import type { Vault } from "./vault.ts";

/** The services that check accounts, tokens and keys. */
export interface IdentityServices {
  readonly vault: Vault;
  readonly passwords: Passwords;
  readonly keys: KeyCache;
  /** Published by `GET /identity`; allows only sign-up, sign-in and the email check. */
  readonly clientToken: string;
  /** SHA-256 of the operator token that the configuration sets. */
  readonly operatorDigest: string | undefined;
}

/** The configured master key, or the one in the data folder, which the first start creates. */
export async function readMasterKey(config: Config): Promise<Uint8Array> {
  if (config.masterKey) return config.masterKey;
  ensureDataFolder(config.dataDir);
  const path = join(config.dataDir, "master.key");
  await requirePrivate(path);
  const kept = await readFile(path, "utf8").catch(() => "");
  if (/^[0-9a-f]{64}\s*$/.test(kept)) return Buffer.from(kept.trim(), "hex");
  if (kept !== "") throw new Error(`${path} is not a master key (64 hex digits); restore it from a backup`);
  const key = randomBytes(32);
  await writeSecretFile(path, `${key.toString("hex")}\n`);
  return key;
}

async function readSetting(db: Queries, name: string): Promise<string | undefined> {
  return (await db.get<{ value: string }>(sql`select value from setting where name = ${name}`))?.value;
}

/** The value that all nodes share under a name; the first node to call sets it. */
export async function getOrCreateSetting(tx: Queries, name: string, fallback: () => string): Promise<string> {
  const kept = await readSetting(tx, name);
  if (kept !== undefined) return kept;
  const value = fallback();
  await tx.run(sql`insert into setting (name, value) values (${name}, ${value})`);
  return value;
}

/** Throws unless the stored keys were sealed under this master key. */
export async function checkMasterKey(tx: Queries, vault: Vault): Promise<void> {
  const kept = await getOrCreateSetting(tx, "master_key_check", () => vault.check);
  if (!timingSafeEqual(Buffer.from(kept), Buffer.from(vault.check)))
    throw new Error(
      "the master key is not the one this database was set up with: stored keys could not be shown again. " +
        "Set VINGATE_MASTER_KEY to it, or put master.key back into the data folder.",
    );
}

/** The installation's client token. */
export function getOrCreateClientToken(tx: Queries): Promise<string> {
  return getOrCreateSetting(tx, "client_token", () => mintToken("vgc"));
}

/** Creates an operator token that does not expire. */
export async function insertOperatorToken(tx: Queries, now: number): Promise<string> {
  const token = mintToken("vgo");
  await tx.run(sql`
    insert into access_token (digest, kind, user_id, created_at, expires_at)
    values (${digestToken(token)}, 'vgo', null, ${now}, null)`);
  return token;
}
