import { createHash } from "node:crypto";
import { dayMs } from "../base/durations.ts";
import type { Database, Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { Caller } from "../http/caller.ts";
import type { Answer } from "../http/endpoint.ts";
import { ApiError } from "../http/errors.ts";
import type { Vault } from "./vault.ts";

const keptMs = dayMs;

/** One use of an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07), per caller and operation. */
export interface IdempotentCall {
  readonly id: string;
  /** Digest of what was asked: the same key with anything else is a mistake. */
  readonly asked: string;
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
  return { id: digest(callerName(caller), operation, key), asked: digest(path, body ?? "") };
}

interface Row {
  asked: string;
  answer: Uint8Array | null;
}

/** What a repeated call is answered with: the first answer, or that the key was used for something else. */
export type Earlier = { readonly answer: Answer } | "other request";

/** Claims the key: undefined to go on; 409 while the first call with it still runs. */
export async function beginIdempotent(
  db: Database,
  vault: Vault,
  call: IdempotentCall,
  now: number,
): Promise<Earlier | undefined> {
  return db.transaction(async (tx): Promise<Earlier | undefined> => {
    await tx.run(sql`delete from idempotency where id = ${call.id} and created_at <= ${now - keptMs}`);
    const claimed = await tx.run(sql`
      insert into idempotency (id, asked, created_at) values (${call.id}, ${call.asked}, ${now})
      on conflict (id) do nothing`);
    if (claimed === 1) return undefined;
    const row = await tx.get<Row>(sql`select asked, answer from idempotency where id = ${call.id}`);
    if (row && row.asked !== call.asked) return "other request";
    if (!row?.answer)
      throw new ApiError(
        "conflict",
        "A call with this Idempotency-Key has begun and its answer is not known yet.",
      );
    return { answer: JSON.parse(vault.open(row.answer, call.id)) as Answer };
  });
}

/** Keeps the first answer, sealed: it may show what is shown only once. */
export async function finishIdempotent(
  db: Queries,
  vault: Vault,
  call: IdempotentCall,
  answer: Answer,
): Promise<void> {
  const sealed = vault.seal(JSON.stringify(answer), call.id);
  await db.run(sql`update idempotency set answer = ${sealed} where id = ${call.id}`);
}

/** Lets the key be used again after a call that had no effect. */
export async function forgetIdempotent(db: Queries, call: IdempotentCall): Promise<void> {
  await db.run(sql`delete from idempotency where id = ${call.id} and answer is null`);
}

/** Drops what is older than a day. */
export async function purgeIdempotent(db: Queries, now: number): Promise<void> {
  await db.run(sql`delete from idempotency where created_at <= ${now - keptMs}`);
}
