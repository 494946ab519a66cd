import { inNetworks, networkList, parseNetwork } from "../../base/networks.ts";
import type { Lookup } from "../../http/endpoint.ts";
import { hasWrongCheckDigit } from "../../vin/check-digit.ts";
import { type Policy, watchesDefault } from "./policy.ts";

/** A policy, compiled for the checks of a call. */
export interface EnforcedPolicy extends Pick<Policy, "rate_limit" | "quota" | "cors"> {
  /** The credits of one answer; `operation` is its name in reports, `vin` the VIN that it is about. */
  costOf(lookup: Lookup, operation?: string, vin?: string): number;
  readonly chargesMisses: boolean;
  /** Whether keys may read coverage. */
  readonly showsCoverage: boolean;
  /** Whether each response has a receipt. */
  readonly givesReceipts: boolean;
  /** The VINs that a subscription may watch. */
  readonly watchesMax: number;
  /** `Cache-Control` of successes, if they may be kept. */
  readonly cacheControl?: string;
  /** Seconds for which answers of registered APIs are kept. */
  readonly cacheSeconds?: number;
  admitsAddress(address: string): boolean;
}

// Few texts are in use, and each is compiled once; the bound is for policies that change often.
const kept = new Map<string, EnforcedPolicy>();
const keptMax = 1000;

/** Compiles a stored policy, once for each text; null without a product, and so without a policy. */
export function enforcedPolicy(text: string | null): EnforcedPolicy {
  const source = text ?? "{}";
  let policy = kept.get(source);
  if (!policy) {
    policy = compilePolicy(JSON.parse(source) as Policy);
    if (kept.size >= keptMax) kept.clear();
    kept.set(source, policy);
  }
  return policy;
}

export function compilePolicy({
  rate_limit,
  quota,
  cors,
  credit_cost,
  charge_on,
  ip_filter,
  cache,
  coverage = true,
  receipts = false,
  watches = watchesDefault,
}: Policy): EnforcedPolicy {
  const allow = networksOf(ip_filter?.allow);
  const deny = networksOf(ip_filter?.deny);
  const perApi = new Map(Object.entries(credit_cost?.per_api ?? {}));
  const perOperation = new Map(Object.entries(credit_cost?.per_operation ?? {}));
  return {
    ...(rate_limit && { rate_limit }),
    ...(quota && { quota }),
    ...(cors && { cors }),
    ...(cache?.ttl_s && { cacheControl: `private, max-age=${cache.ttl_s}`, cacheSeconds: cache.ttl_s }),
    showsCoverage: coverage,
    givesReceipts: receipts,
    watchesMax: watches,
    chargesMisses: charge_on === "always",
    costOf(lookup, operation, vin) {
      if (charge_on === "valid" && vin !== undefined && hasWrongCheckDigit(vin)) return 0;
      const own = operation === undefined ? undefined : perOperation.get(operation);
      if (own !== undefined) return own;
      const selector = lookup.options ?? lookup.cost === 0;
      if (selector) return credit_cost?.options ?? 0;
      return perApi.get(lookup.api) ?? credit_cost?.default ?? lookup.cost;
    },
    admitsAddress(address) {
      if (deny && inNetworks(deny, address)) return false;
      return !allow || inNetworks(allow, address);
    },
  };
}

/** Calls of a key for tests. */
export const testLimit = { calls: 120, renewal_period_s: 60 };

/** The policy of a product for keys for tests: a rate of their own, no quota, and no price. */
export function testPolicy({ quota, ...policy }: EnforcedPolicy): EnforcedPolicy {
  return { ...policy, rate_limit: testLimit, chargesMisses: false, costOf: () => 0 };
}

function networksOf(texts: readonly string[] | undefined) {
  if (!texts || texts.length === 0) return undefined;
  return networkList(texts.flatMap((text) => parseNetwork(text) ?? []));
}
