import type { QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Subscription } from "./client.ts";
import { asProblem } from "./problem.ts";
import { keysOf, subscriptionsOf } from "./queries.ts";

/** The plan without credits and with a low rate that a new installation has. */
export const practicePlan = "practice";

/**
 * A key that is refused: of one's subscription to the practice plan, which is made when it is first wanted. Its
 * id follows from the account, so that two clicks or two tabs make one.
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
    return await answerOf(
      api.POST("/subscriptions/{subscription_id}", { params: { path: { subscription_id: id } }, body }),
    );
  } catch (error) {
    // 409: another tab has made it meanwhile. Whether it can be used shows when its keys are read.
    if (asProblem(error).status === 409) return { id };
    throw error;
  }
}
