import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";

/** The latest of this reading and all heartbeats. */
const latest = (reading: number): Sql => sql`(
  select max(known.at) from (
    select cast(${reading} as bigint) as at union all select max(seen_at) from rate_holder) known)`;

/**
 * Excludes nodes of versions up to 0.2, whose changes lock the clock's row and no window. Other nodes' changes wait
 * for it no more than they wait for each other.
 */
export async function excludeFormerNodes(tx: Queries): Promise<void> {
  if (tx.dialect === "postgres") await tx.get(sql`select at from limit_clock where id = 1 for share`);
}

/** Whether any other holder is alive; read after this one's heartbeat. */
export async function othersAlive(tx: Queries, holder: string): Promise<boolean> {
  const other = await tx.get(sql`
    select h.holder from rate_holder h join rate_holder own on own.holder = ${holder}
    where h.holder <> ${holder} and h.seen_at > own.seen_at - ${aheadMostMs} limit 1`);
  return other !== undefined;
}

/**
 * Records a heartbeat: others take nothing from the holder for `aheadMs`. Resolves to the shared clock of limits, which
 * follows the nodes' monotonic clocks, so a step of a wall clock does not move it. It writes the holder's row only: every
 * node sends several a second, and none waits for another. A change of rates sends it after its windows are locked.
 */
export async function sendHeartbeat(db: Queries, holder: string, reading: number): Promise<number> {
  const row = await db.get<{ at: number }>(sql`
    insert into rate_holder (holder, seen_at)
    select ${holder}, case when c.at < ${latest(reading)} then ${latest(reading)} else c.at end
    from limit_clock c where c.id = 1
    on conflict (holder) do update set seen_at = excluded.seen_at returning seen_at as at`);
  return row?.at ?? reading;
}

/** The windows that others request back from a holder. */
export async function requestedRateReturns(db: Queries, holder: string): Promise<string[]> {
  const rows = await db.all<{ name: string }>(sql`
    select name from rate_lease where holder = ${holder} and return_requested = 1`);
  return rows.map((row) => row.name);
}

const aheadLeastMs = 2000;
const aheadMostMs = 10_000;

/**
 * How far ahead a heartbeat takes the holder's parts of a window of this length, in milliseconds: a window, within bounds.
 * A holder that is silent for longer is dead, and its parts count as used until the window ends that contains that moment.
 * Until then the holder may use them without the database.
 */
export function aheadMs(periodMs: number): number {
  return Math.min(aheadMostMs, Math.max(aheadLeastMs, periodMs));
}
