import { createHash } from "node:crypto";
import { dayMs } from "../base/durations.ts";
import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { Caller } from "../http/caller.ts";
import type { Answer } from "../http/endpoint.ts";
import type { Vault } from "./vault.ts";

const keptMs = dayMs;

/** One use of an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07), per caller and operation. */
export interface IdempotentCall {
  readonly id: string;
  /** Digest of path and body: the same key with another request is a mistake. */
  readonly requestDigest: string;
}

function digest(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  // Lengths keep ("ab", "c") and ("a", "bc") apart.
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest("hex");
}

function callerName(caller: Caller): string {
  return caller.kind === "user" ? `user/${caller.userId}` : caller.kind;
}

/** A key is 1 to 255 printable characters; the draft's quotes around it may be there or not. */
export function readIdempotencyKey(header: string): string | undefined {
  const key = /^"(.*)"$/.exec(header.trim())?.[1] ?? header.trim();
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined;
}

export function idempotentCall(
  caller: Caller,
  operation: string,
  key: string,
  path: string,
  body: Uint8Array | null,
): IdempotentCall {
  return { id: digest(callerName(caller), operation, key), requestDigest: digest(path, body ?? "") };
}

interface Row {
  request_digest: string;
  answer: Uint8Array | null;
}

/** What a repeated call is answered with: the first answer, or that the key was used for something else. */
export type Earlier = { readonly answer: Answer } | "other request";

/** The answer that an earlier call with the key was given; undefined where there was none that took effect. */
export async function findEarlier(
  db: Queries,
  vault: Vault,
  { id, requestDigest }: IdempotentCall,
  now: number,
): Promise<Earlier | undefined> {
  const row = await db.get<Row>(sql`
    select request_digest, answer from idempotency where id = ${id} and created_at > ${now - keptMs}`);
  if (!row?.answer) return undefined;
  if (row.request_digest !== requestDigest) return "other request";
  return { answer: JSON.parse(vault.open(row.answer, id)) as Answer };
}

/**
 * Claims the key for the transaction that then makes the change. Waits while another one has it; undefined
 * where the claim succeeds, otherwise the answer of the one that came first.
 */
export async function claimKey(
  tx: Queries,
  vault: Vault,
  call: IdempotentCall,
  now: number,
): Promise<Earlier | undefined> {
  const { id, requestDigest } = call;
  // A claim without an answer is a transaction's own: no other sees it.
  await tx.run(sql`
    delete from idempotency where id = ${id} and (created_at <= ${now - keptMs} or answer is null)`);
  const claimed = await tx.run(sql`
    insert into idempotency (id, request_digest, created_at) values (${id}, ${requestDigest}, ${now})
    on conflict (id) do nothing`);
  return claimed === 1 ? undefined : findEarlier(tx, vault, call, now);
}

/** Keeps the answer for repeated calls, sealed: it may show what is shown only once. */
export async function keepAnswer(
  tx: Queries,
  vault: Vault,
  { id }: IdempotentCall,
  answer: Answer,
): Promise<void> {
  const sealed = vault.seal(JSON.stringify(answer), id);
  await tx.run(sql`update idempotency set answer = ${sealed} where id = ${id}`);
}

/** Removes answers that are older than a day. */
export async function purgeIdempotent(db: Queries, now: number): Promise<void> {
  await db.run(sql`delete from idempotency where created_at <= ${now - keptMs}`);
}
