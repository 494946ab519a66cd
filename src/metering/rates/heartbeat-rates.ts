import { minuteMs } from "../../base/durations.ts";
import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { AtClock } from "./acquire-rates.ts";
import { beginChange, sendHeartbeat } from "./holder-rows.ts";

/** A node's part of a rate limit, as the database knows it. */
export interface HeldRate {
  readonly name: string;
  readonly held: number;
  readonly start: number;
}

const forgottenMs = minuteMs;

/** The windows that others request back from a holder. */
export async function requestedRateReturns(db: Queries, holder: string): Promise<string[]> {
  const rows = await db.all<{ name: string }>(sql`
    select name from rate_lease where holder = ${holder} and return_requested = 1`);
  return rows.map((row) => row.name);
}

/** Records a heartbeat; with `purge`, also removes what timed-out holders have left. */
export async function heartbeatRates(
  db: Database,
  holder: string,
  reading: number,
  purge: boolean,
): Promise<AtClock<null>> {
  if (!purge) return { at: await sendHeartbeat(db, holder, reading), seen: null };
  return db.transaction(
    async (tx) => {
      const { at } = await beginChange(tx, holder, reading);
      await purgeDead(tx, at);
      return { at, seen: null };
    },
    { repeatable: true },
  );
}

/** Everything a holder holds, for a node that must reread it; it stays while the holder sends heartbeats. */
export function heldRates(
  db: Database,
  holder: string,
  reading: number,
): Promise<AtClock<readonly HeldRate[]>> {
  return db.transaction(
    async (tx) => {
      const { at } = await beginChange(tx, holder, reading);
      const seen = await tx.all<HeldRate>(sql`
        select l.name, l.held, b.start_at as start from rate_lease l join rate_window b on b.name = l.name
        where l.holder = ${holder}`);
      return { at, seen };
    },
    { repeatable: true },
  );
}

async function purgeDead(tx: Queries, at: number): Promise<void> {
  const dead = sql`select holder from rate_holder where seen_at <= ${at - forgottenMs}`;
  await tx.run(sql`
    update rate_window set free = free + (
      select cast(sum(l.held) as bigint) from rate_lease l
      where l.name = rate_window.name and l.holder in (${dead}))
    where name in (select name from rate_lease where holder in (${dead}))`);
  await tx.run(sql`delete from rate_lease where holder in (${dead})`);
  await tx.run(sql`delete from rate_holder where seen_at <= ${at - forgottenMs}`);
  await tx.run(sql`delete from rate_window where free = calls and start_at + period_ms <= ${at}`);
}
