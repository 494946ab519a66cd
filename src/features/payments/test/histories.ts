import { sql } from "../../../database/sql.ts";
import type { Customer } from "../../billing/test/billed-service.ts";
import { buy, type Paid, type PaidService } from "./paid-service.ts";

/** What happens to a payment at its provider, in order. */
export type Step = number | "dispute" | "won" | "lost";

/** An event that the provider sends after a step. */
export interface Sent {
  readonly id: string;
  readonly type: string;
  readonly object: object;
}

/** A package that is bought by card, and paid at the provider: no event of it has arrived. */
export async function paidPackage(
  { stripe }: PaidService,
  customer: Customer,
  subscriptionId: string,
): Promise<{ readonly payment: Paid; readonly intent: string; readonly sent: Sent }> {
  const payment = await buy(customer, {
    subscription_id: subscriptionId,
    kind: "package",
    package_id: "small",
    minor: 6050,
  });
  const session = stripe.sessionOf(payment.id);
  const intent = stripe.pay(session.id).id;
  const object = { object: "checkout.session", id: session.id, payment_intent: intent };
  return { payment, intent, sent: { id: `evt_${payment.id}`, type: "checkout.session.completed", object } };
}

const charge = (intent: string) => ({ object: "charge", id: "ch_1", payment_intent: intent });

/** Does a step at the provider. A number is a refund. */
export function take({ stripe }: PaidService, intent: string, step: Step, number: number): Sent {
  const id = `evt_${intent}_${number}`;
  if (typeof step === "number") {
    stripe.refund(intent, step);
    return { id, type: "charge.refunded", object: charge(intent) };
  }
  stripe.dispute(intent, step === "dispute" ? "needs_response" : step);
  const object = { object: "dispute", id: "dp_1", payment_intent: intent };
  return { id, type: step === "dispute" ? "charge.dispute.created" : "charge.dispute.closed", object };
}

/** All orders of a list. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) =>
    permutations(items.filter((_, other) => other !== at)).map((rest) => [item, ...rest]),
  );
}

/** All that a payment has made, as it is stored. */
export async function outcomeOf({ db }: PaidService, paymentId: string): Promise<object> {
  const row = await db.get<object>(sql`
    select p.state, p.refunded_minor, p.dispute, p.removed, p.owed, p.set_aside, p.credited_minor, p.problem,
      (select count(*) from credit_grant g where g.id = p.grant_id) as grants,
      (select g.removed from credit_grant g where g.id = p.grant_id) as grant_removed,
      (select count(*) from credit_ledger l where l.grant_id = p.grant_id and l.kind = 'purchase') as entries,
      (select count(*) from paper i where i.payment_id = p.id and i.kind = 'invoice') as invoices,
      (select coalesce(sum(i.gross_minor), 0) from paper i where i.payment_id = p.id and i.kind = 'credit_note') as credited,
      (select count(*) from outbox_event e where e.type = 'payment.paid' and e.data like '%' || p.id || '%') as paid
    from payment p where p.id = ${paymentId}`);
  return { ...row };
}

/** A payment that nothing was returned of. */
export const kept = {
  state: "paid",
  refunded_minor: 0,
  dispute: null,
  removed: 0,
  owed: 0,
  set_aside: 0,
  credited_minor: 0,
  problem: null,
  grants: 1,
  grant_removed: 0,
  entries: 1,
  invoices: 1,
  credited: 0,
  paid: 1,
} as const;

/** Uses credits of a subscription, as applied calls do. */
export const spend = async ({ db }: PaidService, subscriptionId: string, credits: number): Promise<void> => {
  await db.run(sql`
    update credit_balance set remaining = remaining - ${credits}, used = used + ${credits}
    where subscription_id = ${subscriptionId}`);
};
