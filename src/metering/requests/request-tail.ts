import { minuteMs } from "../../base/durations.ts";
import { nextTurn } from "../../base/pause.ts";
import type { Database, Queries } from "../../database/database.ts";
import { join, list, type Sql, sql } from "../../database/sql.ts";
import { runQueued, type UsageScope } from "../usage/usage-read.ts";
import { type ChunkRow, decodeCalls, type LoggedCall, newestFirst } from "./chunk-codec.ts";
import { type ChunkFilter, makeChunkFilter } from "./chunk-filter.ts";
import { countCalls } from "./request-log.ts";

/** How far a reader has come: of each journal, the seq of the last call that it received. */
export interface TailCursor {
  /** When that was, milliseconds UTC. */
  readonly at: number;
  readonly appliedSeqs: Readonly<Record<string, number>>;
}

export interface Tail {
  readonly cursor: TailCursor;
  /** Newest first. */
  readonly calls: readonly LoggedCall[];
  /** The number of older new calls that are left out. */
  readonly skipped: number;
}

/** The most calls at once. */
const callsMax = 200;
/** Reading the calls of so many holds the thread for a millisecond. */
const chunksAtOnce = 16;
/** Calls of a node that died are in the database within little more than a minute. */
const lateMs = 2 * minuteMs;
/** A second or so lies between two reads; during a longer break journals may be opened and closed. */
const breakMs = 5000;

interface JournalPosition {
  readonly journal_id: string;
  readonly state: "open" | "closed" | "expired";
  readonly applied_seq: number;
}

/** The end of the log: calls applied later follow it. */
export async function tailEnd(db: Queries, now: number): Promise<TailCursor> {
  const journals = await db.all<JournalPosition>(
    sql`select journal_id, state, applied_seq from journal where state <> 'closed'`,
  );
  return cursorOf(journals, now);
}

function cursorOf(journals: readonly JournalPosition[], at: number): TailCursor {
  return { at, appliedSeqs: Object.fromEntries(journals.map((one) => [one.journal_id, one.applied_seq])) };
}

/**
 * The calls that all nodes have applied since a cursor. New calls are found by applied seq, not by time: a call that
 * is applied late is read late, and none is read twice.
 */
export async function readTail(
  db: Database,
  scope: UsageScope,
  { at, appliedSeqs }: TailCursor,
  now: number,
): Promise<Tail> {
  const known = list(Object.keys(appliedSeqs));
  const duringBreak = now - at < breakMs ? sql`` : sql`or state = 'expired' or closed_at >= ${at}`;
  const journals = await db.all<JournalPosition>(sql`
    select journal_id, state, applied_seq from journal
    where state = 'open' or journal_id in (${known}) ${duringBreak}`);
  // A closed journal is read for the last time.
  const cursor = cursorOf(
    journals.filter(({ state }) => state !== "closed"),
    now,
  );
  const newSeqs = journals
    .map((journal) => ({ ...journal, seen: appliedSeqs[journal.journal_id] ?? 0 }))
    .filter(({ applied_seq, seen }) => applied_seq > seen)
    .map(
      ({ journal_id, applied_seq, seen }) =>
        sql`(journal_id = ${journal_id} and first_seq > ${seen} and first_seq <= ${applied_seq})`,
    );
  if (newSeqs.length === 0) return { cursor, calls: [], skipped: 0 };
  const filter = await makeChunkFilter(db, scope, { from: at - lateMs, to: now + lateMs });
  const where = join(
    [...filter.conditions, sql`last_at >= ${at - lateMs}`, sql`(${join(newSeqs, " or ")})`],
    " and ",
  );
  return { cursor, ...(await readNewest(db, filter, where)) };
}

async function readNewest(
  db: Database,
  filter: ChunkFilter,
  where: Sql,
): Promise<Pick<Tail, "calls" | "skipped">> {
  const chunks = await runQueued(db, () =>
    db.all<ChunkRow>(sql`
      select last_at, journal_id, first_seq, first_at, callers, labels, entries from request_chunk
      where ${where} order by last_at desc, journal_id desc, first_seq desc limit ${callsMax}`),
  );
  let calls: LoggedCall[] = [];
  for (let first = 0; first < chunks.length; first += chunksAtOnce) {
    // All that follow are older.
    if (calls.length === callsMax && calls.at(-1)!.at > chunks[first]!.last_at) break;
    const read = chunks
      .slice(first, first + chunksAtOnce)
      .flatMap((chunk) => decodeCalls(chunk, 0, Number.POSITIVE_INFINITY, filter.includes));
    calls = [...calls, ...read].sort(newestFirst).slice(0, callsMax);
    await nextTurn();
  }
  if (chunks.length < callsMax && calls.length < callsMax) return { calls, skipped: 0 };
  const all = await db.all<Pick<ChunkRow, "callers">>(sql`select callers from request_chunk where ${where}`);
  const total = all.reduce((sum, chunk) => sum + countCalls(chunk, filter), 0);
  return { calls, skipped: total - calls.length };
}
