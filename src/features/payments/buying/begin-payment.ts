import { never } from "../../../base/clock.ts";
import { formatMoney } from "../../../base/format/money.ts";
import { uuidv7 } from "../../../base/ids.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { countOf } from "../../../entities/list.ts";
import { conflict, unavailable } from "../../../http/errors.ts";
import {
  lockSubscription,
  type SubscriptionRow,
  subscriptionMissing,
} from "../../../management/subscriptions/subscription-resource.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { mailerOf } from "../../../running/account-ports.ts";
import { checkCurrency, quoteTax, type TaxQuote } from "../../papers/issue.ts";
import { canBeSoldTo, requireDetailsToBuy } from "../../papers/parties/buyer.ts";
import { newReference } from "../prices/reference.ts";
import { type Priced, priceWanted, type Wanted } from "../prices/wanted.ts";
import { type Checkout, Declined, ProviderFailed } from "../providers/provider.ts";
import { isChargeable } from "../providers/stripe.ts";
import { findMethod } from "../rows/method-rows.ts";
import { changed, isOpen, newPayment, type Payment } from "../rows/payment.ts";
import { insertPayment, lockPayment, writePayment } from "../rows/payment-rows.ts";
import { withKey } from "../rows/request-keys.ts";
import { requireSelling, takesPayments } from "../selling.ts";
import { type Ended, requireEnded } from "../settling/end-at-provider.ts";
import { findOpen } from "../settling/receive-transfer.ts";
import { noteRefusal } from "../settling/refuse-request.ts";
import { reconcileMs } from "../settling/settle-payment.ts";
import type { Settlement } from "../settling/settlement.ts";

export type Method = "saved" | "card" | "transfer";

/** What is bought, with its tax and how it can be paid. */
export interface Quote extends Priced {
  readonly tax: TaxQuote;
  /** With tax. */
  readonly minor: number;
  readonly methods: readonly Method[];
  readonly savedMethod: string | null;
  /** The tax is that of the seller's country until the account's own is known. */
  readonly areDetailsNeeded: boolean;
  /** The open payment of the period. */
  readonly current: Payment | undefined;
}

/** The price of something that a subscription can buy now, as its account pays it. Throws 404 and 409. */
export async function quote(
  db: Queries,
  context: Context,
  settlement: Settlement,
  subscription: SubscriptionRow,
  wanted: Wanted,
): Promise<Quote> {
  await requireSelling(db, context.config);
  if (!(await takesPayments(db, context.config)))
    throw conflict("Payments are not taken here. Ask the operator. Nothing was charged.");
  const now = await readClock(db);
  const priced = await priceWanted(db, context, subscription, wanted, now);
  const { netMinor, currency } = priced;
  if (netMinor === 0) throw conflict("It costs nothing: change the plan. Nothing was charged.");
  await checkCurrency(db, subscription.ownerId, currency);
  const current =
    wanted.kind === "renewal"
      ? await findOpen(db, { subscriptionId: subscription.id, kind: "renewal", period: wanted.period })
      : undefined;
  // What is requested already stays as it was, with its tax.
  const tax = current?.terms.tax ?? (await quoteTax(db, subscription.ownerId, netMinor, currency));
  const hasCards = settlement.cards !== undefined && isChargeable(currency, tax.grossMinor);
  const saved = hasCards ? await findMethod(db, subscription.ownerId) : undefined;
  return {
    ...priced,
    tax,
    minor: tax.grossMinor,
    methods: [...(saved ? (["saved"] as const) : []), ...(hasCards ? (["card"] as const) : []), "transfer"],
    savedMethod: saved?.label ?? null,
    areDetailsNeeded: !(await canBeSoldTo(db, subscription.ownerId)),
    current,
  };
}

export interface Buying {
  readonly subscription: SubscriptionRow;
  readonly wanted: Wanted;
  readonly method: Method;
  /** The sum that the customer saw, with tax. */
  readonly seenMinor: number;
  readonly seenCurrency: string;
}

/** Payments of an account that are open at a time. */
const openMax = 10;

/**
 * Writes the payment, before a provider receives it. Throws 404 and 409, of another price than was seen, too; and
 * `OpenAtProvider` unless the provider has `ended` the page of the one that is open.
 */
export async function requestPayment(
  tx: Queries,
  context: Context,
  settlement: Settlement,
  { subscription, wanted, method, seenMinor, seenCurrency }: Buying,
  ended: Ended,
): Promise<Payment> {
  const held = await lockSubscription(tx, subscription.id);
  if (held?.ownerId !== subscription.ownerId) throw subscriptionMissing(subscription.id);
  await requireConfirmed(tx, context, subscription.ownerId);
  if (await takesPayments(tx, context.config)) await requireDetailsToBuy(tx, subscription.ownerId);
  const now = await readClock(tx);
  const quoted = await quote(tx, context, settlement, subscription, wanted);
  const { minor, currency, tax, methods, current } = quoted;
  if (minor !== seenMinor || currency !== seenCurrency)
    throw conflict(
      `You saw ${formatMoney(seenMinor, seenCurrency)}. Nothing was charged. It is ${formatMoney(minor, currency)} now.`,
    );
  if (!methods.includes(method)) throw conflict(`It cannot be paid by ${method}. Nothing was charged.`);
  const provider = method === "transfer" ? "manual" : "stripe";
  if (current) {
    const open = (await lockPayment(tx, current.id))!;
    requireSwitchable(open);
    requireEnded(settlement, open, ended);
    return switchMethod(tx, open, provider, method, now);
  }
  await requireRoom(tx, subscription.ownerId);
  const reference = newReference();
  const payment = newPayment({
    id: uuidv7(now),
    accountId: subscription.ownerId,
    subscriptionId: subscription.id,
    kind: wanted.kind,
    terms: { ...quoted.terms, tax },
    period: quoted.period,
    netMinor: quoted.netMinor,
    minor,
    currency,
    provider,
    providerRef: provider === "manual" ? reference : null,
    reference,
    credits: quoted.credits,
    createdAt: now,
    ...startOf(method, now),
  });
  const begun = method === "card" ? await withKey(tx, payment, now) : payment;
  if (await insertPayment(tx, begun)) return begun;
  throw conflict("A payment for it has just been made. Nothing was charged.");
}

/** Invoices are sent by mail: to an address that its owner has confirmed. */
async function requireConfirmed(tx: Queries, context: Context, accountId: string): Promise<void> {
  if (!mailerOf(context)) return;
  const user = await tx.get<{ confirmed: number | null }>(
    sql`select email_confirmed_at as confirmed from app_user where id = ${accountId}`,
  );
  if (user?.confirmed == null) throw conflict("Confirm your email address first. Nothing was charged.");
}

/** A saved card is charged by whichever process looks next; a page and a transfer wait for the customer. */
const startOf = (method: Method, now: number) =>
  method === "saved"
    ? ({ state: "requested", isCharged: 1, nextAt: now } as const)
    : ({ state: "pending", isCharged: 0, nextAt: method === "card" ? now + reconcileMs : never } as const);

function requireSwitchable(payment: Payment): void {
  if (!isOpen(payment)) throw conflict(`The payment is ${payment.state} already. Nothing was charged.`);
  if (payment.receivedMinor > 0)
    throw conflict("A part has arrived by transfer: pay the rest in the same way. Nothing was charged.");
}

/** The open payment of a period, paid in another way. */
async function switchMethod(
  tx: Queries,
  payment: Payment,
  provider: Payment["provider"],
  method: Method,
  now: number,
): Promise<Payment> {
  const switched = changed(payment, now, {
    provider,
    providerRef: provider === "manual" ? payment.reference : null,
    checkoutUrl: null,
    attempts: payment.attempts + 1,
    ...startOf(method, now),
  });
  const begun = method === "card" ? await withKey(tx, switched, now) : switched;
  await writePayment(tx, begun);
  return begun;
}

async function requireRoom(tx: Queries, accountId: string): Promise<void> {
  const open = await countOf(
    tx,
    sql`payment where account_id = ${accountId} and state in ('requested', 'pending')
      and kind in ('plan', 'package')`,
  );
  if (open >= openMax)
    throw conflict(
      `${open} payments are open already. Pay or cancel one of them first. Nothing was charged.`,
    );
}

/** Makes the page on which a card is entered. Throws 503 if the provider does not answer. */
export async function openCheckout(
  context: Context,
  settlement: Settlement,
  payment: Payment,
): Promise<Checkout> {
  const { config, database } = context;
  const page = `${config.publicUrl}/console/billing/${payment.id}`;
  const method = await findMethod(database, payment.accountId);
  try {
    return await settlement.requireCards().checkout(payment, {
      done: `${page}?done`,
      cancelled: page,
      customerRef: method?.customerRef,
    });
  } catch (error) {
    if (error instanceof Declined) await noteRefusal(context, payment, error.code);
    if (error instanceof Declined)
      throw conflict(`The payment provider refuses it: ${error.code}. Nothing was charged.`);
    if (!(error instanceof ProviderFailed)) throw error;
    throw unavailable("The payment provider does not answer. Nothing was charged. Try again later.");
  }
}

/** Notes the page of a payment, unless that has ended since, or is paid otherwise: then the page must be ended. */
export async function noteCheckout(
  tx: Queries,
  { id, requestKey }: Payment,
  { ref, url }: Checkout,
): Promise<Payment> {
  const payment = (await lockPayment(tx, id))!;
  const isStill =
    payment.provider === "stripe" && payment.isCharged === 0 && payment.requestKey === requestKey;
  if (!isOpen(payment) || !isStill) return payment;
  const opened = changed(payment, await readClock(tx), { providerRef: ref, checkoutUrl: url });
  await writePayment(tx, opened);
  return opened;
}

/** Ends a payment for which no money has come. Throws 409, and `OpenAtProvider` unless the provider has `ended` its page. */
export async function cancelPayment(
  tx: Queries,
  settlement: Settlement,
  id: string,
  ended: Ended,
): Promise<Payment> {
  const payment = await lockPayment(tx, id);
  const now = await readClock(tx);
  // The provider has just ended its debit, and its credits were taken back.
  const isStopped = payment?.state === "failed" && payment.failure === "canceled";
  if (isStopped) return endNow(tx, payment, now);
  if (!payment || !isOpen(payment) || payment.receivedMinor > 0 || payment.paperId !== null)
    throw conflict(`The payment is ${payment?.state}. Nothing was changed.`);
  if (payment.kind === "renewal" || payment.kind === "overage")
    throw conflict("End the renewals of the plan instead. Nothing was changed.");
  requireEnded(settlement, payment, ended);
  return endNow(tx, payment, now);
}

async function endNow(tx: Queries, payment: Payment, now: number): Promise<Payment> {
  const cancelled = changed(payment, now, {
    state: "cancelled",
    nextAt: never,
    failure: "cancelled",
    checkoutUrl: null,
  });
  await writePayment(tx, cancelled);
  return cancelled;
}
