import type { Context } from "../../calls/context.ts";
import { boundOf, type Client, networksOf } from "../../http/client-address.ts";
import { tooManyCalls } from "../../http/errors.ts";
import type { RateLimit } from "../../metering/rates/rate-limit.ts";

/** The largest body of an operation that the public client token may call. */
export const authBodyBytesMax = 16 * 1024;

const signIns: RateLimit = { calls: 60, renewal_period_s: 60 };
const mailRequests: RateLimit = { calls: 10, renewal_period_s: 3600 };
const emailChecks: RateLimit = { calls: 10, renewal_period_s: 60 };

/**
 * Counts a call by its client's networks, shared between the nodes, and refuses it beyond the limit of one (429). Local
 * clients are not limited.
 */
export async function limitAddress(
  { limits }: Context,
  { address, isLocal }: Client,
  what: string,
  allowed: RateLimit,
): Promise<void> {
  if (isLocal) return;
  // One network after another: calls that one refuses do not count for wider ones.
  for (const [wider, network] of networksOf(address).entries()) {
    const calls = boundOf(allowed.calls, wider);
    // No subscription id contains a slash.
    const { admitted, resetSeconds } = await limits.rates.take(`address/${what}/${network}`, {
      ...allowed,
      calls,
    });
    if (!admitted)
      throw tooManyCalls(`Too many ${what} from this ${wider === 0 ? "address" : "network"}.`, resetSeconds);
  }
}

export function limitSignIns(context: Context, client: Client): Promise<void> {
  return limitAddress(context, client, "sign-ins", signIns);
}

export function limitSignUps(context: Context, client: Client): Promise<void> {
  const { signupLimit: calls } = context.config;
  return limitAddress(context, client, "sign-ups", { calls, renewal_period_s: 3600 });
}

/** Of requests that send a mail. */
export function limitMailRequests(context: Context, client: Client): Promise<void> {
  return limitAddress(context, client, "requests for mail", mailRequests);
}

export function limitEmailChecks(context: Context, client: Client): Promise<void> {
  return limitAddress(context, client, "email checks", emailChecks);
}
