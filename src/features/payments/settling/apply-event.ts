import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { integer, orNull, text } from "../../../entities/stored.ts";
import { Table } from "../../../entities/table.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import {
  NotThere,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderPayment,
} from "../providers/provider.ts";
import type { Payment } from "../rows/payment.ts";
import { findPayment, selectPayments } from "../rows/payment-rows.ts";
import { keepReturn } from "../rows/return-rows.ts";
import { recordUnmatched } from "./settle-payment.ts";
import type { Settlement } from "./settlement.ts";

/** What became of an event. `unknown`: it is of nothing that this service has made. */
export type EventOutcome = "applied" | "known" | "unknown" | "unmatched";

/** Whether an event is of the mode of the provider's key: a test key reads nothing of real money, and the reverse. */
export const isOfMode = (cards: PaymentProvider, { isLive }: ProviderEvent): boolean =>
  cards.isLive === undefined || cards.isLive === isLive;

/**
 * Applies what an event hints at: the state of its payment is fetched, and the event is noted with what follows from it
 * in one transaction. An event that was noted changes nothing. Throws `ProviderFailed`: the provider sends it again.
 */
export async function applyEvent(
  { database, log }: Context,
  settlement: Settlement,
  cards: PaymentProvider,
  event: ProviderEvent,
): Promise<EventOutcome> {
  const known = await database.get(sql`
    select 1 as found from payment_event where provider = 'stripe' and event_id = ${event.id}`);
  if (known) return "known";
  const { ref } = event;
  const noteUnknown = async (): Promise<EventOutcome> => {
    await database.transaction((tx) => note(tx, event, null), { repeatable: true });
    return "unknown";
  };
  if (ref === null || !isOfMode(cards, event)) return noteUnknown();
  const apply = async (payment: Payment): Promise<EventOutcome> => {
    const also = (tx: Queries) => note(tx, event, payment.id);
    await settlement.settle(payment, () => cards.find(ref), { ref, also, isOfRefund: isOfRefund(event) });
    return "applied";
  };
  // Read before its state is fetched: a state that was fetched before the row was read could be older than the row.
  const [named] = await selectPayments(database, sql`where provider = 'stripe' and provider_ref = ${ref}`);
  if (named) return apply(named);
  const seen = await findThere(cards, ref);
  if (seen?.paymentId === undefined) return noteUnknown();
  const { paymentId } = seen;
  const payment = await findPayment(database, paymentId);
  if (payment) return apply(payment);
  // It is of a payment that a restored database has lost.
  await database.transaction(
    async (tx) => {
      if (!(await note(tx, event, null)) || seen.state !== "paid") return;
      const now = await readClock(tx);
      await recordUnmatched(tx, seen, paymentId, now);
      await keepReturn(tx, seen, paymentId, now);
      log.warn("a payment was received that is not here", { ref: seen.ref });
    },
    { repeatable: true },
  );
  return "unmatched";
}

const isOfRefund = ({ type }: ProviderEvent): boolean => type.includes("refund");

/** Undefined for what the provider does not have under its key: its signature is right, so it is of other business. */
async function findThere(cards: PaymentProvider, ref: string): Promise<ProviderPayment | undefined> {
  try {
    return await cards.find(ref);
  } catch (error) {
    if (error instanceof NotThere) return undefined;
    throw error;
  }
}

const events = new Table({
  name: "payment_event",
  as: "e",
  key: ["provider", "eventId"],
  members: { provider: text, eventId: text, type: text, paymentId: orNull(text), at: integer },
});

/** Notes an event; false if it was noted before. */
async function note(tx: Queries, { id, type }: ProviderEvent, paymentId: string | null): Promise<boolean> {
  const noted = { provider: "stripe", eventId: id, type, paymentId, at: await readClock(tx) };
  return (await events.add(tx, [noted])) > 0;
}
