import type { Quota } from "../../policy/quota.ts";

/** A call counted against its subscription's quota before it is answered. */
export interface QuotaHold {
  /**
   * Ends it, once: when the call's record is written, or when there will be none. A call answered with 200 or
   * 404 has used one call and its body's bytes; any other gives its place back.
   */
  settle(answered: boolean, bytes: number): void;
}

/** Holds subscriptions to their quotas of a calendar period. */
export interface Quotas {
  /**
   * Counts a call made at `now`, which must be the moment that its record will bear. Throws 429 where the
   * period's quota is used up, and 503 where that cannot be known.
   */
  take(subscriptionId: string, quota: Quota, now: number): QuotaHold | Promise<QuotaHold>;
  /**
   * A policy may have changed, of a subscription or of any. Calls may have been made meanwhile under no quota:
   * what is at hand is asked for anew.
   */
  review(subscriptionId?: string): void;
}
