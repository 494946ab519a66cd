import { never } from "../../../base/clock.ts";
import { hourMs } from "../../../base/durations.ts";
import { formatMoney } from "../../../base/format/money.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { changed, type Payment } from "../rows/payment.ts";
import { lockPayment, writePayment } from "../rows/payment-rows.ts";
import { endRefund, type Refund } from "../rows/refund-rows.ts";
import { delayTopUp, lockTopUp } from "../rows/top-up-rows.ts";

/** How the problem of a payment begins whose request the provider has refused. */
export const refusedPrefix = "The payment provider refuses the request";

/** Words of the problem of a payment whose refund the provider has refused after it was to be repeated. */
export const refundRefused = "The payment provider refuses to return";

/** Ends a refund that was refused. `isAnswered`: its caller receives the refusal; otherwise it becomes the problem of the payment. */
export async function endRefused(
  { database }: Pick<Context, "database">,
  { id: paymentId, currency }: Payment,
  { id, minor }: Pick<Refund, "id" | "minor">,
  code: string,
  isAnswered: boolean,
): Promise<void> {
  await database.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    const isEnded = await endRefund(tx, id, "failed");
    if (!payment || !isEnded || isAnswered) return;
    const text = `${refundRefused} ${formatMoney(minor, currency)}: ${code}. Nothing was returned. Refund it again, or by transfer.`;
    const problem = payment.problem === null ? text : `${payment.problem} ${text}`;
    await writePayment(tx, changed(payment, await readClock(tx), { problem }));
  });
}

/** How often a request that was refused, and not its card, is made again. */
const refusedMs = hourMs;

/**
 * Notes that a request of a payment was refused for a reason that only an operator can change. No decline is reported: a
 * period is requested again, and all else waits until the problem is resolved.
 */
export async function noteRefusal(
  { database, log }: Pick<Context, "database" | "log">,
  read: Payment,
  code: string,
): Promise<void> {
  log.error("the payment provider refuses a request; see the payment's problem", { payment: read.id, code });
  await database.transaction(
    async (tx) => {
      if (read.kind === "automatic") await lockTopUp(tx, read.subscriptionId);
      const payment = await lockPayment(tx, read.id);
      if (!payment || payment.updatedAt !== read.updatedAt) return;
      const now = await readClock(tx);
      const isAgain = payment.kind === "renewal" || payment.kind === "overage";
      const problem = `${refusedPrefix}: ${code}. Nothing was charged.`;
      if (payment.isCharged === 0) return refusePage(tx, payment, problem, now);
      await writePayment(
        tx,
        changed(payment, now, {
          problem,
          state: isAgain ? "requested" : "failed",
          failure: isAgain ? payment.failure : "provider_refused",
          // It had no effect: it is the same attempt.
          attempts: payment.attempts - 1,
          nextAt: isAgain ? now + refusedMs : never,
          cardCustomer: null,
          cardMethod: null,
        }),
      );
      if (payment.kind === "automatic") await delayTopUp(tx, payment.subscriptionId, now + refusedMs);
    },
    { repeatable: true },
  );
}

/** The customer has no page to pay on. A period waits for its next time, as after a page that was left. */
async function refusePage(tx: Queries, payment: Payment, refused: string, now: number): Promise<void> {
  const problem = `${refused} The customer saw no page, and can pay once this is resolved.`;
  const isOfPeriod = payment.kind === "renewal" || payment.kind === "overage";
  const ended = { state: "failed", failure: "provider_refused", nextAt: never } as const;
  await writePayment(tx, changed(payment, now, { problem, ...(!isOfPeriod && ended) }));
}

/**
 * A payment whose problem an operator has resolved. What the provider refused of a saved card is requested again, now; a
 * page is opened by its customer. A top-up is not, if another one is open. It is locked, and its top-up before it.
 */
export async function resolved(tx: Queries, payment: Payment): Promise<Payment> {
  const { state, attempts, failure, isCharged, problem, kind } = payment;
  const now = await readClock(tx);
  if (state === "failed" && failure === "provider_refused") {
    const isOther = kind === "automatic" && (await hasOpenTopUp(tx, payment));
    const again = { state: "requested", failure: null, nextAt: now } as const;
    return changed(payment, now, { problem: null, ...(isCharged === 1 && !isOther && again) });
  }
  if (state === "requested" && problem?.startsWith(refusedPrefix))
    return changed(payment, now, { problem: null, nextAt: now });
  // What could not be invoiced is requested again.
  const isAgain = state === "failed" && attempts === 0;
  return { ...payment, problem: null, state: isAgain ? "cancelled" : state };
}

/** Whether an automatic top-up of a subscription is open: there is one at a time. */
export async function hasOpenTopUp(
  tx: Queries,
  { subscriptionId }: Pick<Payment, "subscriptionId">,
): Promise<boolean> {
  const found = await tx.get(sql`
    select 1 as found from payment
    where subscription_id = ${subscriptionId} and kind = 'automatic' and state in ('requested', 'pending')`);
  return found !== undefined;
}
