import { dayMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { digestToken, mintToken } from "../tokens.ts";

const linkMs = 7 * dayMs;

/** An address that a user has left. Times are in milliseconds UTC. */
export interface AddressReturn {
  readonly user_id: string;
  readonly email: string;
  /** When the user left it. */
  readonly created_at: number;
}

/** Lets a user take an address back that it leaves; resolves to the token of the link. */
export async function insertAddressReturn(
  tx: Queries,
  user: { readonly id: string; readonly email: string; readonly emailKey: string | null },
  now: number,
): Promise<string> {
  const token = mintToken("vgr");
  await tx.run(sql`
    insert into address_return (digest, user_id, email, email_key, created_at, expires_at)
    values (${digestToken(token)}, ${user.id}, ${user.email}, ${user.emailKey ?? ""}, ${now}, ${now + linkMs})`);
  return token;
}

export function findAddressReturn(
  db: Queries,
  token: string,
  now: number,
): Promise<AddressReturn | undefined> {
  return db.get<AddressReturn>(sql`
    select user_id, email, created_at from address_return
    where digest = ${digestToken(token)} and expires_at > ${now}`);
}

/** Whether another user can take an address back, so that no one else may have it. */
export async function isReserved(db: Queries, emailKey: string, userId: string): Promise<boolean> {
  const found = await db.get(sql`
    select 1 as found from address_return where email_key = ${emailKey} and user_id <> ${userId}`);
  return found !== undefined;
}

/**
 * Ends a user's links of addresses that followed its present one, which its owner has proved again: a thief that gave the
 * account another address and then the former one would keep the link of its own.
 */
export const endReturnsSince = (
  tx: Queries,
  { id, emailKey: key }: { readonly id: string; readonly emailKey: string | null },
): Promise<number> =>
  tx.run(sql`
    delete from address_return where user_id = ${id} and created_at > (
      select min(created_at) from address_return where user_id = ${id} and email_key = ${key})`);

/** Deletes a user's links; with `since` those alone of changes made then or later. Resolves to their number. */
export const endAddressReturns = (tx: Queries, userId: string, since = 0): Promise<number> =>
  tx.run(sql`delete from address_return where user_id = ${userId} and created_at >= ${since}`);
