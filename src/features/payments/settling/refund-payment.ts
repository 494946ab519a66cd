import { minuteMs } from "../../../base/durations.ts";
import { formatMoney } from "../../../base/format/money.ts";
import { errorFields } from "../../../base/log.ts";
import type { Context } from "../../../calls/context.ts";
import { databaseClock } from "../../../database/clock.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { conflict } from "../../../http/errors.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { Declined, type ProviderPayment } from "../providers/provider.ts";
import { changed, isPaid, type Payment } from "../rows/payment.ts";
import { findPayment, writePayment } from "../rows/payment-rows.ts";
import {
  endRefund,
  findRefund,
  insertRefund,
  type Refund,
  refunds,
  sumRefunds,
} from "../rows/refund-rows.ts";
import { refundKey } from "../rows/request-keys.ts";
import { nameRefund, recorded } from "./refund-transfer.ts";
import { endRefused } from "./refuse-request.ts";
import { reconcileMs, surplusProblem } from "./settle-payment.ts";
import type { Settlement } from "./settlement.ts";

/** What can be returned of a payment: refunds that the provider has not made yet count. */
export async function refundable(db: Queries, payment: Payment): Promise<number> {
  const { id, receivedMinor, refundedMinor, dispute } = payment;
  if (!isPaid(payment) || dispute === "open" || dispute === "lost") return 0;
  const requested = await sumRefunds(db, id, "requested");
  const done = await sumRefunds(db, id, "done");
  // What came beyond the sum of the payment is in its refunds alone.
  return Math.max(0, receivedMinor - Math.max(refundedMinor, done) - requested);
}

/** What has arrived by transfer beyond the sum of a payment: neither credits nor an invoice are for it. */
const surplusOf = ({ provider, receivedMinor, minor }: Payment): number =>
  provider === "manual" ? Math.max(0, receivedMinor - minor) : 0;

/** What is refunded of a payment once so much was returned in all: what was too much goes back first. */
export const refundedBy = (payment: Payment, returnedMinor: number): number =>
  Math.max(payment.refundedMinor, Math.min(payment.minor, returnedMinor - surplusOf(payment)));

/** What will have been returned of a payment with refunds that are not made yet, and `more`. */
export async function returnedWith(db: Queries, payment: Payment, more: number): Promise<number> {
  const { id, refundedMinor } = payment;
  if (surplusOf(payment) === 0) return refundedMinor + more;
  return (await sumRefunds(db, id, "requested")) + (await sumRefunds(db, id, "done")) + more;
}

/** Writes a refund before the provider receives it. The payment must be locked. Throws 409. */
export async function requestRefund(
  tx: Queries,
  payment: Payment,
  refund: Omit<Refund, "requestKey">,
  now: number,
): Promise<void> {
  const most = await refundable(tx, payment);
  const { currency, state } = payment;
  if (most === 0)
    throw conflict(`The payment is ${state}: nothing of it can be returned. Nothing was changed.`);
  if (refund.minor > most)
    throw conflict(`At most ${formatMoney(most, currency)} can be returned. Nothing was changed.`);
  const requestKey = await refundKey(tx, payment);
  await insertRefund(tx, { ...refund, requestKey, nextAt: now + minuteMs, createdAt: now });
}

/**
 * Has the provider return the money, and applies it. Repeating it has one effect. Throws `ProviderFailed`, and 409
 * if the provider refuses it. */
export async function makeRefund(
  settlement: Settlement,
  payment: Payment,
  { id }: Pick<Refund, "id">,
  isRepeated = false,
): Promise<Payment> {
  const refund = (await findRefund(settlement.database, id))!;
  const { cards } = settlement;
  const also = (tx: Queries) => endRefund(tx, refund.id, "done");
  if (payment.provider === "manual" || refund.account !== null)
    return recordRefund(settlement, payment, refund, also);
  if (!cards || payment.providerRef === null) throw new Error(`payment ${payment.id} has no provider`);
  const ref = payment.providerRef;
  try {
    const key = refund.requestKey ?? refund.id;
    const wanted = { id: refund.id, minor: refund.minor, currency: payment.currency, key };
    await cards.refund(ref, wanted, isRepeated);
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    await endRefused(settlement, payment, refund, error.code, !isRepeated);
    if (isRepeated) return payment;
    throw conflict(`The payment provider refuses it: ${error.code}. Nothing was returned.`);
  }
  return settlement.settle(payment, () => cards.find(ref), { ref, reason: refund.reason, also });
}

/** What an operator has recorded of a payment by transfer. */
export const transferred = (
  { id, minor, currency, receivedMinor, refundedMinor, reference }: Payment,
  more: { readonly received?: number; readonly refunded?: number },
): ProviderPayment => {
  const received = receivedMinor + (more.received ?? 0);
  return {
    ref: reference,
    paymentId: id,
    state: received >= minor ? "paid" : "pending",
    isDebiting: false,
    currency,
    receivedMinor: received,
    refundedMinor: more.refunded ?? refundedMinor,
    dispute: null,
    disputedMinor: 0,
    method: "Transfer",
    saved: null,
    failure: null,
  };
};

/** Applies a refund that an operator sends: its credits are removed and its credit note issued before the transfer. */
async function recordRefund(
  settlement: Settlement,
  payment: Payment,
  { id, minor, reason, account }: Refund,
  also: (tx: Queries) => Promise<boolean>,
): Promise<Payment> {
  let read = payment;
  const { database } = settlement;
  const settled = await settlement.settle(
    payment,
    async () => {
      read = (await findPayment(database, read.id)) ?? read;
      if (read.provider !== "manual") return recorded(read, minor);
      // This one is among those that are not made yet.
      const returned = await returnedWith(database, read, surplusOf(read) === 0 ? minor : 0);
      return transferred(read, { refunded: refundedBy(read, returned) });
    },
    {
      ref: payment.providerRef ?? payment.reference,
      reason,
      also,
      afterwards: async (tx, before, after) => {
        // Those of before named nothing.
        if (account !== null) await nameRefund(tx, id, before, after);
        await endSurplus(tx, after);
      },
      isRecorded: true,
    },
  );
  return (await findPayment(database, payment.id)) ?? settled;
}

/** Ends the problem of a payment for which too much came, once that went back. */
async function endSurplus(tx: Queries, payment: Payment): Promise<void> {
  if (payment.problem === null || payment.problem !== surplusProblem(payment)) return;
  if ((await sumRefunds(tx, payment.id, "done")) < surplusOf(payment)) return;
  await writePayment(tx, changed(payment, await readClock(tx), { problem: null }));
}

/** Few: the look waits for them. */
const refundsMax = 4;

/** Makes the refunds that a process began and did not finish. */
export async function finishRefunds({ database, log }: Context, settlement: Settlement): Promise<void> {
  const begun = await refunds.select(
    database,
    sql`where state = 'requested' and next_at <= ${databaseClock(database)} order by next_at limit ${refundsMax}`,
  );
  for (const refund of begun) {
    const payment = await findPayment(database, refund.paymentId);
    if (!payment) continue;
    // Noted before, so that one that fails does not delay others.
    await database.run(sql`
      update payment_refund set next_at = ${databaseClock(database)} + ${reconcileMs} where id = ${refund.id}`);
    await makeRefund(settlement, payment, refund, true).catch((error: unknown) =>
      log.warn("cannot finish a refund; it will be retried", { payment: payment.id, ...errorFields(error) }),
    );
  }
}
