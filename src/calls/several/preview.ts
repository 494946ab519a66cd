import { type KeyAccess, limitName } from "../../access/keys/key-access.ts";
import { readCredits } from "../../metering/credits/credits.ts";
import { limitPolicies } from "../../metering/limit-policies.ts";
import type { Context } from "../context.ts";
import { requireRate } from "../metered-request.ts";

/** A plan without a rate limit: a preview does the work of many lookups. */
const defaultLimit = { calls: 600, renewal_period_s: 60 };

/** Counts a free preview of lookups towards the rate of the plan, and adds the headers of the rate. Throws 429. */
export async function requirePreviewRate(
  { limits, clock }: Context,
  access: KeyAccess,
  headers: Record<string, string>,
): Promise<void> {
  const { policy } = access;
  const name = limitName(access);
  const { rate_limit: limit } = policy;
  if (limit) {
    headers["ratelimit-policy"] = limitPolicies(policy, clock());
    requireRate(headers, limit, await limits.rates.take(name, limit));
  } else requireRate({}, defaultLimit, await limits.rates.take(`coverage/${name}`, defaultLimit));
}

/** The credits left; undefined if unlimited. */
export async function creditsLeft(
  { metering, database }: Context,
  subscriptionId: string,
): Promise<number | undefined> {
  const known =
    metering.remaining(subscriptionId) ?? (await readCredits(database, subscriptionId))?.remaining;
  return typeof known === "number" ? known : undefined;
}
