import { createHash } from "node:crypto";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { bytes, initially, integer, json, orNull, text } from "../../entities/stored.ts";
import { type Row, Table } from "../../entities/table.ts";
import { lockUser } from "../../management/common/user-resource.ts";

export const passkeys = new Table({
  name: "passkey",
  as: "p",
  key: ["id"],
  members: {
    id: text,
    userId: text,
    /** base64url. */
    credentialId: text,
    /** COSE. */
    publicKey: bytes,
    /** How often the device signed, of devices that count; 0 of others. */
    counter: integer,
    transports: json<string[]>(),
    name: text,
    createdAt: integer,
    lastUsedAt: initially(orNull(integer), null),
  },
});
export type Passkey = Row<typeof passkeys>;

/** By which devices name a user: IDs can be longer than the 64 bytes that a handle may have. */
export const handleOf = (userId: string): string => createHash("sha256").update(userId).digest("base64url");

export const passkeysOf = (db: Queries, userId: string): Promise<Passkey[]> =>
  passkeys.select(db, sql`where user_id = ${userId} order by created_at, id`);

export const descriptorsOf = (rows: readonly Passkey[]) =>
  rows.map(({ credentialId: id, transports }) => ({ id, type: "public-key" as const, transports }));

/**
 * Notes the use of a passkey, and locks its user first, as deleting a user does. False if it was removed, or another use
 * with this or a later counter came first.
 */
export async function notePasskeyUse(
  tx: Queries,
  { id, userId }: Passkey,
  counter: number,
  now: number,
): Promise<boolean> {
  await lockUser(tx, userId);
  const used = await tx.run(sql`
    update passkey set counter = ${counter}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter} or counter = 0 and ${counter} = 0)`);
  return used === 1;
}
