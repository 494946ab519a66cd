import { useQueries, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useAccount } from "./account.ts";
import type { Subscription } from "./client.ts";
import { apisOfProduct, keysOf, subscriptionsOf } from "./queries.ts";

type Covers = (subscription: Subscription) => boolean;

/**
 * The subscription for calls of the console: of the active ones that cover the call the newest with credits, else the
 * newest. If none covers it, the same of all active ones. Undefined while there are several and `covers` is unknown.
 */
export function callingSubscription(
  all: readonly Subscription[],
  covers: Covers | undefined,
): Subscription | undefined {
  const active = all.filter(({ state }) => state === "active");
  if (active.length <= 1 || !covers) return active.length === 1 ? active[0] : undefined;
  const covering = active.filter(covers);
  const candidates = covering.length > 0 ? covering : active;
  const usable = candidates.find(({ credits }) => credits.unlimited || (credits.remaining ?? 0) > 0);
  // A subscription that never had credits is for practice.
  return usable ?? candidates.find(({ credits }) => credits.granted > 0) ?? candidates[0];
}

/**
 * Whether subscriptions cover an API. Undefined until the contents of their plans are known. While those of a new plan
 * are loading, what is known of the others still holds, so that a page keeps what it shows.
 */
export function useCoverage(all: readonly Subscription[]): ((api: string) => Covers) | undefined {
  const known = useRef<(api: string) => Covers>(undefined);
  const active = all.filter(({ state }) => state === "active");
  const plans = [...new Set(active.flatMap(({ product_id }) => product_id ?? []))];
  const contents = useQueries({ queries: plans.map(apisOfProduct) });
  if (contents.some(({ isPending }) => isPending)) return known.current;
  const apis = new Map(plans.map((id, at) => [id, contents[at]?.data?.items]));
  const covers =
    (api: string): Covers =>
    ({ scope, product_id }) => {
      if (scope === "/apis" || scope === `/apis/${api}`) return true;
      if (product_id === null) return false;
      // Customers cannot read a plan that is no longer published.
      return apis.get(product_id)?.some(({ id }) => id === api) ?? true;
    };
  if (plans.length > 0) known.current = covers;
  return covers;
}

/** The APIs that decode a VIN, the one with more values first. */
export const decoders = ["oem-vin-decode", "vin-decoder"] as const;

/** The subscription of the user for calls of one of some APIs, with its primary key, once they are loaded. */
export function useOwnKey(wanted: readonly string[] = decoders) {
  const { id } = useAccount();
  const subscriptions = useQuery(subscriptionsOf(id));
  const coverage = useCoverage(subscriptions.data?.items ?? []);
  const covers: Covers | undefined = coverage && ((one) => wanted.some((api) => coverage(api)(one)));
  const subscription = subscriptions.data && callingSubscription(subscriptions.data.items, covers);
  const keys = useQuery({ ...keysOf(subscription?.id ?? ""), enabled: subscription !== undefined });
  const hasNone = subscriptions.data?.items.every(({ state }) => state !== "active") ?? false;
  return {
    subscriptions,
    subscription,
    hasNone,
    keys,
    key: subscription && keys.data?.primary_key,
    coverage,
  };
}
