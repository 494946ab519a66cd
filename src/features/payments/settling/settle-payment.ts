import { never } from "../../../base/clock.ts";
import { hourMs } from "../../../base/durations.ts";
import { formatMoney } from "../../../base/format/money.ts";
import { uuidv7 } from "../../../base/ids.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { lockSubscription } from "../../../management/subscriptions/subscription-resource.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import { lockPlan } from "../../billing/rows/plan-rows.ts";
import { issueInvoice } from "../../papers/issue.ts";
import { invoiceOf } from "../prices/invoice-line.ts";
import { lineWordingOf } from "../prices/line-texts.ts";
import type { ProviderPayment } from "../providers/provider.ts";
import { saveMethod } from "../rows/method-rows.ts";
import { changed, dataOf, isOpen, isPaid, type Payment, payerOf } from "../rows/payment.ts";
import { broughtBack, lockPayment, writePayment } from "../rows/payment-rows.ts";
import { keepReturn } from "../rows/return-rows.ts";
import { lockTopUp, topUpFailed, topUpPaid } from "../rows/top-up-rows.ts";
import { insertTransfer } from "../rows/transfer-rows.ts";
import { nextAttemptAt, overReasons, periodOf, reportFailure } from "./attempts.ts";
import { grantPayment, orNotPossible, type Paying } from "./grant-payment.ts";
import { collectOwed } from "./owed-credits.ts";
import { reverse, reversedOf } from "./reverse-payment.ts";
import { duringDebit, giveAgain, putOffLapse, takeBack } from "./slow-debits.ts";

/** The payment has changed since it was read: its state must be fetched again. */
export class Changed extends Error {}

/** The state of a payment at its provider, and the row that was read before it was fetched. */
export interface Settling {
  readonly payment: Payment;
  /** The provider's ID by which it was fetched. */
  readonly ref: string;
  readonly seen: ProviderPayment;
  /** Why it cannot have what it pays for; then an operator decides. */
  readonly problem?: string | undefined;
  /** Why it is reversed, for its credit note. */
  readonly reason?: string | undefined;
  /** It is the result of a charge of this service. */
  readonly isOwn?: boolean;
}

/**
 * Brings a payment to its state at its provider, with its grant, ledger entry, paper and events, in one transaction. What
 * was applied already changes nothing. Throws `Changed`, `StillLeased`, and `NotPossible`: then it is called again with
 * the `problem`.
 */
export async function settlePayment(tx: Queries, context: Context, settling: Settling): Promise<Payment> {
  const { payment: read, seen } = settling;
  const subscription = await lockSubscription(tx, read.subscriptionId);
  const plan = await lockPlan(tx, read.subscriptionId);
  if (read.kind === "automatic") await lockTopUp(tx, read.subscriptionId);
  const payment = await lockPayment(tx, read.id);
  // What was fetched before another change could be older than that change.
  if (!payment || payment.updatedAt !== read.updatedAt) throw new Changed();
  const now = await readClock(tx);
  // A page whose row was not written before its process ended can be debited.
  const isLost = seen.isDebiting && payment.provider === "stripe" && payment.providerRef === null;
  const isOwn = settling.isOwn || isLost || [settling.ref, seen.ref].includes(payment.providerRef ?? "");
  if (!isOwn && (seen.state !== "paid" || isPaid(payment))) return recordOther(tx, payment, seen, now);
  const known = changed(payment, now, {
    providerRef: seen.ref,
    // Its result is known by its reference from now on.
    cardCustomer: null,
    cardMethod: null,
    method: seen.method ?? payment.method,
    debitAt: null,
    ...(seen.isDebiting && isOpen(payment) && debiting(payment, now)),
    receivedMinor: Math.max(payment.receivedMinor, seen.receivedMinor),
  });
  const paying: Paying = { context, payment: known, subscription, plan, now };
  if (seen.state === "failed" && isOpen(payment))
    return fail(tx, paying, payment, seen.failure ?? "declined");
  if (seen.state !== "paid" && !isPaid(payment)) return stay(tx, paying, payment, settling);
  const paid = isPaid(payment) ? known : await receive(tx, paying, settling);
  const isReversed =
    seen.state === "paid" &&
    (Math.min(seen.refundedMinor, payment.minor) !== payment.refundedMinor ||
      seen.dispute !== payment.dispute ||
      seen.disputedMinor !== payment.disputedMinor ||
      (seen.disputeDueAt ?? null) !== payment.disputeDueAt ||
      isCredited(payment, seen));
  // Two states of one transaction: a restore applies both.
  const before = isPaid(payment) ? paid : changed(paid, now, {});
  if (isReversed)
    return reverse(tx, before, seen, { reason: settling.reason, since: payment.updatedAt, now });
  if (paid.providerRef !== payment.providerRef || !isPaid(payment)) await writePayment(tx, paid);
  return paid;
}

/** Whether a payment that was brought back has credit notes of money that did not go back after all. */
const isCredited = ({ nextAt, creditedMinor, minor }: Payment, seen: ProviderPayment): boolean =>
  nextAt === broughtBack && creditedMinor > reversedOf({ ...seen, minor });

/** Money of a payment that was paid otherwise already: an operator returns it. */
async function recordOther(
  tx: Queries,
  payment: Payment,
  seen: ProviderPayment,
  now: number,
): Promise<Payment> {
  if (seen.state === "paid") await recordUnmatched(tx, seen, payment.reference, now);
  if (seen.state === "paid") await keepReturn(tx, seen, payment.id, now);
  return payment;
}

/** Records money of a card that no payment accounts for. */
export async function recordUnmatched(
  tx: Queries,
  { ref, receivedMinor: minor, currency }: ProviderPayment,
  reference: string,
  now: number,
): Promise<void> {
  const id = uuidv7(now);
  const isNew = await insertTransfer(tx, {
    id,
    provider: "stripe",
    providerRef: ref,
    minor,
    currency,
    reference,
    sender: "",
    paymentId: null,
    state: "unmatched",
    receivedAt: now,
    createdAt: now,
  });
  if (!isNew) return;
  const data = { payment_id: id, minor, currency, reference };
  await writeEvent(tx, now, { type: "payment.unmatched", owner: "operators", data });
}

/** Its page has ended, and there is nothing to do. */
const debiting = ({ debitAt }: Payment, now: number) =>
  ({ debitAt: debitAt ?? now, checkoutUrl: null, failure: null }) as const;

async function stay(tx: Queries, paying: Paying, before: Payment, { problem }: Settling): Promise<Payment> {
  if (!isOpen(before)) return before;
  const after: Payment = { ...(await duringDebit(tx, paying, problem === undefined)), state: "pending" };
  const isChanged =
    before.providerRef !== after.providerRef ||
    before.receivedMinor !== after.receivedMinor ||
    before.debitAt !== after.debitAt ||
    before.grantId !== after.grantId ||
    before.state !== "pending";
  if (!isChanged) return before;
  await writePayment(tx, after);
  return after;
}

/** All of the money has arrived. */
async function receive(
  tx: Queries,
  { payment, ...paying }: Paying,
  { seen, problem }: Settling,
): Promise<Payment> {
  const { now } = paying;
  const wrong = problem ?? mismatch(payment, seen);
  const ready = wrong === undefined ? await giveAgain(tx, payment, paying.plan, now) : payment;
  const bought = wrong === undefined ? await grantPayment(tx, { ...paying, payment: ready }) : undefined;
  const paid: Payment = {
    ...ready,
    ...bought,
    state: "paid",
    failure: null,
    problem: wrong ?? surplusProblem(payment),
    nextAt: never,
    checkoutUrl: null,
    paidAt: now,
  };
  if (seen.saved) await saveMethod(tx, payment.accountId, payment.provider, seen.saved, now);
  if (payment.kind === "automatic") await topUpPaid(tx, payment.subscriptionId, now);
  const invoiced = wrong === undefined ? await orNotPossible(() => invoice(tx, paid, now)) : paid;
  await writePayment(tx, invoiced);
  if (wrong === undefined) await collectOwed(tx, payment.subscriptionId);
  // A restored payment was reported before.
  if (payment.nextAt === broughtBack) return invoiced;
  const credits = bought?.grantId ? payment.credits : null;
  await writeEvent(tx, now, {
    type: "payment.paid",
    owner: payerOf(payment),
    data: { ...dataOf(paid), credits, paper_id: invoiced.paperId },
  });
  return invoiced;
}

function mismatch({ minor, currency }: Payment, { receivedMinor, currency: paidIn }: ProviderPayment) {
  if (receivedMinor >= minor && paidIn === currency) return undefined;
  return `${formatMoney(receivedMinor, paidIn)} was received, and ${formatMoney(minor, currency)} was due.`;
}

/** The problem of a payment for which more than its sum came; null if there is none. */
export const surplusProblem = ({ receivedMinor, minor, currency }: Payment): string | null =>
  receivedMinor > minor
    ? `${formatMoney(receivedMinor - minor, currency)} more than due was received.`
    : null;

/** The invoice of a payment that has none yet. */
async function invoice(tx: Queries, paid: Payment, now: number): Promise<Payment> {
  if (paid.paperId !== null) return paid;
  const { minor, method, provider } = paid;
  const paper = await issueInvoice(tx, {
    ...invoiceOf(paid, now, await lineWordingOf(tx, paid.accountId)),
    paid: { minor, at: now, method: method ?? (provider === "manual" ? "Transfer" : "Card") },
    dueAt: null,
  });
  return { ...paid, paperId: paper.id };
}

const quiet = new Set(["checkout_expired", "cancelled", ...overReasons]);

/** A charge was refused, a debit has failed, or a page has expired. */
async function fail(
  tx: Queries,
  { payment: known, now }: Paying,
  { debitAt, updatedAt: since }: Payment,
  reason: string,
): Promise<Payment> {
  const wasDebited = debitAt !== null;
  const payment = await takeBack(tx, known, since, now);
  const period = await periodOf(tx, payment);
  const lapsesAt = period && wasDebited ? await putOffLapse(tx, period, now) : (period?.lapsesAt ?? never);
  const next = period && period.state !== "due" ? never : nextAttemptAt(payment, lapsesAt, now);
  const after: Payment = {
    ...payment,
    providerRef: null,
    checkoutUrl: null,
    // The next attempt is of this service.
    isCharged: payment.provider === "stripe" ? 1 : 0,
    state: next !== never ? "requested" : overReasons.includes(reason) ? "cancelled" : "failed",
    failure: reason,
    nextAt: next,
  };
  await writePayment(tx, after);
  if (payment.kind === "automatic") await topUpFailed(tx, payment.subscriptionId, reason, now);
  // Who pays on a page reads it there, but not days later.
  const isSeen = (payment.kind === "plan" || payment.kind === "package") && !wasDebited;
  if (quiet.has(reason) || isSeen) return after;
  await reportFailure(tx, after, { reason, lapsesAt }, now);
  return after;
}

/** How often an open payment is fetched from its provider. */
export const reconcileMs = hourMs / 6;
