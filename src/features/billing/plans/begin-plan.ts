import { isoTime } from "../../../base/clock.ts";
import { dateIn } from "../../../base/format/words.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { decide } from "../../../decisions/decisions.ts";
import type { DecisionKind } from "../../../decisions/kind.ts";
import { conflict } from "../../../http/errors.ts";
import { endOverage } from "../../../metering/credits/grants/change-grants.ts";
import { settleBalances } from "../../../metering/credits/grants/settle-balances.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import type { Offer } from "../../offers/offer.ts";
import { type Entering, enterPeriods } from "../periods/enter-periods.ts";
import { removeNextPeriods } from "../periods/remove-periods.ts";
import { findPeriod } from "../rows/period-rows.ts";
import { noChange, type Plan, type PlanState } from "../rows/plan.ts";
import { lockPlan, writePlans } from "../rows/plan-rows.ts";

const kind = { group: "withdrawn", shown: "plans stopped", replay: stopAgain } as const;

/** A plan whose renewals have ended. */
export const planStopped: DecisionKind<Stopped> = { ...kind, name: "plan", unconfirmed: "done" };

/** A plan in whose place another one began, which a restore takes back: neither renews by itself. */
export const planReplaced: DecisionKind<Stopped> = { ...kind, name: "plan-replaced", unconfirmed: "free" };

interface Stopped {
  readonly subscription: string;
  readonly state: PlanState;
}

async function stopAgain(
  tx: Queries,
  { subscription, state }: Stopped,
  { at }: { readonly at: number },
): Promise<number> {
  const plan = await lockPlan(tx, subscription);
  if (!plan || plan.state === "ended" || (plan.state !== "active" && state !== "ended")) return 0;
  await stopPlan(tx, plan, state, at);
  return 1;
}

/** A plan that has not begun. */
export const newPlan = (subscriptionId: string, offer: Offer, timeZone: string, now: number): Plan => ({
  subscriptionId,
  productId: offer.product_id,
  offerVersion: offer.version,
  state: "active",
  payment: "invoice",
  anchorDate: dateIn(now, timeZone),
  timeZone,
  firstNumber: 0,
  pricedFrom: 0,
  nextNumber: 0,
  nextStartsAt: now,
  ...noChange,
  cap: 0,
});

/**
 * Begins a period of an offer now, at its full price: credits of earlier ones stay until they expire. The plan must be
 * locked or new. 409 if the next period is paid already.
 */
export async function beginPlan(tx: Queries, plan: Plan, offer: Offer, how: Entering): Promise<Plan> {
  const { now } = how;
  const kept = await removeNextPeriods(tx, plan, now);
  const { nextNumber } = await endCurrent(tx, kept, now);
  if (plan.state === "active" && nextNumber > 0)
    decide(tx, planReplaced, { subscription: plan.subscriptionId, state: "paused" });
  return beginPeriod(
    tx,
    {
      ...kept,
      ...noChange,
      productId: offer.product_id,
      offerVersion: offer.version,
      state: "active",
      anchorDate: dateIn(now, plan.timeZone),
      firstNumber: nextNumber,
      pricedFrom: nextNumber,
      nextStartsAt: now,
      cap: Math.min(plan.cap, offer.overage_cap_max ?? 0),
    },
    how,
  );
}

/** Ends the current period now, and what can be spent beyond its credits. The plan is not written. */
export async function endCurrent(tx: Queries, plan: Plan, now: number): Promise<Plan> {
  const { subscriptionId, nextNumber } = plan;
  const last = await findPeriod(tx, subscriptionId, nextNumber - 1);
  if (!last || last.endsAt <= now) return plan;
  if (last.startsAt > now)
    throw conflict(
      `The period from ${isoTime(last.startsAt)} on is paid already. Make the change at the end of a period. Nothing was charged.`,
    );
  await tx.run(sql`
    update billing_period set ends_at = ${now}
    where subscription_id = ${subscriptionId} and number = ${last.number}`);
  await endOverage(tx, subscriptionId, now);
  return { ...plan, nextStartsAt: now };
}

/** Enters the next period of a plan, which starts now, and opens its grants. */
async function beginPeriod(tx: Queries, plan: Plan, how: Entering): Promise<Plan> {
  const [begun] = await enterPeriods(tx, [plan], how);
  await settleBalances(tx, [plan.subscriptionId]);
  return begun!;
}

/** Ends renewals until `resumePlan`: credits stay until they expire. A scheduled change ends too. */
export async function stopPlan(tx: Queries, plan: Plan, state: PlanState, now: number): Promise<Plan> {
  const stopped = { ...(await removeNextPeriods(tx, plan, now)), ...noChange, state };
  await writePlans(tx, [stopped]);
  decide(tx, planStopped, { subscription: plan.subscriptionId, state });
  return stopped;
}

/** Continues a plan: with its next period if the current one has not ended, else with a period from now on. */
export async function resumePlan(tx: Queries, plan: Plan, how: Entering): Promise<Plan> {
  const { now } = how;
  const active: Plan = { ...plan, state: "active" };
  if (plan.nextStartsAt > now) {
    await writePlans(tx, [active]);
    return active;
  }
  // Years of a price go on: only the day of the month is another.
  const anchorDate = dateIn(now, plan.timeZone);
  return beginPeriod(tx, { ...active, anchorDate, firstNumber: plan.nextNumber, nextStartsAt: now }, how);
}

/** Writes the event of a change of plan. */
export async function reportPlan(
  tx: Queries,
  plan: Plan,
  change: "scheduled" | "withdrawn" | "done",
  now: number,
  at: number = now,
): Promise<void> {
  const { subscriptionId } = plan;
  const isNext = change === "scheduled";
  await writeEvent(tx, now, {
    type: "plan.changed",
    owner: { subscriptionId },
    data: {
      subscription_id: subscriptionId,
      change,
      product_id: isNext ? plan.nextProductId : plan.state === "ended" ? null : plan.productId,
      at: isoTime(at),
    },
  });
}
