import type { Kind } from "../../../../test/database/databases.ts";
import type { Got } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { opened } from "../../../running/opened.ts";
import {
  type BilledService,
  type Customer,
  growth,
  rowsOf,
  startBilled,
} from "../../billing/test/billed-service.ts";
import { enterBuyer, enterSeller } from "../../papers/test/issued.ts";
import { Payments } from "../payments.ts";
import { StripeStub, signedEvent } from "./stripe-stub.ts";

export const small = { id: "small", credits: 5000, price_minor: 5000, months: 12 } as const;
export const large = { id: "large", credits: 25_000, price_minor: 20_000, months: 12 } as const;

/** A plan with packages, and credits beyond its own. */
export const sold = {
  ...growth,
  packages: [small, large],
  overage_minor: 800,
  overage_per: 1000,
  overage_cap_max: 50_000,
} as const;

/** A service that takes payments, with a stub of the provider of cards. */
export interface PaidService extends BilledService {
  readonly stripe: StripeStub;
  /** Does what is due of payments, now. */
  look(): Promise<void>;
  /** Sends an event of a session or an intent, as the provider does. */
  hear(id: string, type: string, object: object): Promise<Got>;
  /** A new customer without billing details. */
  stranger(): Promise<Customer>;
  /** A customer who has paid for the plan by card, which is saved. */
  subscriber(id: string): Promise<Customer>;
}

export async function startPaid(kind: Kind, settings: Record<string, string> = {}): Promise<PaidService> {
  const stripe = new StripeStub();
  const billed = await startBilled(kind, { ...stripe.settings, ...settings });
  await enterSeller(billed.db);
  stripe.clock = () => billed.app.clock();
  const look = () => opened(billed.app, Payments).look();
  const hear = (id: string, type: string, object: object) =>
    billed.ask("POST", "/payments/stripe/events", signedEvent(id, type, object, billed.app.clock()));
  /** Whose billing details are known. */
  const customer = async () => {
    const made = await billed.customer();
    await enterBuyer(billed.db, made.account.userId);
    return made;
  };
  return {
    ...billed,
    customer,
    stranger: billed.customer,
    stripe,
    look,
    hear,
    async at(now) {
      await billed.at(now);
      await look();
      // What was paid for a day ahead is entered.
      await billed.at(now);
    },
    async subscriber(id) {
      const subscriber = await customer();
      await subscriber.ask("POST", `/subscriptions/${id}`, { scope: "/products/growth" });
      await look();
      const paid = await buy(subscriber, { subscription_id: id, kind: "renewal", period: 0, minor: 11_979 });
      stripe.pay(stripe.sessionOf(paid.id).id);
      await hear(`evt_${id}`, "checkout.session.completed", sessionObject(stripe, paid.id));
      return subscriber;
    },
    async end() {
      await billed.end();
      await stripe.stop();
    },
  };
}

export const sessionObject = (stripe: StripeStub, paymentId: string) => ({
  object: "checkout.session",
  id: stripe.sessionOf(paymentId).id,
  payment_intent: stripe.sessionOf(paymentId).intent?.id ?? null,
});

export interface Paid {
  readonly id: string;
  readonly state: string;
  readonly checkout_url: string | null;
  readonly [member: string]: unknown;
}

/** Buys by card unless another method is given. */
export async function buy(customer: Customer, request: object): Promise<Paid> {
  const { status, body } = await customer.ask("POST", "/payments", {
    currency: "EUR",
    method: "card",
    ...request,
  });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as Paid;
}

/** The purchases of a subscription in its ledger, and what is left of them. */
export const purchasesOf = ({ db }: PaidService, id: string) =>
  rowsOf(
    db,
    sql`select source, amount, spent, removed, state from credit_grant
      where subscription_id = ${id} and source = 'purchase' order by created_at, id`,
  );

/** The stored payments of a subscription in short, in the order in which they were made. */
export const paymentsOf = ({ db }: PaidService, id: string) =>
  rowsOf(
    db,
    sql`select kind, period, state, minor, received_minor, refunded_minor, removed, owed, set_aside, problem
      from payment where subscription_id = ${id} order by created_at, id`,
  );

export const papersOf = ({ db }: PaidService, id: string) =>
  rowsOf(
    db,
    sql`select kind, number, gross_minor as gross, month from paper where subscription_id = ${id} order by number`,
  );
