import type { Database } from "../database/database.ts";
import { join, type Sql, sql } from "../database/sql.ts";
import { floorTo, minuteMs } from "./usage-fold.ts";
import { countUsage, scopeConditions, type UsageScope, usedPart } from "./usage-read.ts";
import { ceilTo, slices, spansOf } from "./usage-spans.ts";

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

/** A row of `request_log`. */
export interface RequestRow {
  readonly at: number;
  readonly request_id: string;
  readonly subscription_id: string;
  readonly user_id: string;
  readonly product_id: string | null;
  readonly api_id: string;
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly ip_address: string;
  readonly status: number;
  readonly credits: number;
  readonly request_size: number;
  readonly response_size: number;
  readonly cache: "hit" | "miss" | "none";
  readonly api_us: number;
  readonly service_us: number;
}

/**
 * Counts the calls of [from, to), milliseconds, which the log must still hold, and finds the place after
 * `skip` of them, newest first. Both come from the roll-ups, so the last page costs what the first does.
 */
export async function seekRequests(
  db: Database,
  scope: UsageScope,
  window: { from: number; to: number },
  skip: number,
): Promise<{ total: number; place: LogPlace | undefined }> {
  const { from, to } = await usedPart(db, window.from, window.to);
  const counted = await countWindow(db, scope, from, to);
  const total = counted.reduce((sum, { calls }) => sum + calls, 0);
  if (skip >= total) return { total, place: undefined };
  const coarse = walk(counted, skip);
  if (coarse.in.to - coarse.in.from <= minuteMs)
    return { total, place: { before: coarse.in.to, skip: coarse.skip } };
  const minutes = await countUsage(db, scope, slices("minute", coarse.in.from, coarse.in.to));
  const fine = walk(minutes.length > 0 ? minutes : [coarse.in], coarse.skip);
  return { total, place: { before: fine.in.to, skip: fine.skip } };
}

// Parts of a minute are counted in the log itself, everything between in the roll-ups.
async function countWindow(db: Database, scope: UsageScope, from: number, to: number): Promise<Counted[]> {
  if (from >= to) return [];
  const first = ceilTo(from, minuteMs);
  const last = floorTo(to, minuteMs);
  if (first > last) return [await countLog(db, scope, from, to)];
  return [
    await countLog(db, scope, last, to),
    ...(await countUsage(db, scope, spansOf(first, last))),
    await countLog(db, scope, from, first),
  ];
}

async function countLog(db: Database, scope: UsageScope, from: number, to: number): Promise<Counted> {
  if (from >= to) return { from, to, calls: 0 };
  const row = await db.get<{ calls: number }>(
    sql`select count(*) as calls from request_log where ${conditions(scope, from, to)}`,
  );
  return { from, to, calls: row?.calls ?? 0 };
}

function walk(counted: readonly Counted[], skip: number): { in: Counted; skip: number } {
  let rest = skip;
  for (const piece of counted) {
    if (rest < piece.calls) return { in: piece, skip: rest };
    rest -= piece.calls;
  }
  // Only where a minute's rows came between two readings; the oldest piece then ends the list.
  return { in: counted.at(-1)!, skip: rest };
}

function conditions(scope: UsageScope, from: number, to: number): Sql {
  return join([...scopeConditions(scope), sql`at >= ${from}`, sql`at < ${to}`], " and ");
}

/** The statement for one page of the log from a place on, newest first. */
export function requestsStatement(scope: UsageScope, from: number, place: LogPlace, size: number): Sql {
  return sql`
    select at, request_id, subscription_id, user_id, product_id, api_id, operation, method, url, ip_address,
      status, credits, request_size, response_size, cache, api_us, service_us
    from request_log where ${conditions(scope, from, place.before)}
    order by at desc, journal_id desc, seq desc limit ${size} offset ${place.skip}`;
}

/** The moment from which the log holds every call: what was purged, or else its first call. */
export async function oldestRequest(db: Database): Promise<number | undefined> {
  const row = await db.get<{ first: number | null }>(sql`select min(at) as first from request_log`);
  return row?.first ?? undefined;
}
