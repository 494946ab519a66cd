import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { isOperator } from "../../../http/caller.ts";
import { ApiError } from "../../../http/errors.ts";
import { trialProductId } from "../../../management/products/products.ts";
import { subscriptions } from "../../../management/subscriptions/subscription-resource.ts";
import { stateAt } from "../../../management/subscriptions/subscription-states.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import type { ChangedSubscription } from "../../../running/subscription-ports.ts";
import type { Offer } from "../../offers/offer.ts";
import { findOffer } from "../../offers/stored-offers.ts";
import type { Entering } from "../periods/enter-periods.ts";
import type { Plan } from "../rows/plan.ts";
import { lockPlan } from "../rows/plan-rows.ts";
import { beginPlan, newPlan, resumePlan, stopPlan } from "./begin-plan.ts";

/** How plans begin. */
export interface Beginning extends Omit<Entering, "now" | "isPaid"> {
  /** The time zone of plans whose owner has set none. */
  readonly timeZone: string;
  /** How an account pays for an offer. */
  paymentOf(tx: Queries, accountId: string, offer: Offer): Promise<Plan["payment"]>;
  /** 409 if a customer cannot begin what has a price. */
  requireSold(tx: Queries, accountId: string): Promise<void>;
}

function refused(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** Begins, stops or continues the plan of a subscription that has changed, in the transaction that changed it. */
export async function followSubscription(
  tx: Queries,
  { subscriptionId, isStart, audit }: ChangedSubscription,
  { timeZone, lapseDays, paymentOf, requireSold }: Beginning,
): Promise<void> {
  const standing = await subscriptions.get<{ deletedAt: number | null }>(
    tx,
    sql`select ${subscriptions.columns}, s.deleted_at as "deletedAt" from subscription s where s.id = ${subscriptionId}`,
  );
  const plan = await lockPlan(tx, subscriptionId);
  if (!standing || !(plan || isStart)) return;
  const how = { now: await readClock(tx), lapseDays };
  const state = standing.deletedAt === null ? stateAt(standing, audit.at) : "cancelled";
  if (state !== "active") {
    const stopped = state === "cancelled" ? "ended" : "suspended";
    if (plan && (plan.state === "active" || stopped === "ended")) await stopPlan(tx, plan, stopped, how.now);
    return;
  }
  if (plan && plan.productId === standing.productId) {
    if (plan.state === "suspended") await resumePlan(tx, plan, how);
    return;
  }
  // An operator has moved it, or it starts.
  const offer = standing.productId === null ? undefined : await findOffer(tx, standing.productId);
  if (offer) {
    if (offer.price_minor > 0 && !isOperator(audit.actor)) {
      const refusal = await requireSold(tx, standing.ownerId).catch(refused);
      // Whoever signs up has chosen nothing with a price.
      if (refusal && standing.productId === trialProductId) return;
      if (refusal) throw refusal;
    }
    const payment = await paymentOf(tx, standing.ownerId, offer);
    const begun = plan ?? newPlan(subscriptionId, offer, timeZone, how.now);
    await beginPlan(tx, { ...begun, payment }, offer, how);
  } else if (plan) await stopPlan(tx, plan, "ended", how.now);
}
