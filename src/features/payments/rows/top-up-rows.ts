import { hourMs } from "../../../base/durations.ts";
import type { Queries } from "../../../database/database.ts";
import { raw, type Sql, sql } from "../../../database/sql.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import { decideTopUpLimit } from "./withdrawn.ts";

/** A package that is bought when few credits are left. Milliseconds UTC, net minor units. */
export interface TopUp {
  readonly subscriptionId: string;
  readonly enabled: number;
  readonly threshold: number;
  readonly packageId: string;
  readonly monthLimitMinor: number;
  /** Failed payments in a row. */
  readonly failures: number;
  /** Not before then. */
  readonly nextAt: number;
  /** Why it was turned off. */
  readonly stopped: string | null;
}

/** After so many failed payments in a row it is turned off. */
const failuresMax = 3;
const pausesMs = [hourMs, 4 * hourMs] as const;

const columns = raw(`subscription_id as "subscriptionId", enabled, threshold, package_id as "packageId",
  month_limit_minor as "monthLimitMinor", failures, next_at as "nextAt", stopped`);

export function findTopUp(db: Queries, subscriptionId: string): Promise<TopUp | undefined> {
  return db.get<TopUp>(sql`select ${columns} from top_up where subscription_id = ${subscriptionId}`);
}

/** Locks an automatic top-up until the transaction ends. Its subscription is locked before, payments afterwards. */
export async function lockTopUp(tx: Queries, subscriptionId: string): Promise<TopUp | undefined> {
  await tx.run(sql`update top_up set failures = failures where subscription_id = ${subscriptionId}`);
  return findTopUp(tx, subscriptionId);
}

export async function putTopUp(
  tx: Queries,
  { subscriptionId, enabled, threshold, packageId, monthLimitMinor }: TopUp,
  now: number,
): Promise<void> {
  await tx.run(sql`
    insert into top_up (subscription_id, enabled, threshold, package_id, month_limit_minor, failures, next_at, stopped,
      updated_at)
    values (${subscriptionId}, ${enabled}, ${threshold}, ${packageId}, ${monthLimitMinor}, 0, 0, null, ${now})
    on conflict (subscription_id) do update set enabled = excluded.enabled, threshold = excluded.threshold,
      package_id = excluded.package_id, month_limit_minor = excluded.month_limit_minor, failures = 0, next_at = 0,
      stopped = null, updated_at = excluded.updated_at`);
  decideTopUpLimit(tx, [subscriptionId], enabled === 1 ? monthLimitMinor : 0);
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
  await tx.run(sql`
    update top_up set failures = ${failures}, enabled = case when ${stops ? 1 : 0} = 1 then 0 else enabled end,
      next_at = ${now + (pausesMs[failures - 1] ?? 0)}, stopped = ${stops ? reason : null}, updated_at = ${now}
    where subscription_id = ${subscriptionId}`);
  if (!stops || topUp.enabled === 0) return;
  decideTopUpLimit(tx, [subscriptionId], 0);
  const data = { subscription_id: subscriptionId, failures, reason };
  await writeEvent(tx, now, { type: "topup.stopped", owner: { subscriptionId }, data });
}
