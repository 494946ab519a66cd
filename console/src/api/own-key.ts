import { useQuery } from "@tanstack/react-query";
import type { Subscription } from "./client.ts";
import { keysOf, subscriptionsOf } from "./queries.ts";
import { useUser } from "./session.ts";

/** The subscription that pages call with: the newest active one that has credits, else the newest active. */
export function callingSubscription(all: readonly Subscription[]): Subscription | undefined {
  const active = all.filter(({ state }) => state === "active");
  const able = active.find(({ credits }) => credits.unlimited || (credits.remaining ?? 0) > 0);
  // One that never had credits is there to be refused.
  return able ?? active.find(({ credits }) => credits.granted > 0) ?? active[0];
}

/** A subscription of one's own with its primary key, once both are here. */
export function useOwnKey() {
  const { id } = useUser();
  const subscriptions = useQuery(subscriptionsOf(id));
  const subscription = subscriptions.data && callingSubscription(subscriptions.data.items);
  const keys = useQuery({ ...keysOf(subscription?.id ?? ""), enabled: subscription !== undefined });
  return { subscriptions, subscription, keys, key: subscription && keys.data?.primary_key };
}
