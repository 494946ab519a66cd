import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";

/** The latest of this reading and all heartbeats. */
const latest = (reading: number): Sql => sql`(
  select max(known.at) from (
    select cast(${reading} as bigint) as at union all select max(seen_at) from rate_holder) known)`;

/**
 * Begins a change of rates: advances the shared clock of limits to a node's reading, and records a heartbeat.
 * Resolves to the clock, which follows the nodes' monotonic clocks, so a step of a wall clock does not move it, and
 * to whether any other holder is alive. The clock's row stays locked until the transaction ends.
 */
export async function beginChange(
  tx: Queries,
  holder: string,
  reading: number,
): Promise<{ at: number; others: boolean }> {
  // Sent together, after the lock: others wait for each round trip.
  const [clock, , other] = await Promise.all([
    tx.get<{ at: number }>(sql`
      update limit_clock set at = case when at < ${latest(reading)} then ${latest(reading)} else at end
      where id = 1 returning at`),
    tx.run(sql`
      insert into rate_holder (holder, seen_at) select ${holder}, at from limit_clock where id = 1
      on conflict (holder) do update set seen_at = excluded.seen_at`),
    tx.get(sql`
      select h.holder from rate_holder h join limit_clock c on c.id = 1
      where h.holder <> ${holder} and h.seen_at > c.at - ${silentMs} limit 1`),
  ]);
  return { at: clock?.at ?? reading, others: other !== undefined };
}

/**
 * Records a heartbeat; resolves to the shared clock. Others take nothing from the holder for `silentMs`. It writes
 * the holder's row only: every node sends several a second, and none waits for another.
 */
export async function sendHeartbeat(db: Queries, holder: string, reading: number): Promise<number> {
  const row = await db.get<{ at: number }>(sql`
    insert into rate_holder (holder, seen_at)
    select ${holder}, case when c.at < ${latest(reading)} then ${latest(reading)} else c.at end
    from limit_clock c where c.id = 1
    on conflict (holder) do update set seen_at = excluded.seen_at returning seen_at as at`);
  return row?.at ?? reading;
}

/** A holder silent for this long is dead, or rereads what it holds before it admits another call. */
export const silentMs = 2000;
