import { createHash } from "node:crypto";
import { createBatcher } from "../base/batcher.ts";
import { dayMs } from "../base/durations.ts";
import type { Database, Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { Caller } from "../http/caller.ts";
import type { Answer } from "../http/endpoint.ts";
import type { Vault } from "./vault.ts";

const keptMs = dayMs;

/** One use of an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07), per caller and operation. */
export interface IdempotentCall {
  readonly id: string;
  /** Digest of path and body: the same key with another request is an error. */
  readonly requestDigest: string;
}

function digest(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  // Lengths keep ("ab", "c") and ("a", "bc") apart.
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest("hex");
}

function callerName(caller: Caller): string {
  if (caller.kind === "subscription") return `subscription/${caller.subscriptionId}`;
  if (caller.kind !== "user") return caller.kind;
  const { userId, personId } = caller;
  return userId === personId ? `user/${userId}` : `user/${userId}/${personId}`;
}

/** Reads a key of 1 to 255 printable characters; the draft's quotes around it are optional. */
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

/** The first answer to a repeated call, or that its key was used with another request. */
export type Earlier<T = Answer> = { readonly answer: T } | "other request";

/** The answer to an earlier call with the key; undefined if no earlier call took effect. */
export async function findEarlier<T = Answer>(
  db: Queries,
  vault: Vault,
  { id, requestDigest }: IdempotentCall,
  now: number,
): Promise<Earlier<T> | undefined> {
  const row = await db.get<Row>(sql`
    select request_digest, answer from idempotency where id = ${id} and created_at > ${now - keptMs}`);
  if (!row?.answer) return undefined;
  if (row.request_digest !== requestDigest) return "other request";
  return { answer: JSON.parse(vault.open(row.answer, id)) as T };
}

/**
 * Claims the key for the transaction that then makes the change. Waits while another transaction has it. Undefined if
 * the claim succeeds, otherwise the answer to the first call.
 */
export async function claimKey<T = Answer>(
  tx: Queries,
  vault: Vault,
  call: IdempotentCall,
  now: number,
): Promise<Earlier<T> | undefined> {
  const { id, requestDigest } = call;
  // Only the transaction that made a claim can read it without an answer.
  await tx.run(sql`
    delete from idempotency where id = ${id} and (created_at <= ${now - keptMs} or answer is null)`);
  const claimed = await tx.run(sql`
    insert into idempotency (id, request_digest, created_at) values (${id}, ${requestDigest}, ${now})
    on conflict (id) do nothing`);
  return claimed === 1 ? undefined : findEarlier<T>(tx, vault, call, now);
}

type KeyWork = (tx: Queries) => Promise<unknown>;
interface KeyChange {
  readonly id: string;
  readonly work: KeyWork;
}

const changesOf = new WeakMap<Database, (change: KeyChange) => Promise<ReadonlyMap<KeyChange, unknown>>>();
/** Transactions at a time of a node. */
const transactionsMax = 2;

/**
 * Changes what is kept of a key. Changes of many keys that come in one tick are one transaction: each commit waits for
 * the disk. The work's only effects must be its statements, and it must throw nothing of its own.
 */
export async function changeKept<T>(
  db: Database,
  { id }: IdempotentCall,
  work: (tx: Queries) => Promise<T>,
): Promise<T> {
  let run = changesOf.get(db);
  if (!run) {
    run = createBatcher((changes: readonly KeyChange[]) => changeTogether(db, changes), transactionsMax);
    changesOf.set(db, run);
  }
  const change: KeyChange = { id, work };
  return (await run(change)).get(change) as T;
}

async function changeTogether(db: Database, changes: readonly KeyChange[]) {
  // In one order, so that transactions of two nodes do not wait for each other.
  const sorted = [...changes].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  return db.transaction(
    async (tx) => {
      const results = new Map<KeyChange, unknown>();
      for (const change of sorted) results.set(change, await change.work(tx));
      return results;
    },
    { repeatable: true },
  );
}

/** Locks what is kept of a key until the transaction ends. */
export async function lockKey(tx: Queries, { id }: IdempotentCall): Promise<void> {
  await tx.run(sql`update idempotency set id = id where id = ${id}`);
}

/** Keeps the answer for repeated calls, sealed: it may contain a secret that is shown only once. */
export async function keepAnswer<T = Answer>(
  tx: Queries,
  vault: Vault,
  { id }: IdempotentCall,
  answer: T,
): Promise<void> {
  const sealed = vault.seal(JSON.stringify(answer), id);
  await tx.run(sql`update idempotency set answer = ${sealed} where id = ${id}`);
}

/** Removes answers older than a day. */
export async function purgeIdempotent(db: Queries, now: number): Promise<void> {
  await db.run(sql`delete from idempotency where created_at <= ${now - keptMs}`);
}
