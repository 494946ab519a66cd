import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

/**
 * Advances the shared clock of limits to a node's reading, and returns the later of both. It follows the
 * nodes' monotonic clocks, so a step of a wall clock does not move it. Its row stays locked until the
 * transaction ends.
 */
export async function advanceClock(tx: Queries, reading: number): Promise<number> {
  const row = await tx.get<{ at: number }>(sql`
    update limit_clock set at = case when at < ${reading} then ${reading} else at end where id = 1 returning at`);
  return row?.at ?? reading;
}

/** Records a heartbeat. Others take nothing from the holder for `silentMs`. */
export async function markAlive(tx: Queries, holder: string, at: number): Promise<void> {
  await tx.run(sql`
    insert into rate_holder (holder, seen_at) values (${holder}, ${at})
    on conflict (holder) do update set seen_at = excluded.seen_at`);
}

/** Whether any other holder is alive. */
export async function othersAlive(tx: Queries, holder: string, at: number): Promise<boolean> {
  const row = await tx.get(sql`
    select holder from rate_holder where holder <> ${holder} and seen_at > ${at - silentMs} limit 1`);
  return row !== undefined;
}

/** A holder silent for this long is dead, or rereads what it holds before it admits another call. */
export const silentMs = 2000;
