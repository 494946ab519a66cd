import type { Product, Subscription } from "../../api/client.ts";

/** What a subscription's plan is called, else what the subscription is to. */
export function planName({ product_id, scope }: Subscription, plans: readonly Product[]): string {
  return plans.find(({ id }) => id === product_id)?.display_name ?? product_id ?? scope;
}
