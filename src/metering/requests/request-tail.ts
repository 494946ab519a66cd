import { minuteMs } from "../../base/durations.ts";
import { nextTurn } from "../../base/pause.ts";
import type { Database, Queries } from "../../database/database.ts";
import { join, list, type Sql, sql } from "../../database/sql.ts";
import { runQueued } from "../usage/usage-read.ts";
import { type ChunkRow, decodeCalls, type LoggedCall, newestFirst } from "./chunk-codec.ts";
import { type ChunkFilter, type LogScope, makeChunkFilter } from "./chunk-filter.ts";
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
export const tailCallsMax = 200;
/** Reading the calls of so many holds the thread for a millisecond. */
const chunksAtOnce = 16;
/** Calls of a node that died are in the database within little more than a minute. */
const lateMs = 2 * minuteMs;
/** A second or so lies between two reads; during a longer break journals may be opened and closed. */
const breakMs = 5000;

interface JournalPosition {
  readonly journal_id: string;
  readonly state: "open" | "closed" | "expired";
  /** The last seq in the log. */
  readonly applied_seq: number;
  readonly complete: number;
}

// What ClickHouse keeps is in the log when it is there.
const position = sql`journal_id, state, coalesce(logged_seq, applied_seq) as applied_seq,
  case when logged_seq < applied_seq then 0 else 1 end as complete`;
const ended = ({ state, complete }: JournalPosition) => state === "closed" && complete === 1;

/** The calls of a journal after `first`, up to `last`. */
export interface SeqRange {
  readonly journalId: string;
  readonly first: number;
  readonly last: number;
}

/** The end of the log: calls applied later follow it. */
export async function tailEnd(db: Queries, now: number): Promise<TailCursor> {
  const journals = await db.all<JournalPosition>(
    sql`select ${position} from journal where state <> 'closed' or logged_seq < applied_seq`,
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
  scope: LogScope,
  cursor: TailCursor,
  now: number,
  readNew: ReadNew = (own, seqs, since) => readNewChunks(db, own, seqs, since, now),
): Promise<Tail> {
  const { at, appliedSeqs } = cursor;
  const known = list(Object.keys(appliedSeqs));
  const duringBreak = now - at < breakMs ? sql`` : sql`or state = 'expired' or closed_at >= ${at}`;
  const journals = await db.all<JournalPosition>(sql`
    select ${position} from journal
    where state = 'open' or logged_seq < applied_seq or journal_id in (${known}) ${duringBreak}`);
  // A closed journal is read for the last time.
  const next = cursorOf(
    journals.filter((journal) => !ended(journal)),
    now,
  );
  const seqs = journals
    .map(({ journal_id, applied_seq }) => ({
      journalId: journal_id,
      first: appliedSeqs[journal_id] ?? 0,
      last: applied_seq,
    }))
    .filter(({ first, last }) => last > first);
  if (seqs.length === 0) return { cursor: next, calls: [], skipped: 0 };
  return { cursor: next, ...(await readNew(scope, seqs, at - lateMs)) };
}

/** Reads the newest of the calls with these seqs, none of which is older than `since`. */
export type ReadNew = (
  scope: LogScope,
  seqs: readonly SeqRange[],
  since: number,
) => Promise<Pick<Tail, "calls" | "skipped">>;

async function readNewChunks(
  db: Database,
  scope: LogScope,
  seqs: readonly SeqRange[],
  since: number,
  now: number,
): Promise<Pick<Tail, "calls" | "skipped">> {
  const filter = await makeChunkFilter(db, scope, { from: since, to: now + lateMs });
  const inSeqs = seqs.map(
    ({ journalId, first, last }) =>
      sql`(journal_id = ${journalId} and first_seq > ${first} and first_seq <= ${last})`,
  );
  const where = join(
    [...filter.conditions, sql`last_at >= ${since}`, sql`(${join(inSeqs, " or ")})`],
    " and ",
  );
  return readNewest(db, filter, where);
}

async function readNewest(
  db: Database,
  filter: ChunkFilter,
  where: Sql,
): Promise<Pick<Tail, "calls" | "skipped">> {
  const chunks = await runQueued(db, () =>
    db.all<ChunkRow>(sql`
      select last_at, journal_id, first_seq, first_at, callers, labels, entries from request_chunk
      where ${where} order by last_at desc, journal_id desc, first_seq desc limit ${tailCallsMax}`),
  );
  let calls: LoggedCall[] = [];
  for (let first = 0; first < chunks.length; first += chunksAtOnce) {
    // All that follow are older.
    if (calls.length === tailCallsMax && calls.at(-1)!.at > chunks[first]!.last_at) break;
    const read = chunks
      .slice(first, first + chunksAtOnce)
      .flatMap((chunk) => decodeCalls(chunk, 0, Number.POSITIVE_INFINITY, filter.includes));
    calls = [...calls, ...read].sort(newestFirst).slice(0, tailCallsMax);
    await nextTurn();
  }
  if (chunks.length < tailCallsMax && calls.length < tailCallsMax) return { calls, skipped: 0 };
  const all = await db.all<Pick<ChunkRow, "callers">>(sql`select callers from request_chunk where ${where}`);
  const total = all.reduce((sum, chunk) => sum + countCalls(chunk, filter), 0);
  return { calls, skipped: total - calls.length };
}
