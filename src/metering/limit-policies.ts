import type { Policy } from "../access/policy/policy.ts";
import { quotaPolicy } from "../access/policy/quota.ts";
import { ratePolicy } from "./rates/rate-limit.ts";

/** `RateLimit-Policy`: the caller's limits, in every response. */
export function limitPolicies(
  { rate_limit: limit, quota }: Pick<Policy, "rate_limit" | "quota">,
  now: number,
): string {
  if (!quota) return limit ? ratePolicy(limit) : "";
  return limit ? `${ratePolicy(limit)}, ${quotaPolicy(quota, now)}` : quotaPolicy(quota, now);
}
