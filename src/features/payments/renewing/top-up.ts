import { minuteMs } from "../../../base/durations.ts";
import { uuidv7 } from "../../../base/ids.ts";
import { databaseClock } from "../../../database/clock.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { ApiError } from "../../../http/errors.ts";
import { lockSubscription } from "../../../management/subscriptions/subscription-resource.ts";
import { readBalances, readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { lockPlan } from "../../billing/rows/plan-rows.ts";
import { findOfferFor } from "../../offers/stored-offers.ts";
import { checkCurrency, quoteTax } from "../../papers/issue.ts";
import { isNamed } from "../../papers/parties/buyer.ts";
import { lineWordingOf } from "../prices/line-texts.ts";
import { newReference } from "../prices/reference.ts";
import { pricedPackage } from "../prices/wanted.ts";
import { isChargeable } from "../providers/stripe.ts";
import { findMethod } from "../rows/method-rows.ts";
import { newPayment } from "../rows/payment.ts";
import { insertPayment } from "../rows/payment-rows.ts";
import { boughtInMonth, delayTopUp, lockTopUp, topUpFailed } from "../rows/top-up-rows.ts";

const most = 100;

/**
 * Requests the packages of subscriptions whose credits are below their threshold. The lock of the top-up, and the one
 * open payment that the database permits, make it exact however many nodes look. Resolves to their number.
 */
export async function requestTopUps(db: Database): Promise<number> {
  const low = await db.all<{ id: string }>(sql`
    select t.subscription_id as id from top_up t join credit_balance b on b.subscription_id = t.subscription_id
    where t.enabled = 1 and t.next_at <= ${databaseClock(db)} and b.unlimited = 0 and b.remaining < t.threshold
      and not exists (select 1 from payment y where y.subscription_id = t.subscription_id and y.kind = 'automatic'
        and y.state in ('requested', 'pending'))
    order by t.next_at, t.subscription_id limit ${most}`);
  for (const { id } of low) await requestOrStop(db, id);
  return low.length;
}

/** One that cannot be invoiced delays no other. */
async function requestOrStop(db: Database, id: string): Promise<void> {
  try {
    await db.transaction((tx) => requestTopUp(tx, id), { repeatable: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await db.transaction(
      async (tx) => {
        if (await lockTopUp(tx, id)) await topUpFailed(tx, id, "not_possible", await readClock(tx));
      },
      { repeatable: true },
    );
  }
}

async function requestTopUp(tx: Queries, id: string): Promise<void> {
  const subscription = await lockSubscription(tx, id);
  const plan = await lockPlan(tx, id);
  const topUp = await lockTopUp(tx, id);
  const now = await readClock(tx);
  if (!subscription || !plan || !topUp?.enabled || topUp.nextAt > now) return;
  const [balance] = await readBalances(tx, [id]);
  const left = balance ? balance.granted - balance.used : 0;
  const later = () => delayTopUp(tx, id, now + minuteMs);
  if (left >= topUp.threshold || subscription.state !== "active") return;
  const unpaid = await tx.get(sql`
    select 1 as found from billing_period where subscription_id = ${id} and state = 'due' and starts_at <= ${now}
      and price_minor > 0 and not exists (
        select 1 from payment y where y.subscription_id = ${id} and y.kind = 'renewal'
          and y.period = billing_period.number and y.debit_at is not null and y.grant_id is not null)`);
  if (unpaid) return void (await later());
  const offer = await findOfferFor(tx, plan.productId, plan.offerVersion);
  const bought = offer?.packages.find((one) => one.id === topUp.packageId);
  if (!offer || !bought) return topUpFailed(tx, id, "package_not_on_sale", now);
  if ((await boughtInMonth(tx, id, now)) + bought.price_minor > topUp.monthLimitMinor)
    return void (await later());
  const accountId = subscription.ownerId;
  if (!(await findMethod(tx, accountId))) return topUpFailed(tx, id, "no_card", now);
  const words = await lineWordingOf(tx, accountId);
  const { terms, netMinor, currency, credits } = pricedPackage(offer, bought, plan.timeZone, now, words);
  if (!(await isNamed(tx, accountId))) return topUpFailed(tx, id, "no_details", now);
  await checkCurrency(tx, accountId, currency);
  const tax = await quoteTax(tx, accountId, netMinor, currency);
  if (!isChargeable(currency, tax.grossMinor)) return topUpFailed(tx, id, "not_possible", now);
  await insertPayment(
    tx,
    newPayment({
      id: uuidv7(now),
      accountId,
      subscriptionId: id,
      kind: "automatic",
      terms: { ...terms, tax },
      netMinor,
      minor: tax.grossMinor,
      currency,
      provider: "stripe",
      reference: newReference(),
      isCharged: 1,
      credits,
      nextAt: now,
      createdAt: now,
    }),
  );
}
