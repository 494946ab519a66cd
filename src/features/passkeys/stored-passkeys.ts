import { createHash } from "node:crypto";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { lockUser } from "../../management/common/user-resource.ts";

export interface PasskeyRow {
  readonly id: string;
  readonly user_id: string;
  /** base64url. */
  readonly credential_id: string;
  /** COSE. */
  readonly public_key: Uint8Array;
  /** How often the device signed, of devices that count; 0 of others. */
  readonly counter: number;
  /** A JSON array. */
  readonly transports: string;
  readonly name: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

/** By which devices name a user: IDs can be longer than the 64 bytes that a handle may have. */
export const handleOf = (userId: string): string => createHash("sha256").update(userId).digest("base64url");

export const passkeysOf = (db: Queries, userId: string): Promise<PasskeyRow[]> =>
  db.all<PasskeyRow>(sql`select * from passkey where user_id = ${userId} order by created_at, id`);

export const descriptorsOf = (rows: readonly PasskeyRow[]) =>
  rows.map(({ credential_id: id, transports }) => ({
    id,
    type: "public-key" as const,
    transports: JSON.parse(transports) as string[],
  }));

/**
 * Notes the use of a passkey, and locks its user first, as deleting a user does. False if it was removed, or another use
 * with this or a later counter came first.
 */
export async function notePasskeyUse(
  tx: Queries,
  { id, user_id: userId }: PasskeyRow,
  counter: number,
  now: number,
): Promise<boolean> {
  await lockUser(tx, userId);
  const used = await tx.run(sql`
    update passkey set counter = ${counter}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter} or counter = 0 and ${counter} = 0)`);
  return used === 1;
}
