import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { link, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isoTime } from "../base/clock.ts";
import { ensureDataFolder, syncPath } from "../base/data-folder.ts";
import { masterKey } from "../base/settings/setting.ts";
import type { Config } from "../config.ts";
import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { Factor, ProgramEffect } from "../http/proof.ts";
import type { ImageSigner } from "./image-signing.ts";
import type { KeyCache } from "./keys/key-cache.ts";
import type { Passwords } from "./passwords.ts";
import { requirePrivate, writeSecretFile } from "./secret-files.ts";
import { accessTokens } from "./token-rows.ts";
import { digestToken, mintToken } from "./tokens.ts";
import type { Vault } from "./vault.ts";

/** The setting that identifies the key by which the stored secrets are sealed. */
export const masterKeyCheck = "master_key_check";

/** The services that check accounts, tokens and keys. */
export interface IdentityServices {
  readonly vault: Vault;
  readonly secrets: RotatedSecrets;
  readonly passwords: Passwords;
  readonly keys: KeyCache;
  /** Published by `GET /identity`; allows only sign-up, sign-in and the email check. */
  readonly clientToken: string;
  /** SHA-256 of the operator token that the configuration sets. */
  readonly operatorDigest: string | undefined;
  /** What operators must have proved to do more than add a factor; undefined if nothing is required of all. */
  readonly operatorSecondFactor: Factor | undefined;
}

/** The master keys that a node reports, by their check values. */
export interface MasterKeyState {
  readonly opens: readonly string[];
  readonly seals: string;
  /** The key that it would start with now. */
  readonly configured: string;
}

/** The secrets of a process that can change while it runs. */
export interface RotatedSecrets {
  readonly images: ImageSigner;
  /** Reads the current ones. */
  refresh(db: Queries): Promise<MasterKeyState>;
}

/** The file of the master key, if it is in one. */
export function masterKeyFile(config: Config): string | undefined {
  if (config.masterKey) return config.secretFiles.get("VINGATE_MASTER_KEY");
  return join(config.dataDir, "master.key");
}

/** The master key that the service would use here; undefined if there is none yet. */
export function presentMasterKey({
  masterKey,
  dataDir,
}: Pick<Config, "masterKey" | "dataDir">): Uint8Array | undefined {
  if (masterKey) return masterKey;
  const file = join(dataDir, "master.key");
  const text = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  return /^[0-9a-f]{64}$/.test(text) ? Buffer.from(text, "hex") : undefined;
}

/**
 * The configured master key, or the one in the data folder, which the first start creates. `again` reads the file of a
 * setting once more.
 */
export async function readMasterKey(config: Config, again = false): Promise<Uint8Array> {
  const path = masterKeyFile(config);
  if (config.masterKey && !(again && path)) return config.masterKey;
  if (config.masterKey) return masterKey((await readFile(path!, "utf8")).trim())!;
  ensureDataFolder(config.dataDir);
  await requirePrivate(path!);
  const kept = await readFile(path!, "utf8").catch(() => "");
  if (/^[0-9a-f]{64}\s*$/.test(kept)) return Buffer.from(kept.trim(), "hex");
  if (again) throw new Error(`${path} is missing`);
  if (kept !== "") throw new Error(`${path} is not a master key (64 hex digits); restore it from a backup`);
  return createMasterKey(config, path!);
}

/** If two processes start in one new folder, the second reads the key that the first wrote. */
async function createMasterKey(config: Config, path: string): Promise<Uint8Array> {
  const key = randomBytes(32);
  const unnamed = `${path}.${crypto.randomUUID()}`;
  await writeSecretFile(unnamed, `${key.toString("hex")}\n`);
  try {
    // Unlike a rename it fails if the name exists.
    await link(unnamed, path);
    syncPath(config.dataDir);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return readMasterKey(config, true);
    // The file system has no links.
    await rename(unnamed, path);
    syncPath(config.dataDir);
    return key;
  } finally {
    await rm(unnamed, { force: true });
  }
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

/**
 * Throws unless the stored keys were sealed under a master key of this ring. `rotatedAt` finds when a key was replaced,
 * by its check value.
 */
export async function requireMasterKey(
  tx: Queries,
  vault: { readonly check: string; readonly checks: readonly string[] },
  rotatedAt: (check: string) => number | undefined = () => undefined,
): Promise<void> {
  const kept = await getOrCreateSetting(tx, masterKeyCheck, () => vault.check);
  if (vault.checks.includes(kept)) return;
  const at = rotatedAt(kept);
  throw new Error(
    at !== undefined
      ? `the database is of before the master key was rotated, at ${isoTime(at)}: it is sealed by the former key. ` +
          "Set VINGATE_MASTER_KEY to that key, or put it into master.key, and start; then run " +
          '"vingate rotate master-key --key-file FILE" with a file of the current key. Or restore a later backup.'
      : "the master key is not the one this database was set up with: stored keys could not be shown again. " +
          "Set VINGATE_MASTER_KEY to it, or put master.key back into the data folder.",
  );
}

/** The installation's client token. */
export function getOrCreateClientToken(tx: Queries): Promise<string> {
  return getOrCreateSetting(tx, "client_token", () => mintToken("vgc"));
}

/** Creates an operator token that does not expire, for everything if it is made for nothing. */
export async function insertOperatorToken(
  tx: Queries,
  now: number,
  madeFor: readonly ProgramEffect[] | null = null,
): Promise<string> {
  const token = mintToken("vgo");
  const made = { digest: digestToken(token), madeFor: madeFor?.join(",") ?? null, createdAt: now };
  await accessTokens.insert(tx, accessTokens.row({ ...made, kind: "vgo", userId: null, expiresAt: null }));
  return token;
}
