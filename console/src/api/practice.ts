import type { QueryClient } from "@tanstack/react-query";
import { api, dataOf, type Subscription } from "./client.ts";
import { asProblem } from "./problem.ts";
import { keysOf, subscriptionsOf } from "./queries.ts";

/** A plan of new installations, without credits and with a low rate limit. */
export const practicePlan = "practice";

/**
 * A key of the user's subscription to the practice plan, created on first use. Its ID follows from the user, so
 * that two clicks or two tabs create one.
 */
export async function practiceKey(queries: QueryClient, userId: string): Promise<string> {
  const own = await queries.fetchQuery(subscriptionsOf(userId));
  const known = own.items.find((one) => one.product_id === practicePlan && one.state === "active");
  const id = known?.id ?? (await subscribe(userId)).id;
  const keys = await queries.fetchQuery(keysOf(id));
  await queries.invalidateQueries({ queryKey: ["subscriptions"] });
  return keys.primary_key;
}

async function subscribe(userId: string): Promise<Pick<Subscription, "id">> {
  const id = `${practicePlan}-${userId}`;
  const body = { scope: `/products/${practicePlan}`, owner_id: userId, display_name: "Practice" };
  try {
    return await dataOf(
      api.POST("/subscriptions/{subscription_id}", { params: { path: { subscription_id: id } }, body }),
    );
  } catch (error) {
    // 409: another tab has created it.
    if (asProblem(error).status === 409) return { id };
    throw error;
  }
}
