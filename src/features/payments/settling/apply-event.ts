import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import type { PaymentProvider, ProviderEvent } from "../providers/provider.ts";
import type { Payment } from "../rows/payment.ts";
import { findPayment, selectPayments } from "../rows/payment-rows.ts";
import { recordUnmatched } from "./settle-payment.ts";
import type { Settlement } from "./settlement.ts";

/**
 * Applies what an event hints at: the state of its payment is fetched, and the event is noted with what follows from it
 * in one transaction. An event that was noted changes nothing. Throws `ProviderFailed`: the provider sends it again.
 */
export async function applyEvent(
  { database, log }: Context,
  settlement: Settlement,
  cards: PaymentProvider,
  event: ProviderEvent,
): Promise<void> {
  const known = await database.get(sql`
    select 1 as found from payment_event where provider = 'stripe' and event_id = ${event.id}`);
  if (known) return;
  const { ref } = event;
  if (ref === null) return void (await database.transaction((tx) => note(tx, event, null)));
  const apply = (payment: Payment) =>
    settlement.settle(payment, () => cards.find(ref), { ref, also: (tx) => note(tx, event, payment.id) });
  // Read before its state is fetched: a state that was fetched before the row was read could be older than the row.
  const [named] = await selectPayments(database, sql`where provider = 'stripe' and provider_ref = ${ref}`);
  if (named) return void (await apply(named));
  const seen = await cards.find(ref);
  const payment = seen.paymentId === undefined ? undefined : await findPayment(database, seen.paymentId);
  if (payment) return void (await apply(payment));
  // Not of this service, or of a payment that a restored database has lost.
  await database.transaction(
    async (tx) => {
      if (!(await note(tx, event, null)) || seen.paymentId === undefined || seen.state !== "paid") return;
      await recordUnmatched(tx, seen, seen.paymentId, await readClock(tx));
      log.warn("a payment was received that is not here", { ref: seen.ref });
    },
    { repeatable: true },
  );
}

/** Notes an event; false if it was noted before. */
async function note(tx: Queries, { id, type }: ProviderEvent, paymentId: string | null): Promise<boolean> {
  const written = await tx.run(sql`
    insert into payment_event (provider, event_id, type, payment_id, at)
    values ('stripe', ${id}, ${type}, ${paymentId}, ${await readClock(tx)})
    on conflict (provider, event_id) do nothing`);
  return written > 0;
}
