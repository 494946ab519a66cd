import { randomBytes } from "node:crypto";
import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { byAppCode, byRecoveryCode, type Proved } from "../proof.ts";
import type { Vault } from "../vault.ts";
import {
  appCodesOff,
  endFactor,
  factorsRemoved,
  factorsReplaced,
  recoveryCodesEnded,
} from "./ended-factors.ts";
import { mintRecoveryCodes, recoveryDigest } from "./recovery-codes.ts";
import { stepOf } from "./totp.ts";

/** The name in the vault of a user's secret; a new one that is not confirmed yet has the same. */
export const secondFactorContext = (userId: string): string => `second_factor/${userId}`;

/** The app codes and recovery codes of a user as they are shown. */
export interface SecondFactorState {
  /** Since when app codes are on, milliseconds UTC; null if they are off. */
  readonly onSince: number | null;
  readonly recoveryCodesLeft: number;
}

export async function readSecondFactor(db: Queries, userId: string): Promise<SecondFactorState> {
  const row = await db.get<{ on_since: number | null; left: number }>(sql`
    select on_since, (select count(*) from recovery_code c where c.user_id = f.user_id) as "left"
    from second_factor f where user_id = ${userId}`);
  return { onSince: row?.on_since ?? null, recoveryCodesLeft: row?.left ?? 0 };
}

function newSecret(vault: Vault, userId: string) {
  const secret = randomBytes(20);
  return { secret, sealed: vault.seal(secret.toString("hex"), secondFactorContext(userId)) };
}

/** Keeps a new secret until a code confirms it; the one in use stays. Resolves to it. */
export async function beginSecondFactor(tx: Queries, vault: Vault, userId: string): Promise<Uint8Array> {
  const { secret, sealed } = newSecret(vault, userId);
  await tx.run(sql`
    insert into second_factor (user_id, pending_sealed, last_step) values (${userId}, ${sealed}, 0)
    on conflict (user_id) do update set pending_sealed = excluded.pending_sealed`);
  return secret;
}

/**
 * Turns a new secret on if the code is one of it, and replaces the recovery codes. Resolves to these; undefined if the
 * code is wrong or no secret waits for one.
 */
export async function confirmSecondFactor(
  tx: Queries,
  vault: Vault,
  userId: string,
  code: string,
  now: number,
): Promise<readonly string[] | undefined> {
  const row = await tx.get<{ pending_sealed: Uint8Array | null }>(
    sql`select pending_sealed from second_factor where user_id = ${userId}`,
  );
  if (!row?.pending_sealed) return undefined;
  const secret = opened(vault, userId, row.pending_sealed);
  const step = stepOf(secret, code, now);
  if (step === undefined) return undefined;
  await endFactor(tx, factorsReplaced, userId);
  await tx.run(sql`
    update second_factor set sealed = pending_sealed, pending_sealed = null, on_since = ${now}, last_step = ${step}
    where user_id = ${userId}`);
  return replaceRecoveryCodes(tx, vault, userId);
}

/** Replaces the recovery codes of a user, who has an app or a passkey. */
export async function replaceRecoveryCodes(
  tx: Queries,
  vault: Vault,
  userId: string,
): Promise<readonly string[]> {
  const secret = (await currentSecret(tx, vault, userId))?.secret ?? (await keepSecret(tx, vault, userId));
  const codes = mintRecoveryCodes();
  await recoveryCodesEnded.end(tx, sql`user_id = ${userId}`);
  for (const code of codes)
    await tx.run(sql`
      insert into recovery_code (user_id, digest) values (${userId}, ${recoveryDigest(secret, code)})`);
  return codes;
}

/** The secret that keys the digests of recovery codes where there is no app. */
async function keepSecret(tx: Queries, vault: Vault, userId: string): Promise<Uint8Array> {
  const { secret, sealed } = newSecret(vault, userId);
  await tx.run(sql`
    insert into second_factor (user_id, sealed, last_step) values (${userId}, ${sealed}, 0)
    on conflict (user_id) do update set sealed = excluded.sealed`);
  return secret;
}

/** Recovery codes for a user with a passkey, who has none and no app; undefined if it has. */
export async function firstRecoveryCodes(
  tx: Queries,
  vault: Vault,
  userId: string,
): Promise<readonly string[] | undefined> {
  const { onSince, recoveryCodesLeft } = await readSecondFactor(tx, userId);
  return onSince === null && recoveryCodesLeft === 0 ? replaceRecoveryCodes(tx, vault, userId) : undefined;
}

/** Turns app codes off. The recovery codes stay, and what keys their digests: a passkey is left. */
export async function turnOffAppCodes(tx: Queries, userId: string): Promise<void> {
  await endFactor(tx, appCodesOff, userId);
  await tx.run(sql`
    update second_factor set on_since = null, pending_sealed = null where user_id = ${userId}`);
}

/** Removes app codes and recovery codes. */
export async function removeSecondFactor(tx: Queries, userId: string): Promise<void> {
  await endFactor(tx, factorsRemoved, userId);
  await tx.run(sql`delete from second_factor where user_id = ${userId}`);
  await recoveryCodesEnded.end(tx, sql`user_id = ${userId}`);
}

/**
 * Uses a code of the app or a recovery code. Both statements that use one are atomic: of simultaneous calls with the
 * same code, one passes. Undefined for a code that is wrong or was used.
 */
export async function useCode(
  db: Database,
  vault: Vault,
  userId: string,
  code: string,
  now: number,
): Promise<Proved | undefined> {
  const current = await currentSecret(db, vault, userId);
  if (!current) return undefined;
  const plain = code.replace(/\s/g, "");
  const step = stepOf(current.secret, plain, now);
  if (step !== undefined && current.onSince !== null) {
    const used = await db.get(sql`
      update second_factor set last_step = ${step}
      where user_id = ${userId} and last_step < ${step} and on_since = ${current.onSince} returning user_id`);
    return used ? byAppCode : undefined;
  }
  const digest = recoveryDigest(current.secret, plain);
  const used = await db.transaction((tx) =>
    recoveryCodesEnded.end(tx, sql`user_id = ${userId} and digest = ${digest}`),
  );
  return used.length > 0 ? byRecoveryCode : undefined;
}

/** The secret of the app or, without an app, the one that keys the recovery codes. */
async function currentSecret(db: Queries, vault: Vault, userId: string) {
  const row = await db.get<{ sealed: Uint8Array | null; on_since: number | null }>(
    sql`select sealed, on_since from second_factor where user_id = ${userId}`,
  );
  return row?.sealed && { secret: opened(vault, userId, row.sealed), onSince: row.on_since };
}

const opened = (vault: Vault, userId: string, sealed: Uint8Array): Uint8Array =>
  Buffer.from(vault.open(sealed, secondFactorContext(userId)), "hex");
