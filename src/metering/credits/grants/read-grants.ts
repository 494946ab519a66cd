import type { Queries } from "../../../database/database.ts";
import { BalanceChange } from "./balance-change.ts";
import { type Grant, spendingOrder } from "./grant.ts";
import { findClosedGrants, findLiveGrants, readBalances, readClock } from "./grant-rows.ts";

/**
 * All grants of a balance as they are now, in the order in which they are spent, then closed ones, newest first. Uses
 * are assigned and boundaries crossed, of which nothing is written. Grants of no credits are left out.
 */
export async function readGrants(db: Queries, subscriptionId: string): Promise<Grant[]> {
  const stored = (await findClosedGrants(db, subscriptionId)).filter(({ amount }) => amount > 0);
  const live = (await findLiveGrants(db, [subscriptionId])).get(subscriptionId) ?? [];
  const [balance] = await readBalances(db, [subscriptionId]);
  if (!balance) return stored;
  const change = new BalanceChange(balance, live, await readClock(db));
  change.cross();
  change.take();
  const grants = [...stored, ...change.grants.filter(({ amount }) => amount > 0)];
  const isClosed = ({ state }: Grant) => state === "closed";
  return [
    ...grants.filter((one) => !isClosed(one)).sort(spendingOrder),
    ...grants.filter(isClosed).sort((a, b) => (a.id < b.id ? 1 : -1)),
  ];
}
