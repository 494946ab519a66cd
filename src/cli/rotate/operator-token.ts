import { recordAudit, serviceAudit } from "../../access/audit.ts";
import { tokensExpiring } from "../../access/ended-tokens.ts";
import { insertOperatorToken } from "../../access/identity.ts";
import { writeSecretFile } from "../../access/secret-files.ts";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type ProgramEffect, programEffects } from "../../http/proof.ts";

export interface OperatorTokenOptions {
  readonly now: number;
  /** How long former tokens stay valid. */
  readonly graceMs: number;
  /** What the token is made for; everything without it. */
  readonly madeFor?: readonly ProgramEffect[] | null;
  /** Where the token is written; undefined prints it. */
  readonly file: string | undefined;
}

/**
 * Makes another operator token, and lets the former ones expire. Every node reads tokens from the database, so it holds
 * for all of them. Returns the token.
 */
export async function rotateOperatorToken(
  db: Database,
  { now, graceMs, madeFor = null, file }: OperatorTokenOptions,
): Promise<string> {
  return await db.transaction(async (tx) => {
    const expires = now + graceMs;
    await tokensExpiring.expire(tx, sql`kind = 'vgo'`, expires);
    const token = await insertOperatorToken(tx, now, madeFor);
    await recordAudit(tx, {
      ...serviceAudit(now, "command"),
      action: "system.rotate_operator_token",
      object: "/system",
      after: { made_for: madeFor ?? programEffects },
    });
    // Before the commit: a token that could not be written would be lost.
    if (file !== undefined) await writeSecretFile(file, `${token}\n`);
    return token;
  });
}
