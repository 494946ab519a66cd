import { useQuery } from "@tanstack/react-query";
import type { Subscription } from "./client.ts";
import { keysOf, subscriptionsOf } from "./queries.ts";
import { useUser } from "./session.ts";

/** The subscription for calls of the console: the newest active one with credits, else the newest active. */
export function callingSubscription(all: readonly Subscription[]): Subscription | undefined {
  const active = all.filter(({ state }) => state === "active");
  const usable = active.find(({ credits }) => credits.unlimited || (credits.remaining ?? 0) > 0);
  // A subscription that never had credits is for practice.
  return usable ?? active.find(({ credits }) => credits.granted > 0) ?? active[0];
}

/** A subscription of the user with its primary key, once both are loaded. */
export function useOwnKey() {
  const { id } = useUser();
  const subscriptions = useQuery(subscriptionsOf(id));
  const subscription = subscriptions.data && callingSubscription(subscriptions.data.items);
  const keys = useQuery({ ...keysOf(subscription?.id ?? ""), enabled: subscription !== undefined });
  return { subscriptions, subscription, keys, key: subscription && keys.data?.primary_key };
}
