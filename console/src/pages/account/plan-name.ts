import type { Product, Subscription } from "../../api/client.ts";

/** The name of a subscription's plan, or its scope. */
export function planName({ product_id, scope }: Subscription, plans: readonly Product[]): string {
  return plans.find(({ id }) => id === product_id)?.display_name ?? product_id ?? scope;
}

/** Whether a subscription is neither rejected nor ended. */
export const isLive = ({ state }: Subscription): boolean =>
  state === "active" || state === "submitted" || state === "suspended";
