import type { Queries } from "../../database/database.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import { rows, type Sql, sql } from "../../database/sql.ts";
import { aheadMs } from "./holder-rows.ts";

/** A rate limit's window as the nodes share it. */
export interface BucketRow {
  readonly name: string;
  readonly calls: number;
  readonly period_ms: number;
  /** When it began, on the clock of limits. */
  start_at: number;
  /** Calls per window that no node holds. */
  free: number;
  /** How many of the free ones were used in this window before they were released. */
  spent: number;
}

/** The calls per window that one node holds. */
export interface LeaseRow {
  readonly name: string;
  readonly holder: string;
  readonly held: number;
  /** The window in which the holder has used them all. */
  readonly spent_at: number;
  /** When the holder's last heartbeat came; null if it is no longer known. */
  readonly seen_at: number | null;
}

/** The window at a moment. Windows follow one another while nodes hold parts of them. */
export function inWindow(bucket: BucketRow, at: number): BucketRow {
  const { start_at: start, period_ms: period, free, calls } = bucket;
  // A clock row restored from a copy may be behind the window.
  if (at < start) return { ...bucket, start_at: at };
  if (at < start + period) return bucket;
  const begins = free === calls ? at : start + Math.floor((at - start) / period) * period;
  return { ...bucket, start_at: begins, spent: 0 };
}

/**
 * The window with the parts of holders that have timed out. How many calls such a holder admitted is not known: all that
 * it held count as used until the window ends which it may still have used without the database.
 */
export function withLost(found: BucketRow, lost: readonly LeaseRow[], at: number): BucketRow {
  let bucket = found;
  for (const { held, seen_at: seenAt } of [...lost].sort((a, b) => (a.seen_at ?? at) - (b.seen_at ?? at))) {
    const until = seenAt === null ? at : seenAt + aheadMs(bucket.period_ms);
    // A holder of the whole limit starts windows when calls come; the row does not show them.
    const own = held === bucket.calls ? { ...bucket, start_at: until, spent: 0 } : inWindow(bucket, until);
    bucket = { ...own, free: own.free + held, spent: own.spent + held };
  }
  return inWindow(bucket, at);
}

/** What names a window. */
export interface WindowName {
  readonly name: string;
  readonly calls: number;
  readonly periodMs: number;
}

// A window that does not exist is entered full, long over at any time of the clock.
const lock = new RowsStatement<BucketRow>(
  `insert into rate_window (name, calls, period_ms, start_at, free)
  select v.column1, v.column2, v.column3, - v.column3, v.column2 from :rows where true
  on conflict (name) do update set free = rate_window.free
  returning name, calls, period_ms, start_at, free, spent`,
  ["text", "bigint", "bigint"],
);

/**
 * Locks windows until the transaction ends, in the order of their names, so that no two transactions wait for each
 * other. What is read of a window's holders counts only if it is read later than this.
 */
export function lockWindows(tx: Queries, windows: readonly WindowName[]): Promise<BucketRow[]> {
  const sorted = [...windows].sort((a, b) => (a.name < b.name ? -1 : 1));
  return lock.all(tx, [
    sorted.map(({ name }) => name),
    sorted.map(({ calls }) => calls),
    sorted.map(({ periodMs }) => periodMs),
  ]);
}

export async function writeBuckets(tx: Queries, buckets: readonly BucketRow[]): Promise<void> {
  const values = buckets.map(({ name, calls, period_ms, start_at, free, spent }) => {
    return [name, calls, period_ms, start_at, free, spent];
  });
  await tx.run(sql`
    insert into rate_window (name, calls, period_ms, start_at, free, spent) values ${rows(values)}
    on conflict (name) do update set start_at = excluded.start_at, free = excluded.free, spent = excluded.spent`);
}

export function leasesOf(tx: Queries, names: Sql): Promise<LeaseRow[]> {
  return tx.all<LeaseRow>(sql`
    select l.name, l.holder, l.held, l.spent_at, h.seen_at from rate_lease l
    left join rate_holder h on h.holder = l.holder where l.name in (${names})`);
}

export async function dropLease(tx: Queries, name: string, holder: string): Promise<void> {
  await tx.run(sql`delete from rate_lease where name = ${name} and holder = ${holder}`);
}
