import { randomBytes } from "node:crypto";
import { minuteMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

export const challengeMs = 5 * minuteMs;

/** A challenge for a user's registration, which replaces its former one; for any sign-in, if the user is null. */
export async function createChallenge(db: Queries, userId: string | null, now: number): Promise<string> {
  const challenge = randomBytes(32).toString("base64url");
  if (userId !== null) await db.run(sql`delete from passkey_challenge where user_id = ${userId}`);
  await db.run(sql`
    insert into passkey_challenge (challenge, user_id, expires_at)
    values (${challenge}, ${userId}, ${now + challengeMs})`);
  return challenge;
}

/**
 * Uses a challenge: one statement deletes it, so that of simultaneous answers to it one passes. False for one that is
 * unknown, used, expired, or for another user. No transaction: an answer that is refused has used it too.
 */
export async function useChallenge(
  db: Queries,
  challenge: string,
  userId: string | null,
  now: number,
): Promise<boolean> {
  const user = userId === null ? sql`user_id is null` : sql`user_id = ${userId}`;
  const used = await db.run(sql`
    delete from passkey_challenge where challenge = ${challenge} and ${user} and expires_at > ${now}`);
  return used === 1;
}
