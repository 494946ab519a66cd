import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { removeWaiting } from "../../../metering/credits/grants/change-grants.ts";
import { lockBalance } from "../../../metering/credits/grants/grant-rows.ts";
import type { Plan } from "../rows/plan.ts";
import { withdrawRenewal } from "./period-events.ts";

/**
 * Removes the periods of a locked plan that have not started, with their grants and events, but for those that are paid.
 * Resolves to the plan, whose next period is the first of them. It is not written.
 */
export async function removeNextPeriods(tx: Queries, plan: Plan, now: number): Promise<Plan> {
  const { subscriptionId } = plan;
  await lockBalance(tx, subscriptionId);
  // If the clock was set back, a period that has opened starts later again: its grants show it.
  const removed = await tx.all<{ number: number; startsAt: number }>(sql`
    delete from billing_period where subscription_id = ${subscriptionId} and starts_at > ${now}
      and (state = 'due' or price_minor = 0) and not exists (
        select 1 from credit_grant g where g.subscription_id = ${subscriptionId}
          and g.period = billing_period.number and g.source in ('period', 'overage') and g.state <> 'waiting')
    returning number, starts_at as "startsAt"`);
  if (removed.length === 0) return plan;
  await removeWaiting(
    tx,
    subscriptionId,
    removed.map(({ number }) => number),
  );
  await withdrawRenewal(tx, subscriptionId, now);
  const first = removed.reduce((one, other) => (one.number < other.number ? one : other));
  return { ...plan, nextNumber: first.number, nextStartsAt: first.startsAt };
}
