import { randomUUID } from "node:crypto";
import type { Log } from "../base/log.ts";
import { systemTiming, type Timing } from "../base/timing.ts";
import type { Metering } from "../metering/metering.ts";
import type { Quotas } from "./quotas/quotas.ts";
import { SharedQuotas } from "./quotas/shared-quotas.ts";
import { SharedRates } from "./rates/shared-rates.ts";

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

export function createLimits({ metering, log, timing = systemTiming }: LimitsOptions): Limits {
  const { ledger } = metering;
  const rates = new SharedRates({ ledger, holder: randomUUID(), timing, log });
  const quotas = new SharedQuotas({ journal: metering, timing, log });
  return {
    rates,
    quotas,
    close() {
      quotas.close();
      return rates.close();
    },
  };
}

const policyTexts = new WeakMap<RateLimit, string>();

/** What callers are told of their limit in `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11). */
export function ratePolicy(limit: RateLimit): string {
  let text = policyTexts.get(limit);
  if (text === undefined) {
    text = `"default";q=${limit.calls};w=${limit.renewal_period_s}`;
    policyTexts.set(limit, text);
  }
  return text;
}

/** What is left of it, and until when, in `RateLimit`. */
export function rateLeft(verdict: RateVerdict): string {
  return `"default";r=${verdict.remaining};t=${verdict.resetSeconds}`;
}
