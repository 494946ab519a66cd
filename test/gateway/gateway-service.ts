import { sql } from "../../src/database/sql.ts";
import type { Feature } from "../../src/feature.ts";
import type { Kind } from "../database/databases.ts";
import { type Account, type Got, signUp, startService, type TestService } from "../harness.ts";
import { until } from "../until.ts";

/** A registered API in a product, and a customer with 15 credits on it. */
export interface Registered extends Account {
  readonly apiId: string;
  readonly path: string;
  readonly productId: string;
}

/** A call as the request log shows it. */
export interface Recorded {
  readonly status: number;
  readonly credits: number;
  readonly error_code: string | null;
  readonly request_size: number;
  readonly response_size: number;
}

/** A service with registered APIs. */
export interface GatewayService extends TestService {
  /** Registers an API at an upstream, with a product and a customer. */
  register(serviceUrl: string, api?: object, policy?: object): Promise<Registered>;
  /** Another customer of the API's product. */
  another(registered: Registered): Promise<Registered>;
  /** Changes an API, and waits until it is in use. */
  changeApi(registered: Registered, change: object): Promise<void>;
  call(registered: Registered, method: string, path?: string, how?: CallHow): Promise<Got>;
  /** The calls of a customer in their order. */
  recorded(subscriptionId: string): Promise<Recorded[]>;
  /** What the reports count of a customer. */
  sums(subscriptionId: string): Promise<{ calls: number; credits: number; bytes: number }>;
  /** Listens on a port. */
  open(): { readonly url: URL; stop(): Promise<void> };
}

export interface CallHow {
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
  readonly from?: string;
}

let registered = 0;

export async function startGateway(
  kind: Kind,
  settings: Record<string, string> = {},
  listed?: readonly Feature[],
): Promise<GatewayService> {
  const service = await startService(kind, settings, {}, listed);
  const headers = service.operatorHeaders;
  const must = async (method: string, path: string, json: unknown): Promise<Got> => {
    const got = await service.ask(method, path, { headers, json });
    if (got.status !== 200) throw new Error(`${method} ${path} answered ${got.status}: ${got.text}`);
    return got;
  };
  const settled = async (path: string, ready: (status: number) => boolean) => {
    await until(async () => ready((await service.ask("GET", path)).status), `${path} is in use`);
  };
  const customerOf = async (productId: string): Promise<Account> => {
    const account = await signUp(service);
    await service.change(sql`
      update subscription set product_id = ${productId}, scope = ${`/products/${productId}`}
      where id = ${account.subscriptionId}`);
    return account;
  };
  return {
    ...service,
    async register(serviceUrl, api = {}, policy = {}) {
      registered += 1;
      const name = `api${registered}`;
      const json = { name, display_name: name, path: name, service_url: serviceUrl, ...api };
      const made = await must("POST", "/apis", json);
      const { id, path } = made.body as { id: string; path: string };
      const productId = `plan-${name}`;
      await must("POST", `/products/${productId}`, { policy, state: "published", credits_granted: 15 });
      await must("PUT", `/products/${productId}/apis/${id}`, undefined);
      const account = await customerOf(productId);
      await settled(`/${path}`, (status) => status !== 404);
      return { ...account, apiId: id, path, productId };
    },
    another: async (registered) => ({ ...registered, ...(await customerOf(registered.productId)) }),
    async changeApi({ apiId }, change) {
      await must("PATCH", `/apis/${apiId}`, change);
      await service.app.identity.keys.refresh();
    },
    call: ({ path, key }, method, rest = "", how = {}) =>
      service.ask(method, `/${path}${rest}`, { ...how, headers: { "x-AuthKey": key, ...how.headers } }),
    open() {
      const server = Bun.serve({
        port: 0,
        idleTimeout: 60,
        development: false,
        error: () => new Response(null, { status: 500 }),
        fetch: (request, self) => service.serve(request, self.requestIP(request)?.address ?? ""),
      });
      return { url: server.url, stop: () => server.stop(true) };
    },
    async sums(subscriptionId) {
      const row = await service.app.database.get<{ calls: number; credits: number; bytes: number }>(sql`
        select cast(coalesce(sum(calls), 0) as bigint) as calls, cast(coalesce(sum(credits), 0) as bigint) as credits,
          cast(coalesce(sum(bytes), 0) as bigint) as bytes
        from usage_hourly where subscription_id = ${subscriptionId}`);
      return row!;
    },
    recorded: (subscriptionId) =>
      service.app.database.all<Recorded>(sql`
        select status, credits, error_code, request_size, response_size from request_log
        where subscription_id = ${subscriptionId} order by seq`),
  };
}
