import { never } from "../../../base/clock.ts";
import { dayMs } from "../../../base/durations.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import { StillLeased } from "../../../management/subscriptions/returned-leases.ts";
import { removeGrant } from "../../../metering/credits/grants/change-grants.ts";
import { enterWaiting } from "../../../metering/credits/grants/enter-grants.ts";
import type { EntrySource } from "../../../metering/credits/grants/grant.ts";
import { settleBalances } from "../../../metering/credits/grants/settle-balances.ts";
import { withdrawEvents, writeEvent } from "../../../outbox/write-events.ts";
import { findOfferVersion } from "../../offers/stored-offers.ts";
import { grantsOf } from "../periods/enter-periods.ts";
import { dataOf } from "../periods/period-events.ts";
import { endsOf, paidCreditsOf } from "../periods/terms.ts";
import { findPeriod, type Period } from "../rows/period-rows.ts";
import type { Plan } from "../rows/plan.ts";
import { writePlans } from "../rows/plan-rows.ts";
import { endCurrent, stopPlan } from "./begin-plan.ts";

/** A period of a locked plan that is neither paid nor lapsed. Throws 404 and 409. */
export async function requireDue(tx: Queries, plan: Plan, number: number): Promise<Period> {
  const period = await findPeriod(tx, plan.subscriptionId, number);
  if (!period) throw notFound(`Subscription ${plan.subscriptionId} has no period ${number}.`);
  if (period.state !== "due")
    throw conflict(`Period ${number} is ${period.state} already. Nothing was changed.`);
  return period;
}

/** Records that a period is paid. Prepaid credits are granted then. The plan must be locked. */
export async function pay(tx: Queries, plan: Plan, period: Period, now: number): Promise<Period> {
  const { subscriptionId, number } = period;
  const grantId = period.grantId ?? (await grantPrepaid(tx, plan, period, now));
  if (period.startsAt > now) await withdrawEvents(tx, "period.unpaid", subscriptionId, now);
  await tx.run(sql`
    update billing_period set state = 'paid', grant_id = ${grantId}, lapses_at = ${never}
    where subscription_id = ${subscriptionId} and number = ${number}`);
  return { ...period, state: "paid", grantId, lapsesAt: never };
}

/** Grants the credits of a period that is prepaid, and resolves to the grant. It stays due. The plan must be locked. */
export async function grantPrepaid(
  tx: Queries,
  plan: Plan,
  period: Period,
  now: number,
): Promise<string | null> {
  if (period.lapsesAt === never) return null;
  const { subscriptionId, number, productId, offerVersion } = period;
  const offer = await findOfferVersion(tx, productId, offerVersion);
  if (!offer) throw new Error(`product ${productId} has no version ${offerVersion} of its offer`);
  const { expiresAt } = endsOf(plan, offer, number);
  const startsAt = Math.max(now, period.startsAt);
  const grants = grantsOf({ ...period, startsAt, expiresAt }, plan, offer, paidCreditsOf(offer));
  await enterWaiting(tx, grants);
  await settleBalances(tx, [subscriptionId]);
  return grants.find(({ source }) => source === "period")?.id ?? null;
}

/** Gives a prepaid period more days until it lapses. 409 for one that does not lapse by itself. */
export async function extend(tx: Queries, period: Period, days: number): Promise<Period> {
  if (period.lapsesAt === never)
    throw conflict(`Period ${period.number} is paid by invoice and does not lapse by itself.`);
  const lapsesAt = period.lapsesAt + days * dayMs;
  await tx.run(sql`
    update billing_period set lapses_at = ${lapsesAt}
    where subscription_id = ${period.subscriptionId} and number = ${period.number}`);
  return { ...period, lapsesAt };
}

/**
 * Lets a period lapse that has started and is not paid: what is left of its credits is removed, and no further period
 * starts until the plan is resumed, unless another one has begun since. Throws `StillLeased` if journals hold credits. The plan must be locked.
 */
export async function lapse(
  tx: Queries,
  plan: Plan,
  number: number,
  now: number,
  source: EntrySource = {},
): Promise<Period> {
  const { subscriptionId } = plan;
  const period = await requireDue(tx, plan, number);
  if (period.startsAt > now) throw conflict(`Period ${number} has not started. Cancel the renewal instead.`);
  const grants = await tx.all<{ id: string }>(sql`
    select id from credit_grant where subscription_id = ${subscriptionId} and period = ${number}
      and source in ('period', 'overage') and state <> 'closed' order by id`);
  for (const { id } of grants)
    if ((await removeGrant(tx, subscriptionId, id, source)) === "leased") throw new StillLeased();
  await tx.run(sql`
    update billing_period set state = 'lapsed' where subscription_id = ${subscriptionId} and number = ${number}`);
  // Another plan has begun since, which has its own payments.
  const isOfBefore = period.lapsesAt !== never && number < plan.firstNumber;
  const stopped = plan.state === "ended" || isOfBefore ? plan : await stopPlan(tx, plan, "lapsed", now);
  if (number === stopped.nextNumber - 1) await writePlans(tx, [await endCurrent(tx, stopped, now)]);
  const lapsed = (await findPeriod(tx, subscriptionId, number))!;
  await writeEvent(tx, now, { type: "period.lapsed", owner: { subscriptionId }, data: dataOf(lapsed) });
  return lapsed;
}
