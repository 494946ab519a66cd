import { minuteMs } from "../../base/durations.ts";
import type { Database, Queries } from "../../database/database.ts";
import { join, list, type Sql, sql } from "../../database/sql.ts";
import { inTurn, type UsageScope } from "../usage/usage-read.ts";
import { type ChunkFilter, runScope } from "./chunk-filter.ts";
import {
  type ChunkRow,
  callersOf,
  callsOf,
  newestFirst,
  type RequestRow,
  requestRow,
} from "./request-rows.ts";

/** How far into the log a reader has come: of each journal, the last call that it was told. */
export interface TailPlace {
  /** When that was, milliseconds UTC. */
  readonly at: number;
  readonly marks: Readonly<Record<string, number>>;
}

export interface Tail {
  readonly place: TailPlace;
  /** Newest first. */
  readonly rows: readonly RequestRow[];
  /** Calls that came as well, and are not among the rows: older ones. */
  readonly skipped: number;
}

/** The most calls that are told at once. */
const rowsMax = 200;
/** Calls of a node that died are in the database within little more than a minute. */
const lateMs = 2 * minuteMs;
/** A second or so lies between two readings; after a break journals may have come and gone. */
const breakMs = 5000;

interface AppliedSeq {
  readonly journal_id: string;
  readonly state: "open" | "closed" | "expired";
  readonly applied_seq: number;
}

/** The end of the log: what is applied from now on comes behind it. */
export async function tailEnd(db: Queries, now: number): Promise<TailPlace> {
  const journals = await db.all<AppliedSeq>(
    sql`select journal_id, state, applied_seq from journal where state <> 'closed'`,
  );
  return placeOf(journals, now);
}

function placeOf(journals: readonly AppliedSeq[], at: number): TailPlace {
  return { at, marks: Object.fromEntries(journals.map((one) => [one.journal_id, one.applied_seq])) };
}

/**
 * The calls that were applied since `place`, by every node. Marks and not moments say what is new: a call that is
 * applied late is told late, and none is told twice.
 */
export async function readTail(
  db: Database,
  scope: UsageScope,
  place: TailPlace,
  now: number,
): Promise<Tail> {
  const known = list(Object.keys(place.marks));
  const meanwhile = now - place.at < breakMs ? sql`` : sql`or state = 'expired' or closed_at >= ${place.at}`;
  const journals = await db.all<AppliedSeq>(sql`
    select journal_id, state, applied_seq from journal
    where state = 'open' or journal_id in (${known}) ${meanwhile}`);
  // A closed journal has told all that it ever will.
  const next = placeOf(
    journals.filter(({ state }) => state !== "closed"),
    now,
  );
  const moved = journals.filter(
    ({ journal_id, applied_seq }) => applied_seq > (place.marks[journal_id] ?? 0),
  );
  if (moved.length === 0) return { place: next, rows: [], skipped: 0 };
  const parts = moved.map(
    ({ journal_id, applied_seq }) => sql`(journal_id = ${journal_id}
      and first_seq > ${place.marks[journal_id] ?? 0} and first_seq <= ${applied_seq})`,
  );
  const runs = await runScope(db, scope, { from: place.at - lateMs, to: now + lateMs });
  const where = join(
    [...runs.conditions, sql`last_at >= ${place.at - lateMs}`, sql`(${join(parts, " or ")})`],
    " and ",
  );
  return { place: next, ...(await newestOf(db, runs, where)) };
}

async function newestOf(
  db: Database,
  { includes }: ChunkFilter,
  where: Sql,
): Promise<Pick<Tail, "rows" | "skipped">> {
  const runs = await inTurn(db, () =>
    db.all<ChunkRow>(sql`
      select last_at, journal_id, first_seq, first_at, callers, labels, entries from request_chunk
      where ${where} order by last_at desc, journal_id desc, first_seq desc limit ${rowsMax}`),
  );
  const calls = runs
    .flatMap((run) => callsOf(run, 0, Number.POSITIVE_INFINITY, includes))
    .sort(newestFirst)
    .slice(0, rowsMax);
  if (runs.length < rowsMax && calls.length < rowsMax) return { rows: calls.map(requestRow), skipped: 0 };
  const all = await db.all<Pick<ChunkRow, "callers">>(sql`select callers from request_chunk where ${where}`);
  const counted = all
    .flatMap(callersOf)
    .reduce((sum, caller) => (includes(caller) ? sum + caller[2] : sum), 0);
  return { rows: calls.map(requestRow), skipped: counted - calls.length };
}
