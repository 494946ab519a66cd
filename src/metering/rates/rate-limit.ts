/** How many calls a subscription may make in a period. */
export interface RateLimit {
  readonly calls: number;
  readonly renewal_period_s: number;
}

/** The decision on one call: admitted or not, the calls left, and the seconds until the window renews. */
export interface RateDecision {
  readonly admitted: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

const policyTexts = new WeakMap<RateLimit, string>();

/** A rate limit as `RateLimit-Policy` shows it (draft-ietf-httpapi-ratelimit-headers-11). */
export function ratePolicy(limit: RateLimit): string {
  let text = policyTexts.get(limit);
  if (text === undefined) {
    text = `"default";q=${limit.calls};w=${limit.renewal_period_s}`;
    policyTexts.set(limit, text);
  }
  return text;
}

/** What is left of it, and until when, for `RateLimit`. */
export function rateLeft(verdict: RateDecision): string {
  return `"default";r=${verdict.remaining};t=${verdict.resetSeconds}`;
}
