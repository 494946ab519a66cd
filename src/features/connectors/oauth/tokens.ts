import { createHash, timingSafeEqual } from "node:crypto";
import type { AuditContext } from "../../../access/audit.ts";
import { digestToken, mintToken, plausibleToken } from "../../../access/tokens.ts";
import { dayMs } from "../../../base/durations.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { initially, integer, orNull, text, word } from "../../../entities/stored.ts";
import { type NewRow, Table } from "../../../entities/table.ts";
import { type Assistant, endAssistant, lockAssistant } from "../assistants.ts";
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
  await tokens.insert(tx, { digest: digestToken(token), kind, assistantId, createdAt: now, expiresAt });
  return token;
}

const issue = async (tx: Queries, { id }: Assistant, now: number): Promise<Issued> => ({
  accessToken: await insertToken(tx, "vga", id, now),
  refreshToken: await insertToken(tx, "vgf", id, now),
});

async function decide(db: Database, work: (tx: Queries) => Promise<Outcome>): Promise<Issued> {
  const outcome = await db.transaction(work);
  if ("refused" in outcome) throw new Fault("invalid_grant", outcome.refused);
  return outcome;
}

const codes = new Table({
  name: "assistant_code",
  as: "c",
  key: ["digest"],
  members: {
    digest: text,
    assistantId: text,
    redirectUri: text,
    challenge: text,
    expiresAt: integer,
    usedAt: initially(orNull(integer), null),
  },
});

const tokens = new Table({
  name: "assistant_token",
  as: "t",
  key: ["digest"],
  members: {
    digest: text,
    kind: word("vga", "vgf"),
    assistantId: text,
    createdAt: integer,
    expiresAt: integer,
    usedAt: initially(orNull(integer), null),
  },
});

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
  return decide(db, async (tx) => {
    const seen = await codes.find(tx, digest);
    const assistant = seen && (await lockAssistant(tx, seen.assistantId));
    // Read again: simultaneous exchanges wait for each other at the lock.
    const code = assistant && (await codes.find(tx, digest));
    if (!code) return { refused: refusedCode };
    if (code.usedAt !== null) {
      await endAssistant(tx, assistant, audit, "code used twice");
      return { refused: refusedCode };
    }
    const isSame =
      assistant.clientId === sent.clientId &&
      (sent.redirectUri === undefined || sent.redirectUri === code.redirectUri) &&
      isVerified(code.challenge, sent.verifier);
    if (!isSame || !assistant.isLive || code.expiresAt <= now) return { refused: refusedCode };
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

const findToken = (db: Queries, token: string) => tokens.find(db, digestToken(token));

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
    const assistant = await lockAssistant(tx, seen.assistantId);
    const row = assistant && (await findToken(tx, token));
    if (!row || row.expiresAt <= now || assistant.clientId !== clientId) return { refused: refusedRefresh };
    if (row.usedAt !== null || !assistant.isLive) {
      await endAssistant(
        tx,
        assistant,
        audit,
        row.usedAt === null ? "no longer allowed" : "refresh token used twice",
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
    const assistant = row && (await lockAssistant(tx, row.assistantId));
    if (assistant?.clientId !== clientId) return false;
    await endAssistant(tx, assistant, audit, "ended by the assistant");
    return true;
  });
}

/** Makes the code of a new assistant. */
export async function insertCode(
  tx: Queries,
  secret: string,
  code: Omit<NewRow<typeof codes>, "digest">,
): Promise<void> {
  await codes.insert(tx, { ...code, digest: digestToken(secret) });
}
