import { never } from "../../../base/clock.ts";
import { errorFields } from "../../../base/log.ts";
import type { Context } from "../../../calls/context.ts";
import { sql } from "../../../database/sql.ts";
import type { ProviderPayment } from "../providers/provider.ts";
import type { Payment } from "../rows/payment.ts";
import { broughtBack, findPayment, selectPayments } from "../rows/payment-rows.ts";
import { sumRefunds } from "../rows/refund-rows.ts";
import { refundedBy, transferred } from "./refund-payment.ts";
import type { Settlement } from "./settlement.ts";

/** At a time, so that a provider that does not answer delays little else. */
const most = { settled: 100, failed: 4 } as const;

const missing = "Its money had arrived before a restore, and its provider does not report it.";

/**
 * Settles the payments that a restore brought back, in the order in which they were made: of those paid, what they pay
 * for is granted again, and reversals are applied. A renewal waits until its period is entered.
 */
export async function settleRestored(
  { database, log }: Context,
  settlement: Settlement,
  open: () => boolean,
): Promise<void> {
  const restored = await selectPayments(
    database,
    sql`where ${sql`next_at < ${never}`} and next_at = ${broughtBack} and not (kind = 'renewal' and exists (
      select 1 from billing_plan b
      where b.subscription_id = y.subscription_id and b.state = 'active' and b.next_number <= y.period))
    order by created_at, id limit ${most.settled}`,
  );
  let failed = 0;
  for (const payment of restored) {
    if (!open() || failed === most.failed) return;
    await settleAgain(settlement, payment).catch((error: unknown) => {
      failed += 1;
      log.warn("cannot settle a payment after a restore; it will be retried", {
        payment: payment.id,
        ...errorFields(error),
      });
    });
  }
}

async function settleAgain(settlement: Settlement, payment: Payment): Promise<void> {
  const { database } = settlement;
  const ref = payment.providerRef ?? payment.reference;
  const { paidAt } = await settlement.settle(payment, () => see(settlement, payment), { ref, isOwn: true });
  const problem = paidAt === null ? sql`${missing}` : sql`problem`;
  await database.run(sql`
    update payment set next_at = ${never}, problem = ${problem} where id = ${payment.id} and next_at = ${broughtBack}`);
}

async function see(settlement: Settlement, { id, provider, providerRef }: Payment): Promise<ProviderPayment> {
  if (provider === "stripe")
    // The card may have been removed since.
    return { ...(await settlement.requireCards().find(providerRef!)), saved: null };
  const payment = (await findPayment(settlement.database, id))!;
  const returned = await sumRefunds(settlement.database, id, "done");
  return transferred(payment, { refunded: refundedBy(payment, returned) });
}
