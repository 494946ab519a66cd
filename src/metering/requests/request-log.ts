import { ceilTo, floorTo, minuteMs } from "../../base/durations.ts";
import type { Database } from "../../database/database.ts";
import { join, type Sql, sql } from "../../database/sql.ts";
import { countUsage, inTurn, usedPart } from "../usage/usage-read.ts";
import { slices, spansOf } from "../usage/usage-spans.ts";
import { type ChunkFilter, type LogScope, runScope, spansInUse, type Window } from "./chunk-filter.ts";
import {
  type ChunkRow,
  callersOf,
  callsOf,
  type LoggedCall,
  newestFirst,
  type RequestRow,
  requestRow,
} from "./request-rows.ts";

/** A piece of time and the calls in it. */
interface Counted {
  readonly from: number;
  readonly to: number;
  readonly calls: number;
}

/** A place in the log, newest first: the row that comes after `skip` rows of those before `before`. */
export interface LogPlace {
  readonly before: number;
  readonly skip: number;
}

/**
 * Counts the calls of [from, to), milliseconds, which the log must still hold, and finds the place after
 * `skip` of them, newest first. Both come from the roll-ups, so the last page costs what the first does.
 */
export async function seekRequests(
  db: Database,
  scope: LogScope,
  window: { from: number; to: number },
  skip: number,
): Promise<{ total: number; place: LogPlace | undefined }> {
  const used = await usedPart(db, window.from, window.to);
  const runs = await runScope(db, scope, used);
  const counted = await countWindow(db, scope, runs, used);
  const total = counted.reduce((sum, { calls }) => sum + calls, 0);
  if (skip >= total) return { total, place: undefined };
  const coarse = walk(counted, skip);
  if (coarse.in.to - coarse.in.from <= minuteMs) return { total, place: await passChunks(db, runs, coarse) };
  const minutes = await countUsage(db, scope, slices("minute", coarse.in.from, coarse.in.to));
  const fine = walk(minutes.length > 0 ? minutes : [coarse.in], coarse.skip);
  return { total, place: await passChunks(db, runs, fine) };
}

// Parts of a minute are counted in the log itself, everything between in the roll-ups.
async function countWindow(
  db: Database,
  scope: LogScope,
  runs: ChunkFilter,
  { from, to }: Window,
): Promise<Counted[]> {
  if (from >= to) return [];
  const first = ceilTo(from, minuteMs);
  const last = floorTo(to, minuteMs);
  if (first > last) return [await countLog(db, runs, from, to)];
  return [
    await countLog(db, runs, last, to),
    ...(await countUsage(db, scope, spansOf(first, last))),
    await countLog(db, runs, from, first),
  ];
}

const runColumns = sql`last_at, journal_id, first_seq, first_at, callers, labels, entries`;

/** Counts a part of one minute: most runs by what they hold, those that its ends cut call by call. */
async function countLog(db: Database, runs: ChunkFilter, from: number, to: number): Promise<Counted> {
  if (from >= to) return { from, to, calls: 0 };
  const where = runConditions(runs, from, to);
  const whole = sql`${where} and first_at >= ${from} and last_at < ${to}`;
  const cut = await db.all<ChunkRow>(sql`
    select ${runColumns} from request_chunk where ${where} and (first_at < ${from} or last_at >= ${to})`);
  const calls = cut.reduce(
    (sum, run) => sum + callsOf(run, from, to, runs.includes).length,
    await countRuns(db, runs, whole),
  );
  return { from, to, calls };
}

async function countRuns(db: Database, runs: ChunkFilter, where: Sql): Promise<number> {
  if (runs.all) {
    const row = await db.get<{ calls: number }>(
      sql`select cast(coalesce(sum(calls), 0) as bigint) as calls from request_chunk where ${where}`,
    );
    return row?.calls ?? 0;
  }
  const found = await db.all<Pick<ChunkRow, "callers">>(
    sql`select callers from request_chunk where ${where}`,
  );
  return found.reduce((sum, run) => sum + callsIn(run, runs), 0);
}

function callsIn(run: Pick<ChunkRow, "callers">, { includes }: ChunkFilter): number {
  return callersOf(run).reduce((sum, caller) => (includes(caller) ? sum + caller[2] : sum), 0);
}

/** The runs that can hold calls of [from, to); none reaches from one minute into another. */
export function runConditions(runs: ChunkFilter, from: number, to: number): Sql {
  const until = ceilTo(to, minuteMs);
  return join(
    [...runs.conditions, sql`last_at >= ${from}`, sql`last_at < ${until}`, sql`first_at < ${to}`],
    " and ",
  );
}

interface Walked {
  readonly in: Counted;
  readonly skip: number;
}

function walk(counted: readonly Counted[], skip: number): Walked {
  let rest = skip;
  for (const piece of counted) {
    if (rest < piece.calls) return { in: piece, skip: rest };
    rest -= piece.calls;
  }
  // Only where a minute's rows came between two readings; the oldest piece then ends the list.
  return { in: counted.at(-1)!, skip: rest };
}

/** So many calls are rather read than passed over. */
const passedMin = 2000;

/** Goes on within a minute without reading calls: a busy one has more than a page may cost. */
async function passChunks(
  db: Database,
  runs: ChunkFilter,
  { in: { from, to }, skip }: Walked,
): Promise<LogPlace> {
  if (skip < passedMin) return { before: to, skip };
  const where = runConditions(runs, from, to);
  const next = runs.all ? await lastBehind(db, where, skip) : await ownLastBehind(db, runs, where, skip);
  // Calls behind this moment are in the runs before that one alone, which are not too many together.
  const before = (next ?? to) + 1;
  if (before >= to) return { before: to, skip };
  return { before, skip: skip - (await countLog(db, runs, before, to)).calls };
}

/** The last moment of the run in which so many calls are passed. */
async function lastBehind(db: Database, where: Sql, skip: number): Promise<number | null> {
  const next = await db.get<{ last: number | null }>(sql`
    select max(last_at) as last from (
      select last_at, sum(calls) over (order by last_at desc, journal_id desc, first_seq desc) as passed
      from request_chunk where ${where}) runs
    where passed > ${skip}`);
  return next?.last ?? null;
}

async function ownLastBehind(
  db: Database,
  runs: ChunkFilter,
  where: Sql,
  skip: number,
): Promise<number | null> {
  const found = await db.all<Pick<ChunkRow, "last_at" | "callers">>(sql`
    select last_at, callers from request_chunk where ${where}
    order by last_at desc, journal_id desc, first_seq desc`);
  let passed = 0;
  for (const run of found) {
    passed += callsIn(run, runs);
    if (passed > skip) return run.last_at;
  }
  return null;
}

const runsAtOnce = 32;

/** The statement for some of the runs with calls of [from, before), newest first, behind one of them. */
export function runsStatement(runs: ChunkFilter, from: number, before: number, after?: ChunkRow): Sql {
  const conditions = runConditions(runs, from, before);
  const rest = after
    ? sql`and (last_at, journal_id, first_seq) < (${after.last_at}, ${after.journal_id}, ${after.first_seq})`
    : sql``;
  return sql`
    select ${runColumns} from request_chunk where ${conditions} ${rest}
    order by last_at desc, journal_id desc, first_seq desc limit ${runsAtOnce}`;
}

/** One page of the log from a place on, newest first; no call of it before `from`. */
export async function readRequests(
  db: Database,
  scope: LogScope,
  from: number,
  place: LogPlace,
  size: number,
): Promise<RequestRow[]> {
  const window = { from, to: place.before };
  const runs = await runScope(db, scope, window);
  const wanted = place.skip + size;
  const found: LoggedCall[] = [];
  for (const span of await spansInUse(db, scope, window)) {
    found.push(...(await readSpan(db, runs, span, wanted - found.length)));
    if (found.length === wanted) break;
  }
  return found.slice(place.skip).map(requestRow);
}

/** The newest calls of a span. */
async function readSpan(
  db: Database,
  runs: ChunkFilter,
  { from, to }: Window,
  countMax: number,
): Promise<LoggedCall[]> {
  let found: LoggedCall[] = [];
  let after: ChunkRow | undefined;
  do {
    const read = await inTurn(db, () => db.all<ChunkRow>(runsStatement(runs, from, to, after)));
    found.push(...read.flatMap((run) => callsOf(run, from, to, runs.includes)));
    found = found.sort(newestFirst).slice(0, countMax);
    after = read.length < runsAtOnce ? undefined : read.at(-1);
    // Until all that follow are older than what was found.
  } while (after && !(found.length === countMax && found.at(-1)!.at > after.last_at));
  return found;
}

/** The moment from which the log holds every call: what was purged, or else its first call. */
export async function oldestRequest(db: Database): Promise<number | undefined> {
  const run = await db.get<{ last: number | null }>(sql`select min(last_at) as last from request_chunk`);
  if (typeof run?.last !== "number") return undefined;
  const row = await db.get<{ first: number | null }>(
    sql`select min(first_at) as first from request_chunk where last_at < ${run.last + minuteMs}`,
  );
  return row?.first ?? undefined;
}
