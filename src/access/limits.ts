import type { Log } from "../base/log.ts";
import { createLocalQuotas, type Quotas } from "./limits/quotas.ts";
import type { Metering } from "./metering/metering.ts";
import { systemTiming, type Timing } from "./metering/timing.ts";

/** How many calls a subscription may make in a period. */
export interface RateLimit {
  readonly calls: number;
  readonly renewal_period_s: number;
}

/** What became of one call: admitted or not, the calls left, and the seconds until they are renewed. */
export interface RateVerdict {
  readonly admitted: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Holds callers to their rate limits. It may keep them anywhere, so that nodes can come to share them. */
export interface RateLimits {
  /** Takes one call, unless none is left; a call that is not admitted takes nothing. */
  take(subscriptionId: string, limit: RateLimit): RateVerdict | Promise<RateVerdict>;
}

/** What the limits are kept with. */
export interface LimitsOptions {
  readonly metering: Metering;
  readonly log: Log;
  readonly timing?: Timing;
}

/** The limits of all subscriptions, as this node keeps them together with the others. */
export interface Limits {
  readonly rates: RateLimits;
  readonly quotas: Quotas;
  /** Gives back what this node holds; before metering is closed. */
  close(): Promise<void>;
}

export function createLimits({ timing = systemTiming }: LimitsOptions): Limits {
  return {
    rates: createRateLimits(timing.monotonic),
    quotas: createLocalQuotas(),
    async close() {},
  };
}

interface Bucket {
  taken: number;
  readonly endsAt: number;
}

const bucketsMax = 100_000;

/**
 * Token buckets in the memory of this process. A bucket is filled whole when its period ends, not drop by
 * drop: that admits exactly the limit in a period however long the calls take, and a period that nodes can
 * share. `now` is a monotonic clock in milliseconds: a step of the wall clock must not free or lock anyone.
 */
export function createRateLimits(now: () => number = () => performance.now()): RateLimits {
  const buckets = new Map<string, Bucket>();
  const refill = (name: string, limit: RateLimit, at: number): Bucket => {
    const bucket = { taken: 0, endsAt: at + limit.renewal_period_s * 1000 };
    // Set anew, it comes last: the first one has been there longest.
    buckets.delete(name);
    buckets.set(name, bucket);
    if (buckets.size > bucketsMax) buckets.delete(buckets.keys().next().value!);
    return bucket;
  };
  return {
    take(subscriptionId, limit) {
      const at = now();
      // A limit that changed begins with a full bucket.
      const name = `${subscriptionId}/${limit.calls}/${limit.renewal_period_s}`;
      const found = buckets.get(name);
      const bucket = found && found.endsAt > at ? found : refill(name, limit, at);
      const admitted = bucket.taken < limit.calls;
      if (admitted) bucket.taken += 1;
      return {
        admitted,
        remaining: limit.calls - bucket.taken,
        resetSeconds: Math.max(1, Math.ceil((bucket.endsAt - at) / 1000)),
      };
    },
  };
}

/** The fields that tell callers of their limit (draft-ietf-httpapi-ratelimit-headers-11). */
export function rateHeaders(limit: RateLimit, verdict: RateVerdict): Record<string, string> {
  return {
    "ratelimit-policy": `"default";q=${limit.calls};w=${limit.renewal_period_s}`,
    ratelimit: `"default";r=${verdict.remaining};t=${verdict.resetSeconds}`,
  };
}
