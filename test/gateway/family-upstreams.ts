import { sql } from "../../src/database/sql.ts";
import type { Overrides } from "../../src/server/app.ts";
import { lookupApis } from "../../src/vehicles/families/lookup-apis.ts";
import type { Kind } from "../database/databases.ts";
import { type Account, type Got, signUp, startService, type TestService } from "../harness.ts";
import { until } from "../until.ts";
import { auctionEvent, saleData } from "../vehicles/lookups/samples.ts";

/** A call as the request log shows it, with the source of its answer. */
export interface Charged {
  readonly status: number;
  readonly credits: number;
  readonly error_code: string | null;
  readonly data_source: string | null;
}

/** An upstream of families: what it answers by path, and what it received. */
export interface Source extends AsyncDisposable {
  readonly url: string;
  readonly received: { readonly path: string; readonly headers: Headers }[];
  /** Answers every path until it is changed. */
  answer: (path: string) => Response | Promise<Response>;
}

export function startSource(): Source {
  const received: Source["received"] = [];
  const server = Bun.serve({
    port: 0,
    idleTimeout: 60,
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      received.push({ path: pathname + search, headers: request.headers });
      return source.answer(pathname);
    },
  });
  const source: Source = {
    url: `http://127.0.0.1:${server.port}/api/`,
    received,
    answer: () => new Response(null, { status: 404 }),
    [Symbol.asyncDispose]: () => server.stop(true),
  };
  return source;
}

/** A service whose built-in APIs can have upstreams, and customers who call them. */
export interface FamilyService extends TestService {
  /** Changes an API, and waits until it is in use. */
  setUpstream(api: string, change: object): Promise<Got>;
  /** A customer on a product with every lookup, with 15 credits unless stated. */
  customer(policy?: object, credits?: number): Promise<Account>;
  lookUp(account: Account, path: string, headers?: Record<string, string>): Promise<Got>;
  /** The calls of a customer in their order. */
  charged(account: Account): Promise<Charged[]>;
  /** The rows that are kept, by path. */
  kept(): Promise<string[]>;
  /** The log's lines of an event. */
  logLines(event: string): object[];
}

let products = 0;

export async function startFamilies(
  kind: Kind,
  settings: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<FamilyService> {
  return familiesOn(await startService(kind, settings, overrides));
}

/** The same on a service that runs. */
export function familiesOn(service: TestService): FamilyService {
  const operator = (method: string, path: string, json?: object) =>
    service.ask(method, path, { headers: service.operatorHeaders, json });
  const { database, forwarding } = service.app;
  return {
    ...service,
    async setUpstream(api, change) {
      const before = forwarding.upstreamOf(api);
      const got = await operator("PATCH", `/apis/${api}`, change);
      if (got.status !== 200) throw new Error(`PATCH /apis/${api} answered ${got.status}: ${got.text}`);
      await service.app.identity.keys.refresh();
      const { upstream } = got.body as { upstream: object | null };
      await until(() => {
        const now = forwarding.upstreamOf(api);
        return now !== before && Bun.deepEquals(now?.policy, upstream ?? undefined);
      }, `the upstream of ${api} is in use`);
      return got;
    },
    async customer(policy = {}, credits = 15) {
      products += 1;
      const id = `lookups-${products}`;
      const apis = lookupApis.map((api) => api.id);
      await operator("POST", `/products/${id}`, {
        policy,
        state: "published",
        credits_granted: credits,
        apis,
      });
      const account = await signUp(service);
      await service.change(sql`
        update subscription set product_id = ${id}, scope = ${`/products/${id}`}
        where id = ${account.subscriptionId}`);
      return account;
    },
    lookUp: ({ key }, path, headers = {}) =>
      service.ask("GET", path, { headers: { "x-AuthKey": key, ...headers } }),
    async charged({ subscriptionId }) {
      return await database.all<Charged>(sql`
        select status, credits, error_code, data_source from request_log
        where subscription_id = ${subscriptionId} order by seq`);
    },
    async kept() {
      const rows = await database.all<{ path: string }>(sql`
        select path from received_record order by api_id, path`);
      return rows.map(({ path }) => path);
    },
    logLines: (event) =>
      service.logged
        .map((line) => JSON.parse(line) as { event: string; time: string; level: string })
        .filter((one) => one.event === event)
        .map(({ time, ...fields }) => fields),
  };
}

const success = (data: unknown) => ({ status: "success", data });

/** The body of an auction history, as the family answers it. */
export const auctions = (vin: string, more: object = {}): object =>
  success([auctionEvent(vin, "40012345", ["https://images.example/1.jpg"], more)]);

/** The body of a sales history with one seller of a kind. */
export const sales = (vin: string, sellerType: string): object => {
  const data = { ...saleData(sellerType, []), listing_id: "L1" };
  const names = { trim: "EX", year: "2003", make: "Honda", model: "Accord" };
  return success({ _id: "1", vin, ...names, sales_history: [{ post_date: "2024-05-01", data }] });
};

/** The body of a lookup of liens. */
export const liens = (vin: string): object =>
  success({ vin, year: "2003", make: "Honda", model: "Accord", liens: [], as_of: "2026-11-01" });
