import { never } from "../../../base/clock.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import { lockSubscription } from "../../../management/subscriptions/subscription-resource.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { lockPlan } from "../../billing/rows/plan-rows.ts";
import { changed, isOpen, isPaid, type Payment } from "../rows/payment.ts";
import { findPayment, lockPayment, selectPayments, writePayment } from "../rows/payment-rows.ts";
import { periodOf } from "./attempts.ts";
import { type Ended, requireEnded } from "./end-at-provider.ts";
import { transferred } from "./refund-payment.ts";
import type { Settlement } from "./settlement.ts";

/**
 * Records money of a payment that has arrived by transfer. `receivedOf` returns the sum, or throws. What is paid for
 * begins when all of it has arrived. What a period or its use makes due can be paid by transfer although it was to be
 * paid by card, unless the card is being charged. Throws 404, 409, and `OpenAtProvider` unless the provider has `ended` its
 * page.
 */
export async function receiveTransfer(
  tx: Queries,
  settlement: Settlement,
  id: string,
  receivedOf: (payment: Payment) => number,
  ended?: Ended,
): Promise<Payment> {
  const read = await findPayment(tx, id);
  if (!read) throw notFound(`Payment ${id} not found.`);
  await lockSubscription(tx, read.subscriptionId);
  await lockPlan(tx, read.subscriptionId);
  const payment = (await lockPayment(tx, id))!;
  if (isPaid(payment)) throw conflict(`The payment is ${payment.state} already. Nothing was changed.`);
  const received = receivedOf(payment);
  if (payment.provider !== "manual") await takeFromCard(tx, settlement, payment, ended);
  else requireWhole(payment, received);
  return settlement.settleIn(tx, id, (known) => transferred(known, { received }));
}

/** 409 for a part of what is not due any more: no later part is expected, and it would be noted nowhere. */
function requireWhole(payment: Payment, received: number): void {
  if (isOpen(payment) || payment.receivedMinor + received >= payment.minor) return;
  throw conflict(
    `The payment is ${payment.state}, and takes no part of what was due. Record the transfer without a payment, and return it. Nothing was changed.`,
  );
}

/** Has a locked payment be paid by transfer, so that no card is charged for it any more. */
async function takeFromCard(
  tx: Queries,
  settlement: Settlement,
  payment: Payment,
  ended: Ended,
): Promise<void> {
  const { kind, state, problem } = payment;
  const isDue = kind === "overage" || (kind === "renewal" && (await periodOf(tx, payment))?.state === "due");
  if (!isDue || problem !== null || !(isOpen(payment) || state === "failed"))
    throw conflict("The payment is made by card: its provider reports it. Nothing was changed.");
  requireEnded(settlement, payment, ended);
  if (!isOpen(payment) && (await findOpen(tx, payment)))
    throw conflict("Another payment of the same period is open. Nothing was changed.");
  await writePayment(
    tx,
    changed(payment, await readClock(tx), {
      provider: "manual",
      providerRef: payment.reference,
      checkoutUrl: null,
      isCharged: 0,
      state: "pending",
      failure: null,
      nextAt: never,
      // A later charge is another attempt for its provider.
      attempts: payment.attempts + 1,
    }),
  );
}

/** The open payment of a period, of which one can exist. */
export async function findOpen(
  db: Queries,
  { subscriptionId, kind, period }: Pick<Payment, "subscriptionId" | "kind" | "period">,
): Promise<Payment | undefined> {
  const [found] = await selectPayments(
    db,
    sql`where subscription_id = ${subscriptionId} and kind = ${kind} and period = ${period}
      and state in ('requested', 'pending')`,
  );
  return found;
}
