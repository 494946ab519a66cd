import { dayMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { digestToken, mintToken } from "../tokens.ts";

const linkMs = dayMs;
/** Links of a user that are valid at a time. */
const linksMax = 5;
/** Those of them that strangers can cause: the others are left for who requests from a known address. */
const strangersMax = 3;

/** Who requested a mailed link: somebody at an address that the user has used, or at any other. */
export type ResetOrigin = "known" | "other";

/** A new link for a new password. The token is shown once; `expiresAt` is in milliseconds UTC. */
export interface ResetLink {
  readonly token: string;
  readonly expiresAt: number;
}

/**
 * Adds a link that is mailed to those of a locked user, each of which is valid for its time. Undefined if as many are
 * valid as may be: the user has received them.
 */
export async function insertMailedLink(
  tx: Queries,
  userId: string,
  origin: ResetOrigin,
  now: number,
): Promise<ResetLink | undefined> {
  const valid = await readValid(tx, userId, now);
  const ofStrangers = valid.filter((one) => one.origin === "other");
  if (valid.length >= linksMax || (origin === "other" && ofStrangers.length >= strangersMax))
    return undefined;
  return insertLink(tx, userId, origin, now);
}

/** Adds a link that an operator hands over. It replaces the oldest one beyond the bound, operators' own first. */
export async function insertOperatorLink(tx: Queries, userId: string, now: number): Promise<ResetLink> {
  const valid = await readValid(tx, userId, now);
  for (const { digest } of valid.slice(0, Math.max(0, valid.length + 1 - linksMax)))
    await tx.run(sql`delete from reset_link where digest = ${digest}`);
  return insertLink(tx, userId, "operator", now);
}

/** A user's valid links, operators' and then the oldest first. Deletes the others. */
async function readValid(tx: Queries, userId: string, now: number) {
  await tx.run(sql`delete from reset_link where user_id = ${userId} and expires_at <= ${now}`);
  return tx.all<{ digest: string; origin: string }>(sql`
    select digest, origin from reset_link where user_id = ${userId}
    order by case when origin = 'operator' then 0 else 1 end, created_at, digest`);
}

async function insertLink(tx: Queries, userId: string, origin: string, now: number): Promise<ResetLink> {
  const token = mintToken("vgr");
  const expiresAt = now + linkMs;
  await tx.run(sql`
    insert into reset_link (digest, user_id, origin, created_at, expires_at)
    values (${digestToken(token)}, ${userId}, ${origin}, ${now}, ${expiresAt})`);
  return { token, expiresAt };
}

/** The user of a valid link; also of links that nodes of the former version made. */
export async function findResetUser(db: Queries, token: string, now: number): Promise<string | undefined> {
  const live = sql`digest = ${digestToken(token)} and expires_at > ${now}`;
  const found = await db.get<{ user_id: string }>(sql`
    select user_id from reset_link where ${live} union all select user_id from password_reset where ${live}`);
  return found?.user_id;
}

/** Deletes a user's links; resolves to their number. */
export const endResetLinks = async (tx: Queries, userId: string): Promise<number> =>
  (await tx.run(sql`delete from reset_link where user_id = ${userId}`)) +
  (await tx.run(sql`delete from password_reset where user_id = ${userId}`));
