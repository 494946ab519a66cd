import { exceeded, periodAt, type Quota } from "../policy/quota.ts";

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
}

interface Use {
  readonly start: number;
  calls: number;
  bytes: number;
}

/** Quotas counted in the memory of this process alone. */
export function createLocalQuotas(): Quotas {
  const uses = new Map<string, Use>();
  return {
    take(subscriptionId, quota, now) {
      const { start } = periodAt(quota.renewal, now);
      let use = uses.get(subscriptionId);
      if (use?.start !== start) {
        use = { start, calls: 0, bytes: 0 };
        uses.set(subscriptionId, use);
      }
      const counted = use;
      const callsMax = quota.calls ?? Number.POSITIVE_INFINITY;
      const bytesMax = (quota.bandwidth_kb ?? Number.POSITIVE_INFINITY) * 1024;
      if (counted.calls >= callsMax || counted.bytes >= bytesMax) throw exceeded(quota, now);
      counted.calls += 1;
      return {
        settle(answered, bytes) {
          if (answered) counted.bytes += bytes;
          else counted.calls -= 1;
        },
      };
    },
  };
}
