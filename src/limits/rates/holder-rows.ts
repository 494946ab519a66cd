import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

/**
 * Shows the clock of limits a node's own reading and answers with the later of both. No wall clock is in it:
 * it goes on with the monotonic clocks of those who live, and a step of one cannot move it. Its row stays
 * locked until the transaction ends.
 */
export async function showClock(tx: Queries, reading: number): Promise<number> {
  const row = await tx.get<{ at: number }>(sql`
    update limit_clock set at = case when at < ${reading} then ${reading} else at end where id = 1 returning at`);
  return row?.at ?? reading;
}

/** Says that a holder lives. Others take nothing from it for `silentMs`. */
export async function showHolder(tx: Queries, holder: string, at: number): Promise<void> {
  await tx.run(sql`
    insert into rate_holder (holder, seen_at) values (${holder}, ${at})
    on conflict (holder) do update set seen_at = excluded.seen_at`);
}

/** Whether any other holder lives. */
export async function othersLive(tx: Queries, holder: string, at: number): Promise<boolean> {
  const row = await tx.get(sql`
    select holder from rate_holder where holder <> ${holder} and seen_at > ${at - silentMs} limit 1`);
  return row !== undefined;
}

/** A holder that showed itself longer ago is dead, or will look before it admits another call. */
export const silentMs = 2000;
