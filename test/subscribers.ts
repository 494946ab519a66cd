import { sql } from "../src/database/sql.ts";
import { type Account, type Ask, type Got, signUp, type TestService } from "./harness.ts";

/** A customer with a product of its own. */
export interface Subscriber extends Account {
  readonly productId: string;
}

/** Common steps in tests of a product's policy. */
export interface Subscribers {
  /** A customer with 15 credits on a new product with this policy, which contains the VIN decoder. */
  subscribe(policy: object): Promise<Subscriber>;
  decode(account: Account, vin?: string, how?: Ask): Promise<Got>;
  putPolicy(productId: string, policy: object): Promise<Got>;
  addDecoder(productId: string): Promise<Got>;
  removeDecoder(productId: string): Promise<Got>;
  /** The calls of a customer in their order. */
  recorded(account: Account): Promise<{ status: number; credits: number }[]>;
  used(account: Account): Promise<number>;
}

export const goodVin = "1HGCM82633A004352";
/** Well formed, but of no manufacturer. */
export const unknownVin = "0000M82633A004352";

let products = 0;

export function subscribers(service: TestService): Subscribers {
  const headers = service.operatorHeaders;
  const decoderOf = (productId: string) => `/products/${productId}/apis/vin-decoder`;
  return {
    async subscribe(policy) {
      products += 1;
      const productId = `product${products}`;
      const json = { policy, state: "published", credits_granted: 15 };
      await service.ask("POST", `/products/${productId}`, { headers, json });
      await service.ask("PUT", decoderOf(productId), { headers });
      const account = await signUp(service);
      await service.change(sql`
        update subscription set product_id = ${productId}, scope = ${`/products/${productId}`}
        where id = ${account.subscriptionId}`);
      return { ...account, productId };
    },
    decode: (account, vin = goodVin, how = {}) =>
      service.ask("GET", `/vin-decoder/${vin}`, {
        ...how,
        headers: { "x-AuthKey": account.key, ...how.headers },
      }),
    putPolicy: (productId, policy) =>
      service.ask("PUT", `/products/${productId}/policies/policy`, { headers, json: { policy } }),
    addDecoder: (productId) => service.ask("PUT", decoderOf(productId), { headers }),
    removeDecoder: (productId) => service.ask("DELETE", decoderOf(productId), { headers }),
    recorded: (account) =>
      service.app.database.all(
        sql`select status, credits from request_log where subscription_id = ${account.subscriptionId} order by seq`,
      ),
    async used(account) {
      const row = await service.app.database.get<{ used: number }>(
        sql`select used from credit_total where subscription_id = ${account.subscriptionId}`,
      );
      return row!.used;
    },
  };
}

/** How many responses had each status. */
export function tally(statuses: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
