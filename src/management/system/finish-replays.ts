import type { Context } from "../../calls/context.ts";
import { endSubscriptionsAgain } from "../subscriptions/ended-subscriptions.ts";
import { eraseAgain } from "../users/user-deletion.ts";

/** Ends what a replay left until features are open. */
export async function finishReplays(context: Context): Promise<void> {
  await endSubscriptionsAgain(context);
  await eraseAgain(context);
}
