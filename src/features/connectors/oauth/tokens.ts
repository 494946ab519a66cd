import { createHash, timingSafeEqual } from "node:crypto";
import type { AuditContext } from "../../../access/audit.ts";
import { digestToken, mintToken, plausibleToken } from "../../../access/tokens.ts";
import { dayMs } from "../../../base/durations.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { type AssistantRow, endAssistant, lockAssistant } from "../assistants.ts";
import { Fault } from "./fault.ts";

export const accessSeconds = 3600;
const accessMs = accessSeconds * 1000;
const refreshMs = 60 * dayMs;

/** What a program receives in exchange for a code or a refresh token. */
export interface Issued {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** What an exchange led to: a refusal can have ended the assistant, which its transaction must keep. */
type Outcome = Issued | { readonly refused: string };

const refusedCode =
  "The code is not known, has expired, was used, or is of another program, address or verifier.";
const refusedRefresh = "The refresh token is not known, has expired, or was used. Connect again.";

async function insertToken(
  tx: Queries,
  kind: "vga" | "vgf",
  assistantId: string,
  now: number,
): Promise<string> {
  const token = mintToken(kind);
  const expiresAt = now + (kind === "vga" ? accessMs : refreshMs);
  await tx.run(sql`
    insert into assistant_token (digest, kind, assistant_id, created_at, expires_at)
    values (${digestToken(token)}, ${kind}, ${assistantId}, ${now}, ${expiresAt})`);
  return token;
}

const issue = async (tx: Queries, { id }: AssistantRow, now: number): Promise<Issued> => ({
  accessToken: await insertToken(tx, "vga", id, now),
  refreshToken: await insertToken(tx, "vgf", id, now),
});

async function decide(db: Database, work: (tx: Queries) => Promise<Outcome>): Promise<Issued> {
  const outcome = await db.transaction(work);
  if ("refused" in outcome) throw new Fault("invalid_grant", outcome.refused);
  return outcome;
}

interface CodeRow {
  readonly assistant_id: string;
  readonly redirect_uri: string;
  readonly challenge: string;
  readonly expires_at: number;
  readonly used_at: number | null;
}

export interface CodeExchange {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string | undefined;
  readonly verifier: string;
}

/**
 * Exchanges a code, once. A second use ends the assistant, as two programs have the code. Throws `Fault`.
 */
export function exchangeCode(db: Database, sent: CodeExchange, audit: AuditContext): Promise<Issued> {
  const digest = digestToken(sent.code);
  const now = audit.at;
  const find = (tx: Queries) => tx.get<CodeRow>(sql`select * from assistant_code where digest = ${digest}`);
  return decide(db, async (tx) => {
    const seen = await find(tx);
    const assistant = seen && (await lockAssistant(tx, seen.assistant_id));
    // Read again: simultaneous exchanges wait for each other at the lock.
    const code = assistant && (await find(tx));
    if (!code) return { refused: refusedCode };
    if (code.used_at !== null) {
      await endAssistant(tx, assistant, audit, "code used twice");
      return { refused: refusedCode };
    }
    const isSame =
      assistant.client_id === sent.clientId &&
      (sent.redirectUri === undefined || sent.redirectUri === code.redirect_uri) &&
      isVerified(code.challenge, sent.verifier);
    if (!isSame || !assistant.isLive || code.expires_at <= now) return { refused: refusedCode };
    await tx.run(sql`update assistant_code set used_at = ${now} where digest = ${digest}`);
    await tx.run(
      sql`update assistant set connected_at = ${now}, last_used_at = ${now} where id = ${assistant.id}`,
    );
    return issue(tx, assistant, now);
  });
}

function isVerified(challenge: string, verifier: string): boolean {
  const made = createHash("sha256").update(verifier).digest("base64url");
  return timingSafeEqual(Buffer.from(made), Buffer.from(challenge));
}

interface TokenRow {
  readonly kind: "vga" | "vgf";
  readonly assistant_id: string;
  readonly expires_at: number;
  readonly used_at: number | null;
}

const findToken = (db: Queries, token: string) =>
  db.get<TokenRow>(sql`select * from assistant_token where digest = ${digestToken(token)}`);

/**
 * Exchanges a refresh token for new tokens, once. A second use ends the assistant: somebody else has the token, and
 * it cannot be known who is who. Throws `Fault`.
 */
export function exchangeRefreshToken(
  db: Database,
  { token, clientId }: { readonly token: string; readonly clientId: string },
  audit: AuditContext,
): Promise<Issued> {
  const now = audit.at;
  return decide(db, async (tx) => {
    const seen = plausibleToken(token) ? await findToken(tx, token) : undefined;
    if (seen?.kind !== "vgf") return { refused: refusedRefresh };
    const assistant = await lockAssistant(tx, seen.assistant_id);
    const row = assistant && (await findToken(tx, token));
    if (!row || row.expires_at <= now || assistant.client_id !== clientId) return { refused: refusedRefresh };
    if (row.used_at !== null || !assistant.isLive) {
      await endAssistant(
        tx,
        assistant,
        audit,
        row.used_at === null ? "no longer allowed" : "refresh token used twice",
      );
      return { refused: refusedRefresh };
    }
    await tx.run(sql`update assistant_token set used_at = ${now} where digest = ${digestToken(token)}`);
    await tx.run(sql`update assistant set last_used_at = ${now} where id = ${assistant.id}`);
    return issue(tx, assistant, now);
  });
}

/** Ends the assistant of a token that its program gives back (RFC 7009). Another program's token is left as it is. */
export function revokeToken(
  db: Database,
  { token, clientId }: { readonly token: string; readonly clientId: string },
  audit: AuditContext,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const row = plausibleToken(token) ? await findToken(tx, token) : undefined;
    const assistant = row && (await lockAssistant(tx, row.assistant_id));
    if (assistant?.client_id !== clientId) return false;
    await endAssistant(tx, assistant, audit, "ended by the assistant");
    return true;
  });
}

/** Makes the code of a new assistant. */
export async function insertCode(
  tx: Queries,
  code: {
    readonly text: string;
    readonly assistantId: string;
    readonly redirectUri: string;
    readonly challenge: string;
  },
  expiresAt: number,
): Promise<void> {
  await tx.run(sql`
    insert into assistant_code (digest, assistant_id, redirect_uri, challenge, expires_at)
    values (${digestToken(code.text)}, ${code.assistantId}, ${code.redirectUri}, ${code.challenge}, ${expiresAt})`);
}
