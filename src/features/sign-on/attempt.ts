import { createHmac, randomBytes } from "node:crypto";
import { digestToken } from "../../access/tokens.ts";
import { minuteMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

/** How long the provider's answer is waited for. */
export const attemptMs = 10 * minuteMs;

export const purposes = ["sign_in", "link", "prove"] as const;
export type Purpose = (typeof purposes)[number];

export interface Attempt {
  readonly provider: string;
  readonly purpose: Purpose;
  /** Who links or proves who it is; null for a sign-in. */
  readonly user_id: string | null;
  /** Milliseconds UTC. */
  readonly expires_at: number;
}

/** The token of a new attempt, which only the browser that begins it receives. */
export const newAttemptToken = (): string => randomBytes(32).toString("base64url");

const derived = (token: string, use: string): string =>
  createHmac("sha256", token).update(use).digest("base64url");

/**
 * What an attempt sends to its provider. All of it comes from the browser's token, of which only the digest is stored: an
 * answer fits no other browser, and the database contains nothing with which one could be used.
 */
export const secretsOf = (token: string) => ({
  state: derived(token, "state"),
  nonce: derived(token, "nonce"),
  verifier: derived(token, "code verifier"),
});

export async function insertAttempt(db: Queries, token: string, attempt: Attempt): Promise<void> {
  const { provider, purpose, user_id, expires_at } = attempt;
  await db.run(sql`
    insert into sign_on_attempt (digest, provider, purpose, user_id, expires_at)
    values (${digestToken(token)}, ${provider}, ${purpose}, ${user_id}, ${expires_at})`);
}

/** Ends an attempt; undefined if it has ended before. If several calls end it at once, one receives it. */
export function takeAttempt(tx: Queries, token: string): Promise<Attempt | undefined> {
  return tx.get<Attempt>(sql`
    delete from sign_on_attempt where digest = ${digestToken(token)}
    returning provider, purpose, user_id, expires_at`);
}
