import { queryClient } from "../../parts/query-client.ts";
import { planOf } from "../billing/plan-queries.ts";
import { quoteOf } from "./payment-queries.ts";
import { searchOf } from "./wanted.ts";

/** Where a plan is bought; undefined if it cannot be, for example because no payments are taken. */
export async function buyingPath(product_id: string, subscription_id: string): Promise<string | undefined> {
  const wanted = { subscription_id, kind: "plan", product_id } as const;
  const quote = await queryClient.fetchQuery(quoteOf(wanted)).catch(() => undefined);
  return quote && `/buy?${new URLSearchParams(searchOf(wanted))}`;
}

/** Where the first period of a new subscription is paid; undefined if it is not paid in advance. */
export async function firstPeriodPath(subscription_id: string): Promise<string | undefined> {
  const plan = await queryClient.fetchQuery(planOf(subscription_id)).catch(() => undefined);
  const { payment, period } = plan ?? {};
  if (payment !== "prepaid" || !period || period.state === "paid" || period.price_minor === 0)
    return undefined;
  return `/buy?${new URLSearchParams(searchOf({ subscription_id, kind: "renewal", period: period.number }))}`;
}
