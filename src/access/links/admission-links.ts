import { dayMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { countOf } from "../../entities/list.ts";
import { digestToken, mintToken, plausibleToken } from "../tokens.ts";

const linkMs = dayMs;
/** Links of a user that are valid at a time. */
const linksMax = 5;

/** Adds a link that admits one sign-in of a locked user; resolves to its token, or undefined if enough are valid. */
export async function insertAdmission(tx: Queries, userId: string, now: number): Promise<string | undefined> {
  await tx.run(sql`delete from admission_link where user_id = ${userId} and expires_at <= ${now}`);
  const valid = await countOf(tx, sql`admission_link where user_id = ${userId}`);
  if (valid >= linksMax) return undefined;
  const token = mintToken("vgr");
  await tx.run(sql`
    insert into admission_link (digest, user_id, expires_at)
    values (${digestToken(token)}, ${userId}, ${now + linkMs})`);
  return token;
}

/** The digest of a token that admits a sign-in of this user, if it is valid. */
export async function findAdmission(
  db: Queries,
  userId: string,
  token: string,
  now: number,
): Promise<string | undefined> {
  if (!plausibleToken(token)) return undefined;
  const found = await db.get<{ digest: string }>(sql`
    select digest from admission_link
    where digest = ${digestToken(token)} and user_id = ${userId} and expires_at > ${now}`);
  return found?.digest;
}

/** Uses a link. False if another sign-in has used it. */
export const useAdmission = async (tx: Queries, digest: string): Promise<boolean> =>
  (await tx.run(sql`delete from admission_link where digest = ${digest}`)) > 0;

/** Deletes a user's links; resolves to their number. */
export const endAdmissions = (tx: Queries, userId: string): Promise<number> =>
  tx.run(sql`delete from admission_link where user_id = ${userId}`);
