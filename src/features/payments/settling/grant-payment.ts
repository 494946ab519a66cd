import { serviceAudit } from "../../../access/audit.ts";
import { never } from "../../../base/clock.ts";
import { uuidv7 } from "../../../base/ids.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { ApiError, conflict } from "../../../http/errors.ts";
import type { SubscriptionRow } from "../../../management/subscriptions/subscription-resource.ts";
import { stateAt } from "../../../management/subscriptions/subscription-states.ts";
import { enterGrant } from "../../../metering/credits/grants/enter-grants.ts";
import { given } from "../../../running/ports.ts";
import { newPlan } from "../../billing/plans/begin-plan.ts";
import { changeNow } from "../../billing/plans/change-plan.ts";
import { grantPrepaid, pay, requireDue } from "../../billing/plans/settle-period.ts";
import { plans } from "../../billing/ports.ts";
import { findPeriod } from "../../billing/rows/period-rows.ts";
import type { Plan } from "../../billing/rows/plan.ts";
import { findOfferVersion } from "../../offers/stored-offers.ts";
import { monthsAfter } from "../prices/months.ts";
import type { Payment, PaymentTerms } from "../rows/payment.ts";

/** A payment whose money has arrived, with what it is for, locked. */
export interface Paying {
  readonly context: Context;
  readonly payment: Payment;
  readonly subscription: SubscriptionRow | undefined;
  readonly plan: Plan | undefined;
  /** By the database's clock, milliseconds UTC. */
  readonly now: number;
}

/** What was bought: the grant of its credits, and its final terms. */
export interface Bought {
  readonly grantId: string | null;
  readonly period: number | null;
  readonly terms: PaymentTerms;
}

/** What was paid for cannot be had any more; the message has the reason. */
export class NotPossible extends Error {}

/** Work whose refusals mean that a payment cannot have what it paid for: the transaction must be undone then. */
export async function orNotPossible<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? new NotPossible(error.detail) : error;
  }
}

/** Grants what a payment pays for. Throws `NotPossible`. */
export const grantPayment = (tx: Queries, paying: Paying): Promise<Bought> =>
  orNotPossible(() => grantBought(tx, paying));

/**
 * Grants what a payment will pay for, while it is being debited: a period, which stays due, or a package. Nothing for a
 * period by invoice, whose credits are there. Throws `NotPossible`.
 */
export const grantAhead = (tx: Queries, paying: Paying): Promise<Partial<Bought>> =>
  orNotPossible(async () => {
    const { payment, plan, now } = paying;
    const isOfPeriod = payment.kind === "renewal";
    if (isOfPeriod && (await isByInvoice(tx, payment))) return {};
    requireActive(paying);
    if (!isOfPeriod) return enterPackage(tx, paying);
    const period = await requireDue(tx, requirePlan(plan), payment.period!);
    return { grantId: await grantPrepaid(tx, requirePlan(plan), period, now) };
  });

/** The grant that a payment has already: it came while it was being debited. Undefined if it is not there any more. */
async function grantedAhead(tx: Queries, { grantId }: Payment): Promise<string | undefined> {
  if (grantId === null) return undefined;
  return (await tx.get<{ id: string }>(sql`select id from credit_grant where id = ${grantId}`))?.id;
}

function requireActive({ subscription, context }: Paying): SubscriptionRow {
  if (subscription && stateAt(subscription, context.clock()) === "active") return subscription;
  throw conflict("The subscription is not active any more.");
}

function requirePlan(plan: Plan | undefined): Plan {
  if (plan) return plan;
  throw conflict("The subscription has no plan any more.");
}

async function grantBought(tx: Queries, paying: Paying): Promise<Bought> {
  const { payment } = paying;
  const { kind, terms, period } = payment;
  if (kind === "overage") return { grantId: null, period, terms };
  const ahead = await grantedAhead(tx, payment);
  if (ahead !== undefined && kind !== "renewal") return { grantId: ahead, period, terms };
  // Its credits were granted before: the money is due, also of a subscription that is not active any more.
  if (kind === "renewal" && (ahead !== undefined || (await isByInvoice(tx, payment))))
    return payPeriod(tx, paying, ahead);
  const subscription = requireActive(paying);
  if (kind === "plan") return beginPaid(tx, paying, subscription);
  return kind === "renewal" ? payPeriod(tx, paying) : enterPackage(tx, paying);
}

async function isByInvoice(tx: Queries, { subscriptionId, period }: Payment): Promise<boolean> {
  return (await findPeriod(tx, subscriptionId, period!))?.lapsesAt === never;
}

async function enterPackage(tx: Queries, { payment, plan, now }: Paying): Promise<Bought> {
  const { subscriptionId, credits, terms, reference } = payment;
  const expiresAt = monthsAfter(now, terms.months!, plan?.timeZone ?? "UTC");
  const grant = { id: uuidv7(now), subscriptionId, source: "purchase", credits, expiresAt } as const;
  await enterGrant(tx, grant, { reason: `payment ${reference}`, actor: "payments" });
  return { grantId: grant.id, period: null, terms: { ...terms, from: now, to: expiresAt } };
}

async function payPeriod(tx: Queries, { payment, plan, now }: Paying, ahead?: string): Promise<Bought> {
  const due = await requireDue(tx, requirePlan(plan), payment.period!);
  const { grantId } = await pay(tx, requirePlan(plan), { ...due, grantId: ahead ?? due.grantId }, now);
  return { grantId, period: payment.period, terms: payment.terms };
}

/** Begins the period of a plan that was paid. */
async function beginPaid(
  tx: Queries,
  { context, payment, plan, now }: Paying,
  subscription: SubscriptionRow,
): Promise<Bought> {
  const { terms, subscriptionId } = payment;
  const offer = await findOfferVersion(tx, terms.productId, terms.offerVersion);
  if (!offer) throw conflict("The plan is not on sale any more.");
  const { timeZone, lapseDays } = given(context.running, plans);
  const begun = plan ?? newPlan(subscriptionId, offer, timeZone, now);
  const { nextNumber } = await changeNow(tx, context, {
    subscription,
    plan: { ...begun, payment: "prepaid" },
    offer,
    how: { now, lapseDays, isPaid: true },
    audit: serviceAudit(context.clock(), "payments"),
  });
  const period = (await findPeriod(tx, subscriptionId, nextNumber - 1))!;
  const to = period.endsAt === never ? null : period.endsAt;
  return {
    grantId: period.grantId,
    period: period.number,
    terms: { ...terms, from: period.startsAt, to },
  };
}
