import { type AuditContext, serviceAudit } from "../../../access/audit.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { decide } from "../../../decisions/decisions.ts";
import type { DecisionKind } from "../../../decisions/kind.ts";
import { changeSubscription } from "../../../management/subscriptions/subscription-changes.ts";
import {
  lockSubscription,
  type SubscriptionRow,
} from "../../../management/subscriptions/subscription-resource.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import type { Offer } from "../../offers/offer.ts";
import type { Entering } from "../periods/enter-periods.ts";
import { removeNextPeriods } from "../periods/remove-periods.ts";
import { noChange, type Plan } from "../rows/plan.ts";
import { lockPlan, writePlans } from "../rows/plan-rows.ts";
import { beginPlan, reportPlan } from "./begin-plan.ts";

/** Moves a locked subscription to the product of its plan, if it has another. */
export async function moveToPlan(
  tx: Queries,
  context: Context,
  subscription: SubscriptionRow,
  { productId }: Plan,
  audit: AuditContext,
): Promise<void> {
  if (subscription.productId === productId) return;
  const scope = `/products/${productId}`;
  await changeSubscription(tx, context, subscription, { scope }, "subscription.update", audit);
}

/** Begins a period of another offer now, or the first one. The subscription and the plan must be locked. */
export async function changeNow(
  tx: Queries,
  context: Context,
  { subscription, plan, offer, how, audit }: Changing,
): Promise<Plan> {
  const begun = await beginPlan(tx, plan, offer, how);
  await moveToPlan(tx, context, subscription, begun, audit);
  await reportPlan(tx, begun, "done", how.now);
  return begun;
}

export interface Changing {
  readonly subscription: SubscriptionRow;
  readonly plan: Plan;
  readonly offer: Offer;
  readonly how: Entering;
  readonly audit: AuditContext;
}

/** Renewals that end before a period. */
export const renewalsEnded: DecisionKind<RenewalsEnd> = {
  name: "plan-end",
  group: "withdrawn",
  shown: "renewals ended",
  unconfirmed: "done",
  async replay(tx, { subscription, number, startsAt }, { at }) {
    const plan = await lockPlan(tx, subscription);
    if (plan?.state !== "active" || (plan.changeNumber === number && plan.nextProductId === null)) return 0;
    const kept = await removeNextPeriods(tx, plan, at);
    await writePlans(tx, [{ ...kept, ...noChange, changeNumber: number, changeAt: startsAt }]);
    return 1;
  },
};

interface RenewalsEnd {
  readonly subscription: string;
  /** The first period that does not begin, and when it would. */
  readonly number: number;
  readonly startsAt: number;
}

/**
 * Schedules another offer, or the end of renewals (null), from the next period on. In place of what is scheduled
 * already; undefined withdraws it. The plan must be locked.
 */
export async function schedule(
  tx: Queries,
  plan: Plan,
  offer: Offer | null | undefined,
  now: number,
): Promise<Plan> {
  const kept = await removeNextPeriods(tx, plan, now);
  const change =
    offer === undefined
      ? noChange
      : {
          changeNumber: kept.nextNumber,
          changeAt: kept.nextStartsAt,
          nextProductId: offer?.product_id ?? null,
          nextOfferVersion: offer?.version ?? null,
        };
  const changed: Plan = { ...kept, ...change };
  await writePlans(tx, [changed]);
  if (offer === null)
    decide(tx, renewalsEnded, {
      subscription: plan.subscriptionId,
      number: kept.nextNumber,
      startsAt: kept.nextStartsAt,
    });
  if (offer !== undefined) await reportPlan(tx, changed, "scheduled", now, changed.changeAt);
  else if (plan.changeNumber !== null) await reportPlan(tx, changed, "withdrawn", now);
  return changed;
}

/** Makes the scheduled change of a subscription's plan if its time has come. */
export async function makeDueChange(tx: Queries, context: Context, subscriptionId: string): Promise<void> {
  const subscription = await lockSubscription(tx, subscriptionId);
  const plan = await lockPlan(tx, subscriptionId);
  const now = await readClock(tx);
  if (!subscription || plan?.state !== "active" || plan.changeNumber === null || plan.changeAt > now) return;
  const { nextProductId: productId, nextOfferVersion, changeNumber, changeAt } = plan;
  const changed: Plan =
    productId === null
      ? { ...plan, ...noChange, state: "ended" }
      : { ...plan, ...noChange, productId, offerVersion: nextOfferVersion!, pricedFrom: changeNumber };
  await writePlans(tx, [changed]);
  if (productId !== null)
    await moveToPlan(tx, context, subscription, changed, serviceAudit(context.clock(), "billing"));
  await reportPlan(tx, changed, "done", now, changeAt);
}
