import { never } from "../../../base/clock.ts";
import { dayMs } from "../../../base/durations.ts";
import { amountOf } from "../../../base/format/money.ts";
import { uuidv7 } from "../../../base/ids.ts";
import { databaseClock } from "../../../database/clock.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { ApiError } from "../../../http/errors.ts";
import { productName } from "../../../management/products/product-name.ts";
import { lockSubscription } from "../../../management/subscriptions/subscription-resource.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { paidCreditsOf } from "../../billing/periods/terms.ts";
import { findPeriod, type Period } from "../../billing/rows/period-rows.ts";
import type { Plan } from "../../billing/rows/plan.ts";
import { lockPlan } from "../../billing/rows/plan-rows.ts";
import type { Offer } from "../../offers/offer.ts";
import { findOfferVersion } from "../../offers/stored-offers.ts";
import { checkCurrency, issueInvoice, quoteTax, type TaxQuote } from "../../papers/issue.ts";
import { hasDetails } from "../../papers/parties/buyer.ts";
import { getSetting, type Seller } from "../../papers/parties/seller.ts";
import { invoiceOf } from "../prices/invoice-line.ts";
import { type LineWording, lineWordingOf, periodText } from "../prices/line-texts.ts";
import { newReference } from "../prices/reference.ts";
import { isChargeable } from "../providers/stripe.ts";
import { newPayment, type Payment, type PaymentTerms } from "../rows/payment.ts";
import { insertPayment, isDueFrom, writePayment } from "../rows/payment-rows.ts";
import { hasEnded } from "../settling/attempts.ts";
import { answerMs } from "./ask-for-details.ts";

export interface Requesting {
  /** Whether cards are charged; otherwise all is paid by transfer. */
  readonly hasCards: boolean;
}

/** Periods and uses that are requested per look. */
const most = 100;

/** A payment that a period or its use makes due. */
type Due = Pick<Payment, "kind" | "period" | "netMinor" | "currency" | "credits"> & {
  readonly terms: Omit<PaymentTerms, "tax">;
  /** Its credits are granted before it is paid: it has an invoice first. */
  readonly isByInvoice: boolean;
};

/**
 * Requests the payments of periods: of prepaid ones before they start, so that their credits are there; of those by
 * invoice when they start. Nothing of accounts that invoices could not name. Resolves to how many were requested.
 */
export async function requestPeriods(db: Database, how: Requesting): Promise<number> {
  const due = await db.all<Named>(sql`
    select p.subscription_id as id, p.number, s.owner_id as owner from billing_period p
      join subscription s on s.id = p.subscription_id join billing_plan b on b.subscription_id = p.subscription_id
    where p.state = 'due' and p.price_minor > 0
      and ${hasDetails(sql`s.owner_id`)} and (p.lapses_at < ${never} or p.starts_at <= ${databaseClock(db)})
      and (p.lapses_at = ${never} or not ${hasEnded})
      and not exists (select 1 from payment y where y.subscription_id = p.subscription_id and y.period = p.number
        and y.kind in ('plan', 'renewal') and y.state <> 'cancelled' and (y.problem is null or y.state = 'failed')
        and (y.state <> 'failed' or ${isDueFrom(sql`s.owner_id`)}))
    order by p.starts_at limit ${most}`);
  return requestEach(db, due, how, async (tx, { id, number, owner }, plan) => {
    const period = await findPeriod(tx, id, number);
    return period?.state === "due" ? dueOf(tx, plan, period, owner) : undefined;
  });
}

/**
 * Requests what was used beyond the credits of periods that have ended. If an account has no billing details, an operator
 * decides, after the time in which the customer can enter them. Resolves to how many were requested.
 */
export async function requestOverage(db: Database, how: Requesting): Promise<number> {
  const since = 60 * dayMs;
  const used = await db.all<Named & { readonly spent: number }>(sql`
    select g.subscription_id as id, g.period as number, g.spent, s.owner_id as owner from credit_grant g
      join subscription s on s.id = g.subscription_id join billing_plan b on b.subscription_id = g.subscription_id
      join billing_period p on p.subscription_id = g.subscription_id and p.number = g.period
      join product_offer o on o.product_id = p.product_id and o.version = p.offer_version
    where g.source = 'overage' and g.expires_at <= ${databaseClock(db)}
      and g.expires_at > ${databaseClock(db)} - ${since} and g.state = 'closed' and g.spent > 0
      and o.overage_minor is not null
      and (${hasDetails(sql`s.owner_id`)} or g.expires_at <= ${databaseClock(db)} - ${answerMs})
      and not exists (select 1 from payment y where y.subscription_id = g.subscription_id and y.period = g.period
        and y.kind = 'overage' and y.state <> 'cancelled')
    order by g.expires_at limit ${most}`);
  return requestEach(db, used, how, async (tx, { id, number, spent, owner }, plan) => {
    const period = (await findPeriod(tx, id, number))!;
    const offer = (await findOfferVersion(tx, period.productId, period.offerVersion))!;
    return overageOf(plan, period, offer, spent, await lineWordingOf(tx, owner));
  });
}

interface Named {
  readonly id: string;
  /** The number of the period. */
  readonly number: number;
  readonly owner: string;
}

/** Requests one after the other. One that cannot be invoiced waits for an operator, and delays no other. */
async function requestEach<T extends Named>(
  db: Database,
  all: readonly T[],
  how: Requesting,
  find: (tx: Queries, named: T, plan: Plan) => Promise<Due | undefined>,
): Promise<number> {
  let requested = 0;
  for (const named of all) {
    const request = (problem?: string) =>
      db.transaction(
        async (tx) => {
          const held = await lockSubscription(tx, named.id);
          // It went to another account since it was read: the next look finds it there.
          if (held && held.ownerId !== named.owner) return false;
          const plan = await lockPlan(tx, named.id);
          const due = plan && (await find(tx, named, plan));
          return due ? requestDue(tx, named, due, how, problem) : false;
        },
        { repeatable: true },
      );
    const isNew = await request().catch((error: unknown) => {
      if (error instanceof ApiError) return request(error.detail);
      throw error;
    });
    if (isNew) requested++;
  }
  return requested;
}

/** What a period that is not paid makes due, in the words of its owner. */
export async function dueOf(tx: Queries, plan: Plan, period: Period, owner: string): Promise<Due> {
  const { productId, offerVersion, startsAt, endsAt, number, priceMinor, currency, lapsesAt } = period;
  const offer = await findOfferVersion(tx, productId, offerVersion);
  const name = await productName(tx, productId);
  const text = periodText(name, startsAt, endsAt, plan.timeZone, await lineWordingOf(tx, owner));
  const to = endsAt === never ? null : endsAt;
  return {
    kind: "renewal",
    terms: { text, productId, offerVersion, from: startsAt, to, timeZone: plan.timeZone },
    period: number,
    netMinor: priceMinor,
    currency,
    credits: offer ? paidCreditsOf(offer) : 0,
    isByInvoice: lapsesAt === never,
  };
}

function overageOf({ timeZone }: Plan, period: Period, offer: Offer, used: number, words: LineWording): Due {
  const { productId, offerVersion, startsAt: from, endsAt: to, number } = period;
  const { currency } = offer;
  const [priceMinor, per] = [offer.overage_minor!, offer.overage_per!];
  const text = periodText(words.say("Beyond credits"), from, to, timeZone, words);
  return {
    kind: "overage",
    terms: { text, productId, offerVersion, from, to, used, priceMinor, per, timeZone },
    period: number,
    netMinor: amountOf(used, priceMinor, per),
    currency,
    credits: 0,
    isByInvoice: true,
  };
}

const untaxed = (netMinor: number): TaxQuote => ({
  netMinor,
  rate: 0,
  category: "",
  reason: "",
  taxMinor: 0,
  grossMinor: netMinor,
});

/** Requests a payment. False if it is requested already. With a problem it is not charged. */
export async function requestDue(
  tx: Queries,
  { id: subscriptionId, owner: accountId }: Named,
  { isByInvoice, ...due }: Due,
  { hasCards }: Requesting,
  problem?: string,
): Promise<boolean> {
  const now = await readClock(tx);
  const { payment_days: days } = await getSetting<Seller>(tx, "seller");
  const { netMinor, currency } = due;
  if (problem === undefined) await checkCurrency(tx, accountId, currency);
  const tax = problem === undefined ? await quoteTax(tx, accountId, netMinor, currency) : untaxed(netMinor);
  const reference = newReference();
  // What is used is charged to a card; a plan by invoice is paid by transfer.
  const isCharged =
    hasCards && isChargeable(currency, tax.grossMinor) && (due.kind === "overage" || !isByInvoice);
  const payment = newPayment({
    ...due,
    id: uuidv7(now),
    terms: { ...due.terms, tax },
    accountId,
    subscriptionId,
    minor: tax.grossMinor,
    provider: isCharged ? "stripe" : "manual",
    providerRef: isCharged ? null : reference,
    reference,
    isCharged: Number(isCharged),
    state: isCharged ? "requested" : "pending",
    nextAt: isCharged || !isByInvoice ? now : now + (days + 1) * dayMs,
    createdAt: now,
  });
  if (problem !== undefined)
    return insertPayment(tx, { ...payment, state: "failed", problem, nextAt: never });
  // So little was used that it costs nothing.
  if (tax.grossMinor === 0)
    return insertPayment(tx, { ...payment, state: "paid", paidAt: now, nextAt: never });
  if (!(await insertPayment(tx, payment))) return false;
  if (!isByInvoice) return true;
  const words = await lineWordingOf(tx, accountId);
  const invoice = { ...invoiceOf(payment, now, words), paid: null, dueAt: now + days * dayMs };
  const { id: paperId } = await issueInvoice(tx, invoice);
  await writePayment(tx, { ...payment, paperId });
  return true;
}
