import { minuteMs } from "../../../base/durations.ts";
import { formatMoney } from "../../../base/format/money.ts";
import { errorFields } from "../../../base/log.ts";
import type { Context } from "../../../calls/context.ts";
import { databaseClock } from "../../../database/clock.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { ApiError } from "../../../http/errors.ts";
import { Declined, type ProviderPayment } from "../providers/provider.ts";
import { isPaid, type Payment } from "../rows/payment.ts";
import { findPayment } from "../rows/payment-rows.ts";
import { endRefund, findRefund, insertRefund, type Refund, sumRefunds } from "../rows/refund-rows.ts";
import { refundKey } from "../rows/request-keys.ts";
import { nameRefund, recorded } from "./refund-transfer.ts";
import { endRefused } from "./refuse-request.ts";
import { reconcileMs } from "./settle-payment.ts";
import type { Settlement } from "./settlement.ts";

/** What can be returned of a payment: refunds that the provider has not made yet count. */
export async function refundable(db: Queries, payment: Payment): Promise<number> {
  const minor = await sumRefunds(db, payment.id, "requested");
  const { receivedMinor, refundedMinor, dispute } = payment;
  if (!isPaid(payment) || dispute === "open" || dispute === "lost") return 0;
  return Math.max(0, receivedMinor - refundedMinor - minor);
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
    throw new ApiError(
      "conflict",
      `The payment is ${state}: nothing of it can be returned. Nothing was changed.`,
    );
  if (refund.minor > most)
    throw new ApiError(
      "conflict",
      `At most ${formatMoney(most, currency)} can be returned. Nothing was changed.`,
    );
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
    throw new ApiError("conflict", `The payment provider refuses it: ${error.code}. Nothing was returned.`);
  }
  return settlement.settle(payment, () => cards.find(ref), { ref, reason: refund.reason, also });
}

/** What an operator has recorded of a payment by transfer. */
export const transferred = (
  { id, minor, currency, receivedMinor, refundedMinor, reference }: Payment,
  more: { readonly received?: number; readonly returned?: number },
): ProviderPayment => {
  const received = receivedMinor + (more.received ?? 0);
  return {
    ref: reference,
    paymentId: id,
    state: received >= minor ? "paid" : "pending",
    isDebiting: false,
    currency,
    receivedMinor: received,
    refundedMinor: refundedMinor + (more.returned ?? 0),
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
  return settlement.settle(
    payment,
    async () => {
      read = (await findPayment(settlement.database, read.id)) ?? read;
      return read.provider === "manual" ? transferred(read, { returned: minor }) : recorded(read, minor);
    },
    {
      ref: payment.providerRef ?? payment.reference,
      reason,
      also,
      // Those of before named nothing.
      afterwards: (tx, before, after) =>
        account === null ? Promise.resolve() : nameRefund(tx, id, before, after),
      isRecorded: true,
    },
  );
}

/** Few: the look waits for them. */
const refundsMax = 4;

/** Makes the refunds that a process began and did not finish. */
export async function finishRefunds({ database, log }: Context, settlement: Settlement): Promise<void> {
  const begun = await database.all<Pick<Refund, "id" | "paymentId">>(sql`
    select id, payment_id as "paymentId" from payment_refund
    where state = 'requested' and next_at <= ${databaseClock(database)} order by next_at limit ${refundsMax}`);
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
