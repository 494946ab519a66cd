import { never } from "../../../base/clock.ts";
import { uuidv7 } from "../../../base/ids.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { StillLeased } from "../../../management/subscriptions/returned-leases.ts";
import { resizeGrant } from "../../../metering/credits/grants/change-grants.ts";
import { enterWaiting } from "../../../metering/credits/grants/enter-grants.ts";
import { lockBalance } from "../../../metering/credits/grants/grant-rows.ts";
import { settleBalances } from "../../../metering/credits/grants/settle-balances.ts";
import { type Period, selectPeriods } from "../rows/period-rows.ts";
import type { Plan } from "../rows/plan.ts";
import { writePlans } from "../rows/plan-rows.ts";

/**
 * Sets what a period can use beyond its credits, in the one that runs and the one that waits too. Throws `StillLeased`
 * if journals hold credits that a lower cap removes. The plan must be locked.
 */
export async function setCap(tx: Queries, plan: Plan, cap: number, now: number): Promise<Plan> {
  const { subscriptionId } = plan;
  const changed: Plan = { ...plan, cap };
  await writePlans(tx, [changed]);
  await lockBalance(tx, subscriptionId);
  await tx.run(sql`
    delete from credit_grant where subscription_id = ${subscriptionId} and source = 'overage' and state = 'waiting'`);
  // Of a period that is prepaid and unpaid, nothing is granted.
  const periods = await tx.all<Period>(
    selectPeriods(sql`
      where subscription_id = ${subscriptionId} and ends_at > ${now}
        and (state = 'paid' or state = 'due' and lapses_at = ${never}) order by number`),
  );
  for (const { number, startsAt, endsAt } of periods) {
    const resized = { subscriptionId, source: "overage", period: number, credits: cap } as const;
    const result = await resizeGrant(tx, resized, { reason: "cap set by the customer" });
    if (result === "leased") throw new StillLeased();
    if (result === "resized" || cap === 0) continue;
    const grant = { id: uuidv7(now), startsAt, expiresAt: endsAt, ...resized };
    await enterWaiting(tx, [{ ...grant, startsAt: Math.max(startsAt, now) }]);
  }
  await settleBalances(tx, [subscriptionId]);
  return changed;
}
