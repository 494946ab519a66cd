import type { Kind } from "../../../../test/database/databases.ts";
import { hourMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { type Customer, day, rowsOf } from "../../billing/test/billed-service.ts";
import { saveMethod } from "../rows/method-rows.ts";
import { buy, type PaidService, sold, startPaid } from "./paid-service.ts";

export const toRenewal = 30 * 24 * hourMs;
export const small = { kind: "package", package_id: "small", minor: 6050, method: "saved" } as const;

const paid = (of: object) => ({ state: "paid", attempts: 1, failure: null, problem: null, ...of });
/** Payments of a customer, as `stored` returns them. The first one was paid on a page, after a reminder. */
export const first = paid({ kind: "renewal", period: 0, attempts: 2, received: 11_979 });
export const second = paid({ kind: "renewal", period: 1, received: 11_979 });
export const bought = paid({ kind: "package", period: null, received: 6050 });

/** What the fake provider does with requests. */
export type Fault = "isLost" | "isBroken" | "isDead";

/** A service that charges cards, and its last customer. */
export class Charged {
  readonly service: PaidService;
  customer!: Customer;
  /** The customer's subscription. */
  id = "";
  #count = 0;

  constructor(service: PaidService) {
    this.service = service;
  }

  /** A customer with a plan of €119.79 that is paid for its first period. */
  async begin(): Promise<void> {
    this.id = `s${++this.#count}`;
    this.customer = await this.service.subscriber(this.id);
  }

  pass(ms: number): Promise<void> {
    return this.service.at(this.service.app.clock() + ms);
  }

  /** Until an attempt is repeated. */
  soon(): Promise<void> {
    return this.pass(11 * 60_000);
  }

  /** Charges of the subscription that succeeded, by the fake provider. */
  taken(): number[] {
    return [...this.service.stripe.intents.values()]
      .filter(({ metadata, status }) => metadata.subscription_id === this.id && status === "succeeded")
      .map(({ amount_received }) => amount_received);
  }

  stored(): Promise<object[]> {
    return rowsOf(
      this.service.db,
      sql`select kind, period, state, attempts, failure, problem, received_minor as received from payment
        where subscription_id = ${this.id} order by created_at, id`,
    );
  }

  failures(): Promise<object[]> {
    return rowsOf(
      this.service.db,
      sql`select type from outbox_event where subscription_id = ${this.id} and type = 'payment.failed'`,
    );
  }

  async account(): Promise<string> {
    const row = await this.service.db.get<{ id: string }>(
      sql`select owner_id as id from subscription where id = ${this.id}`,
    );
    return row!.id;
  }

  async replaceCard(): Promise<void> {
    const owner = await this.account();
    const other = { customerRef: "cus_2", methodRef: "pm_2", label: "Visa ending 1111" };
    await this.service.db.transaction((tx) =>
      saveMethod(tx, owner, "stripe", other, this.service.app.clock()),
    );
  }

  /** Buys a package by the saved card. Resolves to its payment's ID. */
  async buy(how: object = {}): Promise<string> {
    const { id } = await buy(this.customer, { ...small, subscription_id: this.id, ...how });
    await this.service.look();
    return id;
  }

  /** A new customer buys a package, and the charge has no known result. */
  async buyLost(fault: Fault): Promise<string> {
    await this.begin();
    this.service.stripe[fault] = true;
    const payment = await this.buy();
    this.service.stripe[fault] = false;
    return payment;
  }
}

export async function startCharged(kind: Kind, settings: Record<string, string> = {}): Promise<Charged> {
  const service = await startPaid(kind, settings);
  await service.sell("growth", sold);
  await service.at(day("2026-11-21"));
  return new Charged(service);
}
