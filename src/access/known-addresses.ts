import { hash } from "node:crypto";
import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { networksOf } from "../http/client-address.ts";

/** Enough for a person's places and machines; the oldest is forgotten first. */
const addressesMax = 20;

/** An address of an account; it is only compared, so its digest suffices. */
function digestOf(userId: string, address: string): string {
  return hash("sha256", `${userId} ${networksOf(address)[0]}`, "hex");
}

/** Whether an address, or its /64, has proved before that it may use an account. */
export async function isKnownAddress(db: Queries, userId: string, address: string): Promise<boolean> {
  const digest = digestOf(userId, address);
  return (
    (await db.get(
      sql`select 1 as known from known_address where user_id = ${userId} and digest = ${digest}`,
    )) !== undefined
  );
}

/** Whether anybody has signed in to an account before. */
export async function hasKnownAddress(db: Queries, userId: string): Promise<boolean> {
  return (await db.get(sql`select 1 as known from known_address where user_id = ${userId}`)) !== undefined;
}

/** Stores an address that has signed in or used a reset link. */
export async function rememberAddress(
  tx: Queries,
  userId: string,
  address: string,
  now: number,
): Promise<void> {
  const digest = digestOf(userId, address);
  await tx.run(sql`
    insert into known_address (user_id, digest, seen_at) values (${userId}, ${digest}, ${now})
    on conflict (user_id, digest) do update set seen_at = excluded.seen_at`);
  await tx.run(sql`
    delete from known_address where user_id = ${userId} and digest not in (
      select digest from known_address where user_id = ${userId}
      order by seen_at desc, digest limit ${addressesMax})`);
}

/** Deletes the stored addresses of an account. */
export async function forgetAddresses(tx: Queries, userId: string): Promise<void> {
  await tx.run(sql`delete from known_address where user_id = ${userId}`);
}
