import { never } from "../../../base/clock.ts";
import { uuidv7 } from "../../../base/ids.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { decide } from "../../../decisions/decisions.ts";
import type { DecisionKind } from "../../../decisions/kind.ts";
import { StillLeased } from "../../../management/subscriptions/returned-leases.ts";
import { resizeGrant } from "../../../metering/credits/grants/change-grants.ts";
import { enterWaiting } from "../../../metering/credits/grants/enter-grants.ts";
import { lockBalance } from "../../../metering/credits/grants/grant-rows.ts";
import { settleBalances } from "../../../metering/credits/grants/settle-balances.ts";
import { findOfferVersion } from "../../offers/stored-offers.ts";
import { findPeriod, periods } from "../rows/period-rows.ts";
import type { Plan } from "../rows/plan.ts";
import { lockPlan, writePlans } from "../rows/plan-rows.ts";

/** A lower cap. What journals hold of the present period's can still be spent. */
export const capLowered: DecisionKind<{ readonly subscription: string; readonly cap: number }> = {
  name: "plan-cap",
  group: "withdrawn",
  shown: "caps of overage lowered",
  unconfirmed: "done",
  async replay(tx, { subscription, cap }, { at }) {
    const plan = await lockPlan(tx, subscription);
    if (!plan || plan.cap <= cap) return 0;
    await writeCap(tx, plan, cap, at);
    return 1;
  },
};

/**
 * Sets what a period can use beyond its credits, in the one that runs and the one that waits too. Throws `StillLeased`
 * if journals hold credits that a lower cap removes. The plan must be locked.
 */
export async function setCap(tx: Queries, plan: Plan, cap: number, now: number): Promise<Plan> {
  if (!(await writeCap(tx, plan, cap, now))) throw new StillLeased();
  if (cap < plan.cap) decide(tx, capLowered, { subscription: plan.subscriptionId, cap });
  return { ...plan, cap };
}

/**
 * Has a period use at most so much beyond its credits, and the cap of its offer: what it has used stays. Nothing if it has
 * no such credits. Throws `StillLeased`. The plan must be locked.
 */
export async function capPeriod(
  tx: Queries,
  subscriptionId: string,
  number: number,
  cap: number,
): Promise<void> {
  const period = await findPeriod(tx, subscriptionId, number);
  const offer = period && (await findOfferVersion(tx, period.productId, period.offerVersion));
  const credits = Math.min(cap, offer?.overage_cap_max ?? 0);
  const resized = { subscriptionId, source: "overage", period: number, credits } as const;
  if ((await resizeGrant(tx, resized, { reason: `period ${number}` })) === "leased") throw new StillLeased();
}

/** Resolves to whether the cap applies to all periods; false if journals hold credits of one. */
async function writeCap(tx: Queries, plan: Plan, cap: number, now: number): Promise<boolean> {
  const { subscriptionId } = plan;
  let isWhole = true;
  await writePlans(tx, [{ ...plan, cap }]);
  await lockBalance(tx, subscriptionId);
  await tx.run(sql`
    delete from credit_grant where subscription_id = ${subscriptionId} and source = 'overage' and state = 'waiting'`);
  // Nothing is granted for a period that is prepaid and unpaid.
  const granted = await periods.select(
    tx,
    sql`where subscription_id = ${subscriptionId} and ends_at > ${now}
      and (state = 'paid' or state = 'due' and lapses_at = ${never}) order by number`,
  );
  for (const { number, startsAt, endsAt, productId, offerVersion } of granted) {
    // One that waits can be of another plan, which allows less.
    const offer = await findOfferVersion(tx, productId, offerVersion);
    const credits = Math.min(cap, offer?.overage_cap_max ?? 0);
    const resized = { subscriptionId, source: "overage", period: number, credits } as const;
    const result = await resizeGrant(tx, resized, { reason: "cap set by the customer" });
    if (result === "leased") isWhole = false;
    if (result !== "missing" || credits === 0) continue;
    const grant = { id: uuidv7(now), startsAt, expiresAt: endsAt, ...resized };
    await enterWaiting(tx, [{ ...grant, startsAt: Math.max(startsAt, now) }]);
  }
  await settleBalances(tx, [subscriptionId]);
  return isWhole;
}
