import { minuteMs } from "../../base/durations.ts";
import type { Database, Queries } from "../../database/database.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import { sql } from "../../database/sql.ts";
import type { AtClock } from "./acquire-rates.ts";
import { excludeFormerNodes, requestedRateReturns, sendHeartbeat } from "./holder-rows.ts";
import { type LeaseRow, lockWindows, type WindowName, withLost } from "./rate-rows.ts";

/** A node's part of a rate limit, as stored in the database. */
export interface HeldRate {
  readonly name: string;
  readonly held: number;
  readonly start: number;
}

const forgottenMs = minuteMs;

/** Records a heartbeat, and reads the windows that others request back; with `purge`, also removes what timed-out holders have left. */
export async function heartbeatRates(
  db: Database,
  holder: string,
  reading: number,
  purge: boolean,
): Promise<AtClock<readonly string[]>> {
  const [at, seen] = await Promise.all([
    sendHeartbeat(db, holder, reading),
    requestedRateReturns(db, holder),
  ]);
  if (purge) {
    const dead = await db.all<{ holder: string }>(sql`
      select holder from rate_holder where seen_at <= ${at - forgottenMs}`);
    for (const each of dead)
      await db.transaction((tx) => purgeHolder(tx, each.holder, at), { repeatable: true });
    await db.transaction((tx) => purgeWindows(tx, at), { repeatable: true });
  }
  return { at, seen };
}

/** Everything a holder holds, for a node that must reread it; it stays while the holder sends heartbeats. */
export function heldRates(
  db: Database,
  holder: string,
  reading: number,
): Promise<AtClock<readonly HeldRate[]>> {
  return db.transaction(
    async (tx) => {
      const [, windows] = await Promise.all([excludeFormerNodes(tx), windowsOf(tx, holder)]);
      // A node that takes its part has locked the window: it has committed by then, or it reads the heartbeat. The
      // statements are sent together, and run in this order.
      const [, at, seen] = await Promise.all([
        lockWindows(tx, windows),
        sendHeartbeat(tx, holder, reading),
        tx.all<HeldRate>(sql`
          select l.name, l.held, b.start_at as start from rate_lease l join rate_window b on b.name = l.name
          where l.holder = ${holder}`),
      ]);
      return { at, seen };
    },
    { repeatable: true },
  );
}

function windowsOf(tx: Queries, holder: string): Promise<WindowName[]> {
  return tx.all<WindowName>(sql`
    select b.name, b.calls, b.period_ms as "periodMs" from rate_lease l join rate_window b on b.name = l.name
    where l.holder = ${holder}`);
}

const ownLeases = new RowsStatement<LeaseRow>(
  `select l.name, l.holder, l.held, l.spent_at, h.seen_at from rate_lease l
  left join rate_holder h on h.holder = l.holder
  where l.name in (select v.column1 from :rows) and l.holder = :value`,
  ["text"],
);

const giveBack = new RowsStatement<never>(
  `update rate_window set start_at = v.column2, free = v.column3, spent = v.column4
  from :rows where name = v.column1`,
  ["text", "bigint", "bigint", "bigint"],
);

const dropLeases = new RowsStatement<never>(
  "delete from rate_lease where holder = :value and name in (select v.column1 from :rows)",
  ["text"],
);

async function purgeHolder(tx: Queries, holder: string, at: number): Promise<void> {
  const [, windows] = await Promise.all([excludeFormerNodes(tx), windowsOf(tx, holder)]);
  const buckets = await lockWindows(tx, windows);
  const isDead = sql`holder = ${holder} and seen_at <= ${at - forgottenMs}`;
  // It may have sent a heartbeat before its windows were locked. If it sends one later, it rereads what it holds.
  if (!(await tx.get(sql`select holder from rate_holder where ${isDead}`))) return;
  const names = windows.map(({ name }) => name);
  const leases = await ownLeases.all(tx, [names], [holder]);
  const leaseOf = new Map(leases.map((lease) => [lease.name, lease]));
  const left = buckets.map((bucket) => {
    const lease = leaseOf.get(bucket.name);
    return lease ? withLost(bucket, [lease], at) : bucket;
  });
  await giveBack.run(tx, [
    left.map(({ name }) => name),
    left.map(({ start_at: start }) => start),
    left.map(({ free }) => free),
    left.map(({ spent }) => spent),
  ]);
  await dropLeases.run(tx, [names], [holder]);
  // What it acquired since its windows were read stays for the next time.
  await tx.run(sql`
    delete from rate_holder where ${isDead} and not exists (
      select 1 from rate_lease l where l.holder = rate_holder.holder)`);
}

const windowsMost = 4096;

const dropWindows = new RowsStatement<never>(
  `delete from rate_window where name in (select v.column1 from :rows)
  and free = calls and start_at + period_ms <= :value`,
  ["text"],
);

/** Removes windows that are over and of which no node holds a part. */
async function purgeWindows(tx: Queries, at: number): Promise<void> {
  await excludeFormerNodes(tx);
  const over = await tx.all<WindowName>(sql`
    select name, calls, period_ms as "periodMs" from rate_window
    where free = calls and start_at + period_ms <= ${at} limit ${windowsMost}`);
  await lockWindows(tx, over);
  await dropWindows.run(tx, [over.map(({ name }) => name)], [at]);
}
