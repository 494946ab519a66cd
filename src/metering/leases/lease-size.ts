import type { Account } from "./account.ts";

// A lease lasts about as long as a warm key does while the database is away.
const tenSecondsTimes = 6;
const leastAlone = 100;
const leastAmongOthers = 1;
const most = 100_000;

/** How many credits a journal likes to have at hand, by what its calls cost of late. */
export function leaseSize(account: Account, now: number, journals: number): number {
  const least = journals > 1 ? leastAmongOthers : leastAlone;
  return Math.min(most, Math.max(least, Math.ceil(account.rate.inTenSeconds(now) * tenSecondsTimes)));
}

/** The part of a balance that one lease leaves to the others: it gets one in so many. */
export function leaseShare(journals: number): number {
  return journals > 1 ? 2 * journals : 1;
}
