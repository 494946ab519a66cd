import type { Context } from "../../calls/context.ts";
import { addressGroup, isLoopback } from "../../http/client-address.ts";
import { tooManyCalls } from "../../http/errors.ts";
import type { RateLimit } from "../../metering/rates/rate-limit.ts";

/** The largest body of an operation that the public client token may call. */
export const authBodyBytesMax = 16 * 1024;

const signIns: RateLimit = { calls: 60, renewal_period_s: 60 };
const emailChecks: RateLimit = { calls: 10, renewal_period_s: 60 };

/**
 * Counts a call by its address, shared between the nodes, and refuses it beyond the limit (429). Loopback is
 * not limited.
 */
async function limit(context: Context, address: string, what: string, allowed: RateLimit): Promise<void> {
  if (isLoopback(address)) return;
  // No subscription id contains a slash.
  const name = `address/${what}/${addressGroup(address)}`;
  const { admitted, resetSeconds } = await context.limits.rates.take(name, allowed);
  if (!admitted) throw tooManyCalls(`Too many ${what} from this address.`, resetSeconds);
}

export function limitSignIns(context: Context, address: string): Promise<void> {
  return limit(context, address, "sign-ins", signIns);
}

export function limitSignUps(context: Context, address: string): Promise<void> {
  const { signupLimit: calls } = context.config;
  return limit(context, address, "sign-ups", { calls, renewal_period_s: 3600 });
}

export function limitEmailChecks(context: Context, address: string): Promise<void> {
  return limit(context, address, "email checks", emailChecks);
}
