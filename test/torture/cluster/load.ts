import { Callers, lookupStatuses, type Target } from "../callers.ts";
import { addCustomers, type Customer } from "../customers.ts";
import { register, type Upstream } from "../upstreams.ts";
import type { Cluster } from "./cluster.ts";
import { unknownStatus } from "./proxies.ts";

/** Callers of the cluster, their customers, and how to stop all. */
export interface Load {
  readonly callers: Callers;
  readonly customers: readonly Customer[];
}

const limited = {
  rate_limit: { calls: 1_000_000, renewal_period_s: 60 },
  quota: { calls: 100_000_000, renewal: "month" },
};
const hangMs = 20_000;
/** What a lost node held of the limit counts as used until its window ends: refusals are honest then. */
const limitedStatuses = [...lookupStatuses, 429];
const callersOfCustomer = 3;

/** Customers with other prices, limits and amounts of credits, who call through HAProxy. */
export async function loadCluster(cluster: Cluster, upstream: Upstream, perSecond: number): Promise<Load> {
  const { service } = cluster;
  const port = () => cluster.haproxy.httpPort;
  const forwarded = await register(service, upstream);
  const customers: Customer[] = [];
  const targets: Target[] = [];
  const add = async (
    credits: number | null,
    count: number,
    price: number,
    policy = {},
    elsewhere = false,
  ) => {
    const api = elsewhere ? forwarded.api : "vin-decoder";
    const priced = { ...policy, credit_cost: { per_api: { [api]: price } } };
    const { path, expected } = forwarded;
    for (const customer of await addCustomers(service, credits, count, priced, api)) {
      customers.push(customer);
      const { key, subscription } = customer;
      const target = {
        port,
        key,
        subscription,
        price,
        ...("rate_limit" in policy && { expected: limitedStatuses }),
        ...(elsewhere && { path: path!, expected: expected! }),
      };
      for (let each = 0; each < callersOfCustomer; each++) targets.push(target);
    }
  };
  await add(10_000_000, 4, 1);
  await add(10_000_000, 2, 3);
  await add(10_000_000, 2, 1, limited);
  await add(null, 2, 2);
  await add(2000, 1, 1);
  await add(20_000, 1, 7);
  await add(10_000_000, 2, 5, {}, true);
  return { callers: new Callers({ targets, perSecond, hangMs, unknownStatus }), customers };
}
