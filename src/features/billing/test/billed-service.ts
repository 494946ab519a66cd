import { signedIn } from "../../../../test/callers.ts";
import { type ClockedService, startClocked } from "../../../../test/clocked-service.ts";
import type { Clocked } from "../../../../test/database/clocked-database.ts";
import type { Kind } from "../../../../test/database/databases.ts";
import { type Account, type Got, signUp } from "../../../../test/harness.ts";
import { type Sql, sql } from "../../../database/sql.ts";
import { opened } from "../../../running/opened.ts";
import { Billing } from "../billing.ts";

/** A service with plans on sale, whose clocks a test sets. */
export interface BilledService extends ClockedService {
  /** Sets the clocks, and does what is due then. */
  at(now: number): Promise<void>;
  /** Publishes a product with an offer. */
  sell(productId: string, terms: object): Promise<Got>;
  /** A new customer, who can call at any time. */
  customer(): Promise<Customer>;
  operator(method: string, path: string, json?: unknown, headers?: object): Promise<Got>;
}

export interface Customer {
  readonly account: Account;
  ask(method: string, path: string, json?: unknown, headers?: object): Promise<Got>;
}

export const day = (date: string): number => Date.parse(`${date}T00:00:00Z`);
export const iso = (date: string): string => `${date}T00:00:00.000Z`;
export const growth = {
  currency: "EUR",
  price_every: "month",
  credits_every: "month",
  price_minor: 9900,
  credits: 15_000,
  notice_days: 0,
} as const;

export async function startBilled(kind: Kind, settings: Record<string, string> = {}): Promise<BilledService> {
  const service = await startClocked(kind, { VINGATE_PAYMENTS: "invoice", ...settings });
  const { operatorHeaders } = service;
  const asker =
    (own: () => Promise<object> | object): Customer["ask"] =>
    async (method, path, json, headers) =>
      service.ask(method, path, {
        headers: { ...(await own()), ...headers },
        ...(json !== undefined && { json }),
      });
  const operator = asker(() => operatorHeaders);
  return {
    ...service,
    operator,
    async at(next) {
      await service.setTime(next);
      await opened(service.app, Billing).doDue();
    },
    async sell(productId, terms) {
      const json = { state: "published", display_name: productId, credits_granted: 15 };
      await operator("PUT", `/products/${productId}`, json);
      return operator("PUT", `/products/${productId}/offer`, terms);
    },
    async customer() {
      const account = await signUp(service);
      const sessions = new Map<number, Record<string, string>>();
      const own = async () => {
        const headers = sessions.get(service.now()) ?? (await signedIn(service, account));
        sessions.set(service.now(), headers);
        return headers;
      };
      return { account, ask: asker(own) };
    },
  };
}

/** Rows as plain objects. */
export async function rowsOf<T = Record<string, unknown>>(db: Clocked, statement: Sql): Promise<T[]> {
  return (await db.all<T & object>(statement)).map((row) => ({ ...row }));
}

/** The stored grants of a subscription, in the order of periods. */
export const grantsOf = (db: Clocked, subscriptionId: string) =>
  rowsOf(
    db,
    sql`select source, period, amount, spent, expired, removed, starts_at, expires_at, state from credit_grant
      where subscription_id = ${subscriptionId} and amount > 0 order by period, source, id`,
  );

/** The stored periods of a subscription in short. */
export const periodsOf = (db: Clocked, subscriptionId: string) =>
  rowsOf(
    db,
    sql`select number, product_id, offer_version, starts_at, ends_at, state, price_minor from billing_period
      where subscription_id = ${subscriptionId} order by number`,
  );

/** The events of a subscription, in the order in which they are sent. */
export async function eventsOf(db: Clocked, subscriptionId: string): Promise<[string, object][]> {
  const rows = await rowsOf<{ type: string; data: string }>(
    db,
    sql`select type, data, due_at, event_id from outbox_event
      where subscription_id = ${subscriptionId} and (type like 'period.%' or type like 'plan.%')
      order by case when due_at = 0 then created_at else due_at end, event_id`,
  );
  return rows.map(({ type, data }) => [type, JSON.parse(data)]);
}
