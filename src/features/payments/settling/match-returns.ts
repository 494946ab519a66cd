import { errorFields } from "../../../base/log.ts";
import type { Context } from "../../../calls/context.ts";
import { sql } from "../../../database/sql.ts";
import { findPayment } from "../rows/payment-rows.ts";
import { endReturn } from "../rows/return-rows.ts";
import type { Settlement } from "./settlement.ts";

/** At a time, so that a provider that does not answer delays little else. */
const most = 4;

/** Applies refunds and disputes that came before their payments were here. */
export async function matchReturns({ database, log }: Context, settlement: Settlement): Promise<void> {
  const { cards } = settlement;
  if (!cards) return;
  const found = await database.all<{ ref: string; paymentId: string }>(sql`
    select r.provider_ref as ref, p.id as "paymentId" from payment_return r
      join payment p on p.provider = r.provider and p.provider_ref = r.provider_ref
    where r.state = 'unmatched'
    union
    select r.provider_ref, p.id from payment_return r join payment p on p.id = r.named
    where r.state = 'unmatched' and p.paid_at is null and p.next_at >= 0
    limit ${most}`);
  for (const { ref, paymentId } of found) {
    const payment = await findPayment(database, paymentId);
    if (!payment) continue;
    await settlement
      .settle(payment, () => cards.find(ref), {
        ref,
        also: async (tx) => {
          await endReturn(tx, ref, "matched");
          return true;
        },
      })
      .catch((error: unknown) =>
        log.warn("cannot match a refund or dispute with its payment; it will be retried", {
          payment: paymentId,
          ...errorFields(error),
        }),
      );
  }
}
