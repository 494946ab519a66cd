import { hourMs } from "../../../base/durations.ts";
import type { Queries } from "../../../database/database.ts";
import { type Sql, sql } from "../../../database/sql.ts";
import { flag, initially, integer, orNull, text } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import { decideTopUpLimit } from "./withdrawn.ts";

export const topUps = new Table({
  name: "top_up",
  as: "t",
  key: ["subscriptionId"],
  members: {
    subscriptionId: text,
    enabled: initially(flag, false),
    threshold: initially(integer, 0),
    packageId: initially(text, ""),
    /** Net. */
    monthLimitMinor: initially(integer, 0),
    /** Failed payments in a row. */
    failures: initially(integer, 0),
    /** Not before then. */
    nextAt: initially(integer, 0),
    /** Why it was turned off. */
    stopped: initially(orNull(text), null),
    updatedAt: initially(integer, 0),
  },
});

/** A package that is bought when few credits are left. Milliseconds UTC, minor units. */
export type TopUp = Row<typeof topUps>;

/** After so many failed payments in a row it is turned off. */
const failuresMax = 3;
const pausesMs = [hourMs, 4 * hourMs] as const;

export const findTopUp = (db: Queries, subscriptionId: string): Promise<TopUp | undefined> =>
  topUps.find(db, subscriptionId);

/** Locks an automatic top-up until the transaction ends. Its subscription is locked before, payments afterwards. */
export const lockTopUp = (tx: Queries, subscriptionId: string): Promise<TopUp | undefined> =>
  topUps.lock(tx, subscriptionId);

/** Writes an automatic top-up as its owner wants it, in place of another one. */
export async function putTopUp(tx: Queries, topUp: TopUp): Promise<void> {
  await topUps.put(tx, [topUp]);
  decideTopUpLimit(tx, [topUp.subscriptionId], topUp.enabled ? topUp.monthLimitMinor : 0);
}

/** Removes automatic top-ups, as their account no longer consents. */
export async function removeTopUps(tx: Queries, which: Sql): Promise<void> {
  const removed = await tx.all<{ id: string }>(
    sql`delete from top_up where ${which} returning subscription_id as id`,
  );
  decideTopUpLimit(
    tx,
    removed.map(({ id }) => id),
    0,
  );
}

const startOfMonth = (at: number): number => {
  const day = new Date(at);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
};

/** What the owner's automatic payments of the calendar month (UTC) cost or will cost, net. The top-up must be locked. */
export async function boughtInMonth(db: Queries, subscriptionId: string, now: number): Promise<number> {
  const row = await db.get<{ minor: number }>(sql`
    select cast(coalesce(sum(net_minor), 0) as bigint) as minor from payment
    where ${openAutomatic(subscriptionId)} and created_at >= ${startOfMonth(now)}`);
  return row!.minor;
}

const openAutomatic = (subscriptionId: string): Sql =>
  sql`subscription_id = ${subscriptionId} and kind = 'automatic' and state not in ('failed', 'cancelled')
    and account_id = (select owner_id from subscription where id = ${subscriptionId})`;

export async function topUpPaid(tx: Queries, subscriptionId: string, now: number): Promise<void> {
  await tx.run(sql`
    update top_up set failures = 0, next_at = 0, updated_at = ${now} where subscription_id = ${subscriptionId}`);
}

/** Buys nothing before a moment: not the customer, but the provider's settings must change. */
export const delayTopUp = (tx: Queries, subscriptionId: string, until: number): Promise<unknown> =>
  tx.run(sql`update top_up set next_at = ${until} where subscription_id = ${subscriptionId}`);

/** Waits after a failed payment, and turns it off after the third. The top-up must be locked. */
export async function topUpFailed(
  tx: Queries,
  subscriptionId: string,
  reason: string,
  now: number,
): Promise<void> {
  const topUp = await findTopUp(tx, subscriptionId);
  if (!topUp) return;
  const failures = topUp.failures + 1;
  const stops = failures >= failuresMax;
  await topUps.put(tx, [
    {
      ...topUp,
      failures,
      enabled: topUp.enabled && !stops,
      nextAt: now + (pausesMs[failures - 1] ?? 0),
      stopped: stops ? reason : null,
      updatedAt: now,
    },
  ]);
  if (!stops || !topUp.enabled) return;
  decideTopUpLimit(tx, [subscriptionId], 0);
  const data = { subscription_id: subscriptionId, failures, reason };
  await writeEvent(tx, now, { type: "topup.stopped", owner: { subscriptionId }, data });
}
