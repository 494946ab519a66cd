import { z } from "zod";
import { type SecondFactorKind, strongestOf } from "../access/proof.ts";
import type { Queries } from "../database/database.ts";
import { type Sql, sql } from "../database/sql.ts";
import type { Factor } from "../http/proof.ts";
import type { Opened } from "./opened.ts";
import { given } from "./ports.ts";
import { hasPasskey } from "./sign-in-ports.ts";

/** With what a user signs in beside the password. A passkey needs no password. */
export const secondFactorKind = z
  .enum(["passkey", "app_code"])
  .nullable()
  .describe("`passkey` if there is one, `app_code` if sign-in needs a code of an app; null if neither.");

/** What a user can prove at most. */
export async function strongestFactor(
  db: Queries,
  running: { readonly running: readonly Opened[] },
  userId: string,
): Promise<Factor> {
  const row = await db.get<{ factor: SecondFactorKind }>(sql`
    select ${secondFactorOf(running, sql`u.id`)} as factor from app_user u where u.id = ${userId}`);
  return strongestOf(row?.factor ?? null);
}

/** The second factor of the user whose ID is in a column. */
export function secondFactorOf({ running }: { readonly running: readonly Opened[] }, userId: Sql): Sql {
  const passkeys = given(running, hasPasskey).map((one) => one(userId));
  return passkeys.reduceRight(
    (others, has) => sql`case when ${has} then 'passkey' else ${others} end`,
    sql`(select 'app_code' from second_factor f where f.user_id = ${userId} and f.on_since is not null)`,
  );
}

/** The code that a user's password needs beside it; null if the password alone opens a session. */
export type NeededCode = "app_code" | "recovery_code" | null;

/**
 * The same of the user whose ID is in a column. A passkey needs a recovery code beside the password from when its user
 * has had codes: before, the user would be locked out.
 */
export function neededCodeOf(running: { readonly running: readonly Opened[] }, userId: Sql): Sql {
  return sql`(
    select case when f.on_since is not null then 'app_code'
      when f.sealed is not null and ${secondFactorOf(running, userId)} = 'passkey' then 'recovery_code' end
    from second_factor f where f.user_id = ${userId})`;
}

export async function readNeededCode(
  db: Queries,
  running: { readonly running: readonly Opened[] },
  userId: string,
): Promise<NeededCode> {
  const row = await db.get<{ needed: NeededCode }>(sql`
    select ${neededCodeOf(running, sql`u.id`)} as needed from app_user u where u.id = ${userId}`);
  return row?.needed ?? null;
}
