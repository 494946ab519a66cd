import { systemTiming } from "../../base/timing.ts";
import type { Context } from "../../calls/context.ts";
import { type ApiError, conflict } from "../../http/errors.ts";
import {
  type Freeze,
  findHolders,
  reclaimLeases,
  unfreezeBalance,
} from "../../metering/credits/adjust-credits.ts";

/** Leased credits must be returned before the balance can be changed. */
export class StillLeased extends Error {}

const attemptsMax = 10;

/**
 * Does work that may throw `StillLeased` with nothing changed. Then the subscription's leases are returned and the work
 * is repeated, because another change may let the credits be leased again. 409 if a node does not return them.
 */
export async function withLeasesReturned<T>(
  context: Context,
  subscriptionId: string,
  work: () => Promise<T>,
): Promise<T> {
  const { database } = context;
  let hold: Freeze | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await work();
      if (hold) await unfreezeBalance(database, hold);
      return result;
    } catch (error) {
      const leased = error instanceof StillLeased;
      const reclaimed =
        leased && attempt < attemptsMax
          ? await reclaimLeases(database, subscriptionId, systemTiming)
          : undefined;
      if (!reclaimed && hold) await unfreezeBalance(database, hold);
      hold = reclaimed;
      if (hold) continue;
      throw leased ? await notReturned(context, subscriptionId) : error;
    }
  }
}

async function notReturned({ database, config }: Context, id: string): Promise<ApiError> {
  const holders = await findHolders(database, id);
  const nodes =
    holders.map(({ node, held }) => `node ${node} reserves ${held}`).join(", ") || "nodes reserve some";
  return conflict(
    `Credits are still reserved after 5 seconds: ${nodes}. Calls take longer there, or the node has lost the database or has ended; then its credits return within ${config.leaseSeconds} seconds. Nothing was changed. Try again.`,
  );
}
