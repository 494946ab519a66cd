import type { EnforcedPolicy } from "./enforced.ts";

/**
 * Whether a response is charged: 200 always; 404, and 304 for a caller that has the current version, if the plan
 * charges for those. If an upstream responds (`isForwarded`), every status below 400 except 304 is charged.
 */
export function isCharged(
  status: number,
  { chargesMisses }: Pick<EnforcedPolicy, "chargesMisses">,
  isForwarded = false,
): boolean {
  if (status === 200) return true;
  if (status === 404 || status === 304) return chargesMisses;
  return isForwarded && status < 400;
}

/** The error in the record of a lookup whose 404 stands in for a failure of its upstream: it is free on any plan. */
export const failedSource = "upstream_failed";

/** Whether a lookup that ends so is answered. */
export const isAnswer = (status: number): boolean => status === 200 || status === 304 || status === 404;
