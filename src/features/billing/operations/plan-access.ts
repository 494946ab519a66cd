import { auditContext, recordAudit } from "../../../access/audit.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { wireOf } from "../../../entities/wire.ts";
import { isOperator } from "../../../http/caller.ts";
import type { Call } from "../../../http/endpoint.ts";
import { conflict } from "../../../http/errors.ts";
import {
  lockSubscription,
  requireSubscription,
  type SubscriptionRow,
} from "../../../management/subscriptions/subscription-resource.ts";
import { stateAt } from "../../../management/subscriptions/subscription-states.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { opened } from "../../../running/opened.ts";
import { Billing } from "../billing.ts";
import type { Entering } from "../periods/enter-periods.ts";
import type { Plan } from "../rows/plan.ts";
import { lockPlan } from "../rows/plan-rows.ts";

export type PlanCall<Body = unknown> = Call<{ id: string }, unknown, unknown, Body>;

/** A locked subscription with its plan, and the time. */
export interface Locked {
  readonly subscription: SubscriptionRow;
  readonly plan: Plan | undefined;
  readonly how: Entering;
}

/** Locks a subscription that the caller may change, then its plan. Throws 404, and 409 if it is not active. */
export async function lockForCaller(tx: Queries, context: Context, call: PlanCall): Promise<Locked> {
  const { id } = call.params;
  const subscription = requireSubscription(await lockSubscription(tx, id), id, call.caller);
  const state = stateAt(subscription, context.clock());
  if (state !== "active") throw conflict(`The subscription is ${state}. Nothing was changed.`);
  const plan = await lockPlan(tx, id);
  const { lapseDays } = opened(context, Billing).beginning;
  return { subscription, plan, how: { now: await readClock(tx), lapseDays } };
}

/** The plan, if it has one whose renewals have not ended; 409 otherwise. */
export function requirePlan({ plan, subscription }: Locked): Plan {
  if (plan && plan.state !== "ended") return plan;
  throw conflict(
    `Subscription ${subscription.id} has no plan that renews. Choose one first. Nothing was changed.`,
  );
}

/** 409 for a customer whose last period was not paid. */
export function requireNotLapsed({ state, payment }: Plan, { caller }: PlanCall): void {
  if (state === "lapsed" && payment === "invoice" && !isOperator(caller))
    throw conflict("The last period was not paid. Ask the operator. Nothing was charged.");
}

/** Writes the audit entry of a change of a plan. */
export function auditPlan(
  tx: Queries,
  context: Context,
  call: PlanCall,
  action: string,
  forms: { readonly before?: unknown; readonly after?: unknown },
): Promise<void> {
  return recordAudit(tx, {
    ...auditContext(context, call),
    action,
    object: `/subscriptions/${call.params.id}/plan`,
    ...forms,
  });
}

/** What the audit log shows of a plan. */
export const auditForm = (plan: Plan | undefined) =>
  plan && {
    ...wireOf(plan, "productId", "offerVersion", "state", "timeZone", "cap"),
    change: plan.changeNumber === null ? null : { product_id: plan.nextProductId },
  };
