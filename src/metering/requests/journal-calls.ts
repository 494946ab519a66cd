import type { Database } from "../../database/database.ts";
import { join, sql } from "../../database/sql.ts";
import { decodeRecord } from "../journal/record.ts";
import type { CallRecord } from "../usage/usage.ts";
import { runQueued } from "../usage/usage-read.ts";
import { type ChunkRow, decodeCalls, type LoggedCall } from "./chunk-codec.ts";
import { callersContain, shardOf } from "./chunk-filter.ts";
import { appliedMax } from "./request-chunks.ts";

/** Calls of a journal by their numbers: those after `after`, up to `to`. */
export interface JournalSpan {
  readonly journalId: string;
  readonly after: number;
  readonly to: number;
  /** Only calls of this one. */
  readonly caller?: { readonly subscriptionId: string; readonly userId: string } | undefined;
  /** No call of the span is older, milliseconds UTC. ClickHouse then reads less. */
  readonly since: number;
}

/** Reading the calls of so many, and computing what proofs need of them, holds the thread for some milliseconds. */
const chunksAtOnce = 16;

/**
 * Yields the calls of a journal in the order of their seqs, some at a time; those whose row the log refused are among
 * them. Other work runs between its statements of some milliseconds each.
 */
export async function* journalCalls(db: Database, span: JournalSpan): AsyncGenerator<LoggedCall[]> {
  const { journalId, after, to, caller } = span;
  const isOwn = ({ seq, caller: by }: LoggedCall) =>
    seq > after && seq <= to && (caller === undefined || by.subscriptionId === caller.subscriptionId);
  const conditions = [sql`journal_id = ${journalId}`, sql`first_seq <= ${to}`];
  if (caller)
    conditions.push(
      sql`shard = ${shardOf(caller.userId)}`,
      callersContain(`[${JSON.stringify(caller.subscriptionId)},`),
    );
  let pending = (await rejectedCalls(db, span)).filter(isOwn);
  for (let cursor = after - appliedMax; ; ) {
    const where = join([...conditions, sql`first_seq > ${cursor}`], " and ");
    const chunks = await runQueued(db, () =>
      db.all<ChunkRow>(sql`
        select last_at, journal_id, first_seq, first_at, callers, labels, entries from request_chunk
        where ${where} order by first_seq limit ${chunksAtOnce}`),
    );
    const from = Number.NEGATIVE_INFINITY;
    for (const chunk of chunks)
      pending.push(...decodeCalls(chunk, from, Number.POSITIVE_INFINITY, () => true).filter(isOwn));
    cursor = chunks.at(-1)?.first_seq ?? cursor;
    // Chunks of several users overlap: calls that are not before the last chunk can be followed by smaller ones.
    const isLast = chunks.length < chunksAtOnce;
    const ready = pending.filter(({ seq }) => isLast || seq < cursor).sort((a, b) => a.seq - b.seq);
    if (ready.length > 0) yield ready;
    if (isLast) return;
    pending = pending.filter(({ seq }) => seq >= cursor);
  }
}

async function rejectedCalls(
  db: Pick<Database, "all">,
  { journalId, after, to }: JournalSpan,
): Promise<LoggedCall[]> {
  const rows = await db.all<{ record: Uint8Array }>(sql`
    select record from usage_rejected where journal_id = ${journalId} and seq > ${after} and seq <= ${to}`);
  return rows.flatMap(({ record }) => {
    const decoded = decodeRecord(Buffer.from(record), 0);
    return decoded.kind === "record" && decoded.record.call.amends === undefined
      ? [loggedCall(journalId, decoded.record.seq, decoded.record.call)]
      : [];
  });
}

function loggedCall(journalId: string, seq: number, call: CallRecord): LoggedCall {
  const { subscriptionId, userId, productId } = call.caller;
  const { api, operation, method, address, status, credits, responseBytes } = call;
  return {
    ...call,
    journalId,
    seq,
    caller: { subscriptionId, userId, calls: 1, credits, bytes: responseBytes },
    labels: {
      productId,
      api,
      operation,
      method,
      address,
      status,
      credits,
      cache: call.cache ?? "none",
      errorCode: call.errorCode ?? null,
      key: call.key ?? null,
      source: call.source ?? null,
      caller: 0,
    },
  };
}

/**
 * The last seq of a journal, after `after` and up to `to`, before its first call at or after a time of a whole minute.
 * A call that began before that time and ended after others that did not follows it.
 */
export async function lastSeqBefore(
  db: Pick<Database, "get" | "all">,
  { journalId, after, to, since }: JournalSpan,
): Promise<number> {
  // A chunk's calls are of one minute: all of them are in the time, or none. Few are since a time that is minutes ago,
  // and many of a journal: the expression keeps SQLite from the index by journal.
  const begun = await db.get<{ seq: number | null }>(sql`
    select min(first_seq) as seq from request_chunk
    where last_at >= ${since} and journal_id || '' = ${journalId} and first_seq > ${after} and first_seq <= ${to}
      and first_at >= ${since}`);
  // Only if a clock went back and forth: others begin before the span.
  const cut = await db.all<ChunkRow>(sql`
    select last_at, journal_id, first_seq, first_at, callers, labels, entries from request_chunk
    where journal_id = ${journalId} and first_seq > ${after - appliedMax} and first_seq <= ${after}
      and first_at >= ${since}`);
  const seqs = cut
    .flatMap((chunk) => decodeCalls(chunk, since, Number.POSITIVE_INFINITY, () => true))
    .map(({ seq }) => seq);
  const refused = (await rejectedCalls(db, { journalId, after, to, since })).filter(({ at }) => at >= since);
  const first = [...seqs, ...refused.map(({ seq }) => seq), begun?.seq ?? to + 1].filter(
    (seq) => seq > after,
  );
  return Math.min(to, ...first.map((seq) => seq - 1));
}
