import { formatMoney } from "../../../base/format/money.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import {
  lockSubscription,
  subscriptionMissing,
} from "../../../management/subscriptions/subscription-resource.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { findPlan } from "../../billing/rows/plan-rows.ts";
import { findOfferFor } from "../../offers/stored-offers.ts";
import { checkCurrency, quoteTax } from "../../papers/issue.ts";
import { lineWordingOf } from "../prices/line-texts.ts";
import { newReference } from "../prices/reference.ts";
import { pricedPackage } from "../prices/wanted.ts";
import { Declined, type PaymentProvider, type ProviderPayment } from "../providers/provider.ts";
import { changed, isOpen, isPaid, newPayment, type Payment } from "../rows/payment.ts";
import { findPayment, insertPayment, lockPayment, writePayment } from "../rows/payment-rows.ts";
import { keepReturn } from "../rows/return-rows.ts";
import { lockTopUp } from "../rows/top-up-rows.ts";
import { findReceived, type Transfer } from "../rows/transfer-rows.ts";
import { type Ended, requireEnded } from "../settling/end-at-provider.ts";
import { findOpen } from "../settling/receive-transfer.ts";
import { hasOpenTopUp } from "../settling/refuse-request.ts";
import { recordUnmatched } from "../settling/settle-payment.ts";
import type { Settlement } from "../settling/settlement.ts";
import { endLost, findLost, type LostCharge } from "./lost-charges.ts";

const unchanged = "Nothing was changed.";

/** A charge that is not decided. Throws 404 and 409. */
export async function requireUndecided(db: Queries, ref: string): Promise<LostCharge> {
  const lost = await findLost(db, ref);
  if (!lost) throw notFound(`Charge ${ref} is not one whose payment is lost.`);
  if (lost.isUndecided === 0) throw conflict(`The charge is decided already. ${unchanged}`);
  return lost;
}

/** Locks what is decided of a charge. On SQLite the transaction is the lock. Throws 404 and 409. */
async function lockUndecided(tx: Queries, ref: string): Promise<LostCharge> {
  await tx.run(sql`update restored_charge set is_kept = is_kept where provider_ref = ${ref}`);
  return requireUndecided(tx, ref);
}

/** One that was returned, and whose money came back, can be returned only. */
async function lockMatchable(tx: Queries, ref: string): Promise<LostCharge> {
  const lost = await lockUndecided(tx, ref);
  if (lost.transfer !== "returned") return lost;
  throw conflict(`The charge was returned, and its money came back: return it again. ${unchanged}`);
}

const sumOf = ({ minor, currency }: Pick<LostCharge, "minor" | "currency">) => formatMoney(minor, currency);

/** A charge, the payment that it is matched with, and the page of the payment that its provider has ended. */
interface Match {
  readonly ref: string;
  readonly paymentId: string;
  readonly ended: Ended;
}

/**
 * Has a payment that is here be paid by a charge. Its state follows when it is fetched. Throws 404, 409, and
 * `OpenAtProvider`.
 */
export async function matchWithPayment(
  tx: Queries,
  settlement: Settlement,
  { ref, paymentId, ended }: Match,
): Promise<void> {
  const lost = await lockMatchable(tx, ref);
  const read = await findPayment(tx, paymentId);
  if (read?.kind === "automatic") await lockTopUp(tx, read.subscriptionId);
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw notFound(`Payment ${paymentId} not found.`);
  if (isPaid(payment) || payment.receivedMinor > 0)
    throw conflict(`Money has arrived for the payment already. ${unchanged}`);
  if (payment.minor !== lost.minor || payment.currency !== lost.currency)
    throw conflict(
      `The charge is of ${sumOf(lost)}, and the payment of ${sumOf(payment)}: match it with another one, or return it. ${unchanged}`,
    );
  requireEnded(settlement, payment, ended);
  if (!isOpen(payment)) await requireNoOther(tx, payment);
  await writePayment(tx, changed(payment, await readClock(tx), await paidBy(tx, lost)));
  await endLost(tx, ref, "matched", paymentId);
}

/** 409 if another payment is open for what this one is for: there is one at a time. */
async function requireNoOther(tx: Queries, payment: Payment): Promise<void> {
  if (payment.kind === "automatic" && (await hasOpenTopUp(tx, payment)))
    throw conflict(`Another automatic top-up is open: match it with that one. ${unchanged}`);
  if (payment.period !== null && (await findOpen(tx, payment)))
    throw conflict(`Another payment of the same period is open. ${unchanged}`);
}

/** What a payment has once a charge pays it: whoever looks next fetches the charge. */
const paidBy = async (tx: Queries, { providerRef, requestKey }: LostCharge): Promise<Partial<Payment>> => ({
  provider: "stripe",
  providerRef,
  requestKey,
  checkoutUrl: null,
  isCharged: 0,
  state: "pending",
  failure: null,
  nextAt: await readClock(tx),
});

/**
 * Has a subscription get what a charge paid for: its period, once that is due, or the package of this price. Resolves to
 * the payment, or to undefined if the charge is kept for a period. Throws 404 and 409.
 */
export async function matchWithSubscription(
  tx: Queries,
  ref: string,
  subscriptionId: string,
): Promise<string | undefined> {
  const lost = await lockMatchable(tx, ref);
  const subscription = await lockSubscription(tx, subscriptionId);
  if (!subscription) throw subscriptionMissing(subscriptionId);
  const isOfPeriod = lost.kind === "renewal" || lost.kind === "overage";
  if (isOfPeriod && lost.period !== null && lost.subscriptionId === subscriptionId) return keepFor(tx, lost);
  const payment = await packageOf(tx, lost, subscriptionId, subscription.ownerId);
  if (!payment)
    throw conflict(
      `No package of the plan costs ${sumOf(lost)} with tax: match the charge with a payment, or return it. ${unchanged}`,
    );
  if (!(await insertPayment(tx, payment))) throw conflict(`Another payment for it is open. ${unchanged}`);
  await endLost(tx, ref, "matched", payment.id);
  return payment.id;
}

/** The period's payment that is here has the charge; one that is not yet gets it when it is made. */
async function keepFor(tx: Queries, lost: LostCharge): Promise<string | undefined> {
  const { providerRef, subscriptionId, kind, period } = lost;
  const paid = await tx.get<{ id: string }>(sql`
    select id from payment where subscription_id = ${subscriptionId} and kind = ${kind} and period = ${period}
      and paid_at is not null`);
  if (paid) throw conflict(`Payment ${paid.id} has paid the period already: return the charge. ${unchanged}`);
  await tx.run(sql`update restored_charge set is_kept = 1 where provider_ref = ${providerRef}`);
  return undefined;
}

async function packageOf(
  tx: Queries,
  lost: LostCharge,
  subscriptionId: string,
  accountId: string,
): Promise<Payment | undefined> {
  const now = await readClock(tx);
  const plan = await findPlan(tx, subscriptionId);
  const offer = plan && (await findOfferFor(tx, plan.productId, plan.offerVersion));
  if (!plan || offer?.currency !== lost.currency || (await findPayment(tx, lost.named))) return undefined;
  await checkCurrency(tx, accountId, lost.currency);
  const words = await lineWordingOf(tx, accountId);
  for (const bought of offer.packages) {
    const { terms, netMinor, credits } = pricedPackage(offer, bought, plan.timeZone, now, words);
    const tax = await quoteTax(tx, accountId, netMinor, lost.currency);
    if (tax.grossMinor !== lost.minor) continue;
    return newPayment({
      id: lost.named,
      accountId,
      subscriptionId,
      kind: "package",
      terms: { ...terms, tax },
      netMinor,
      minor: lost.minor,
      currency: lost.currency,
      reference: newReference(),
      credits,
      createdAt: now,
      provider: "stripe",
      ...(await paidBy(tx, lost)),
    });
  }
  return undefined;
}

/**
 * Has the provider return what is left of a charge. Resolves to its state then. Repeating it has one effect. Throws 409
 * and `ProviderFailed`.
 */
export async function returnCharge(
  context: Context,
  cards: PaymentProvider,
  ref: string,
): Promise<ProviderPayment> {
  const seen = await cards.find(ref);
  if (seen.state === "pending")
    throw conflict(
      `The charge is still being debited: keep it for its subscription, or wait until it has arrived. ${unchanged}`,
    );
  const transfer = await arrivedOf(context, ref, seen);
  // The bank has what is disputed, or decides it.
  const isAtBank = seen.dispute === "open" || seen.dispute === "lost";
  const minor = seen.receivedMinor - seen.refundedMinor;
  if (!transfer || isAtBank || minor <= 0) return seen;
  // A refund that failed is not repeated under its key: the provider would return it as it was.
  const failed = (await cards.failedRefunds(ref)).filter((one) => one.startsWith(transfer.id));
  const id = failed.length === 0 ? transfer.id : `${transfer.id}/${failed.length}`;
  const wanted = { id, minor, currency: seen.currency, key: `return/${id}` };
  try {
    await cards.refund(ref, wanted, true);
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    throw conflict(`The payment provider refuses it: ${error.code}. Nothing was returned.`);
  }
  return cards.find(ref);
}

/** The money of a charge. A debit that ran when it was listed can have arrived since. */
async function arrivedOf(
  { database }: Context,
  ref: string,
  seen: ProviderPayment,
): Promise<Transfer | undefined> {
  const known = await findReceived(database, "stripe", ref);
  if (known || seen.state !== "paid") return known;
  await database.transaction(
    async (tx) => {
      const { named } = await lockUndecided(tx, ref);
      await recordUnmatched(tx, seen, named, await readClock(tx));
    },
    { repeatable: true },
  );
  return findReceived(database, "stripe", ref);
}

/** Notes that a charge went back, and what its events will report. Throws 404 and 409. */
export async function noteReturned(tx: Queries, ref: string, seen: ProviderPayment): Promise<void> {
  const { named } = await lockUndecided(tx, ref);
  await keepReturn(tx, seen, named, await readClock(tx));
  await endLost(tx, ref, "returned", null);
}
