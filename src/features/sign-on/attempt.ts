import { createHmac, randomBytes } from "node:crypto";
import { digestToken } from "../../access/tokens.ts";
import { minuteMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { integer, orNull, text, word } from "../../entities/stored.ts";
import { type Row, Table } from "../../entities/table.ts";

/** How long the provider's answer is waited for. */
export const attemptMs = 10 * minuteMs;

export const purposes = ["sign_in", "link", "prove"] as const;
export type Purpose = (typeof purposes)[number];

const attempts = new Table({
  name: "sign_on_attempt",
  as: "a",
  key: ["digest"],
  members: {
    digest: text,
    provider: text,
    purpose: word(...purposes),
    /** Who links or proves who it is; null for a sign-in. */
    userId: orNull(text),
    /** Milliseconds UTC. */
    expiresAt: integer,
  },
});
export type Attempt = Row<typeof attempts>;

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

export const insertAttempt = (db: Queries, token: string, attempt: Omit<Attempt, "digest">): Promise<void> =>
  attempts.insert(db, { ...attempt, digest: digestToken(token) });

/** Ends an attempt; undefined if it has ended before. If several calls end it at once, one receives it. */
export function takeAttempt(tx: Queries, token: string): Promise<Attempt | undefined> {
  return attempts.get(
    tx,
    sql`delete from sign_on_attempt where digest = ${digestToken(token)} ${attempts.returning}`,
  );
}
