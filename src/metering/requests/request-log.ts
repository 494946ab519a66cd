import { ceilTo, floorTo, minuteMs } from "../../base/durations.ts";
import type { Database } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { countUsage, runQueued, usedPart } from "../usage/usage-read.ts";
import { slices, spansOf } from "../usage/usage-spans.ts";
import { type ChunkRow, decodeCallers, decodeCalls, type LoggedCall, newestFirst } from "./chunk-codec.ts";
import {
  andKey,
  type ChunkFilter,
  chunkConditions,
  findUsedRanges,
  type LogScope,
  makeChunkFilter,
  type TimeRange,
} from "./chunk-filter.ts";
import { chunkCallsMax } from "./request-chunks.ts";

export interface CountedRange extends TimeRange {
  readonly calls: number;
}

/** A position in the log, newest first: the call that follows the first `skip` calls before `before`. */
export interface LogCursor {
  readonly before: number;
  readonly skip: number;
}

/**
 * Counts the calls of a time range, which the log must still hold, and finds the cursor after `skip` of them, newest
 * first. Both come from the rollups, so the last page costs as much as the first.
 */
export async function seekRequests(
  db: Database,
  scope: LogScope,
  range: TimeRange,
  skip: number,
): Promise<{ total: number; cursor: LogCursor | undefined }> {
  const used = await usedPart(db, range.from, range.to);
  const filter = await makeChunkFilter(db, scope, used);
  const counted = await countRange(db, scope, used, (from, to) => countLog(db, filter, from, to));
  const total = counted.reduce((sum, { calls }) => sum + calls, 0);
  if (skip >= total) return { total, cursor: undefined };
  const coarse = walk(counted, skip);
  if (coarse.in.to - coarse.in.from <= minuteMs)
    return { total, cursor: await passChunks(db, filter, coarse) };
  const minutes = await countUsage(db, scope, slices("minute", coarse.in.from, coarse.in.to));
  const fine = walk(minutes.length > 0 ? minutes : [coarse.in], coarse.skip);
  return { total, cursor: await passChunks(db, filter, fine) };
}

/**
 * Counts the calls of a time range, newest part first: whole minutes in the rollups, parts of a minute by `countPart`, in
 * the log itself.
 */
export async function countRange(
  db: Database,
  scope: LogScope,
  { from, to }: TimeRange,
  countPart: (from: number, to: number) => Promise<CountedRange>,
): Promise<CountedRange[]> {
  if (from >= to) return [];
  const first = ceilTo(from, minuteMs);
  const last = floorTo(to, minuteMs);
  if (first > last) return [await countPart(from, to)];
  return [
    await countPart(last, to),
    ...(await countUsage(db, scope, spansOf(first, last))),
    await countPart(from, first),
  ];
}

const chunkColumns = sql`last_at, journal_id, first_seq, first_at, callers, labels, entries`;

/** Counts a part of one minute: most chunks by their sums, those across its ends call by call. */
async function countLog(db: Database, filter: ChunkFilter, from: number, to: number): Promise<CountedRange> {
  if (from >= to) return { from, to, calls: 0 };
  const where = chunkConditions(filter, from, to);
  // A chunk's calls are of one minute: none begins before it. The rest is found in the index.
  const begun = from === floorTo(from, minuteMs) ? sql`` : sql`or first_at < ${from}`;
  const whole = sql`${where} and first_at >= ${from} and last_at < ${to}`;
  const cut = await db.all<ChunkRow>(sql`
    select ${chunkColumns} from request_chunk where ${where} and (last_at >= ${to} ${begun})`);
  const calls = cut.reduce(
    (sum, chunk) => sum + decodeCalls(chunk, from, to, filter.includes).length,
    await countChunks(db, filter, whole),
  );
  return { from, to, calls };
}

async function countChunks(db: Database, filter: ChunkFilter, where: Sql): Promise<number> {
  if (filter.all) {
    const row = await db.get<{ calls: number }>(
      sql`select cast(coalesce(sum(calls), 0) as bigint) as calls from request_chunk where ${where}`,
    );
    return row?.calls ?? 0;
  }
  const found = await db.all<Pick<ChunkRow, "callers">>(
    sql`select callers from request_chunk where ${where}`,
  );
  return found.reduce((sum, chunk) => sum + countCalls(chunk, filter), 0);
}

/** The calls of a chunk by the callers that a filter includes. */
export function countCalls(chunk: Pick<ChunkRow, "callers">, { includes }: ChunkFilter): number {
  return decodeCallers(chunk).reduce((sum, caller) => (includes(caller) ? sum + caller.calls : sum), 0);
}

interface Walked {
  readonly in: CountedRange;
  readonly skip: number;
}

function walk(counted: readonly CountedRange[], skip: number): Walked {
  let rest = skip;
  for (const range of counted) {
    if (rest < range.calls) return { in: range, skip: rest };
    rest -= range.calls;
  }
  // Only if a minute's calls came between two reads; the oldest range then ends the list.
  return { in: counted.at(-1)!, skip: rest };
}

/** Fewer calls are read rather than passed over. */
const passedMin = 2000;

/** Moves on within a minute without reading calls: a busy minute has more of them than a page may cost. */
async function passChunks(
  db: Database,
  filter: ChunkFilter,
  { in: { from, to }, skip }: Walked,
): Promise<LogCursor> {
  if (skip < passedMin) return { before: to, skip };
  const where = chunkConditions(filter, from, to);
  const next = filter.all ? await lastPassed(db, where, skip) : await lastPassedOf(db, filter, where, skip);
  // Later calls are only in the chunks before that one, which are not too many together.
  const before = (next ?? to) + 1;
  if (before >= to) return { before: to, skip };
  return { before, skip: skip - (await countLog(db, filter, before, to)).calls };
}

/** The last time of the chunk in which so many calls are passed. */
async function lastPassed(db: Database, where: Sql, skip: number): Promise<number | null> {
  const next = await db.get<{ last: number | null }>(sql`
    select max(last_at) as last from (
      select last_at, sum(calls) over (order by last_at desc, journal_id desc, first_seq desc) as passed
      from request_chunk where ${where}) chunks
    where passed > ${skip}`);
  return next?.last ?? null;
}

async function lastPassedOf(
  db: Database,
  filter: ChunkFilter,
  where: Sql,
  skip: number,
): Promise<number | null> {
  const found = await db.all<Pick<ChunkRow, "last_at" | "callers">>(sql`
    select last_at, callers from request_chunk where ${where}
    order by last_at desc, journal_id desc, first_seq desc`);
  let passed = 0;
  for (const chunk of found) {
    passed += countCalls(chunk, filter);
    if (passed > skip) return chunk.last_at;
  }
  return null;
}

/** Reading the calls of so many holds the thread for a millisecond. */
const chunksAtOnce = 16;

/** The statement for the next chunks with calls of [from, before), newest first, after one of them. */
export function chunksStatement(
  filter: ChunkFilter,
  from: number,
  before: number,
  after?: ChunkRow,
  chunksMax = chunksAtOnce,
): Sql {
  return sql`
    select ${chunkColumns} from request_chunk
    where ${chunkConditions(filter, from, before)} ${andKey("<", after)}
    order by last_at desc, journal_id desc, first_seq desc limit ${chunksMax}`;
}

/** One page of the log from a cursor on, newest first; no call of it before `from`. */
export async function readRequests(
  db: Database,
  scope: LogScope,
  from: number,
  cursor: LogCursor,
  size: number,
): Promise<LoggedCall[]> {
  const range = { from, to: cursor.before };
  const filter = await makeChunkFilter(db, scope, range);
  const wanted = cursor.skip + size;
  const found: LoggedCall[] = [];
  for (const part of await findUsedRanges(db, scope, range)) {
    found.push(...(await readNewest(db, filter, part, wanted - found.length)));
    if (found.length === wanted) break;
  }
  return found.slice(cursor.skip);
}

async function readNewest(
  db: Database,
  filter: ChunkFilter,
  { from, to }: TimeRange,
  countMax: number,
): Promise<LoggedCall[]> {
  let found: LoggedCall[] = [];
  let after: ChunkRow | undefined;
  // Full chunks suffice at first.
  let size = Math.min(chunksAtOnce, Math.ceil(countMax / chunkCallsMax) + 1);
  do {
    const statement = chunksStatement(filter, from, to, after, size);
    const read = await runQueued(db, () => db.all<ChunkRow>(statement));
    found.push(...read.flatMap((chunk) => decodeCalls(chunk, from, to, filter.includes)));
    found = found.sort(newestFirst).slice(0, countMax);
    after = read.length < size ? undefined : read.at(-1);
    size = Math.min(chunksAtOnce, 2 * size);
    // Until all that follow are older than what was found.
  } while (after && !(found.length === countMax && found.at(-1)!.at > after.last_at));
  return found;
}

/** The time of the first call in the log; undefined if the log is empty. */
export async function oldestRequest(db: Database): Promise<number | undefined> {
  const chunk = await db.get<{ last: number | null }>(sql`select min(last_at) as last from request_chunk`);
  if (typeof chunk?.last !== "number") return undefined;
  const row = await db.get<{ first: number | null }>(
    sql`select min(first_at) as first from request_chunk where last_at < ${chunk.last + minuteMs}`,
  );
  return row?.first ?? undefined;
}
