import type { Context } from "../../calls/context.ts";
import { boundOf, type Client, networksOf, wideNetworkOf } from "../../http/client-address.ts";
import { tooManyCalls } from "../../http/errors.ts";
import type { RateLimit } from "../../metering/rates/rate-limit.ts";

/** The largest body of an operation that the public client token may call. */
export const authBodyBytesMax = 16 * 1024;

const signIns: RateLimit = { calls: 60, renewal_period_s: 60 };
const mailRequests: RateLimit = { calls: 10, renewal_period_s: 3600 };
const daySeconds = 86_400;
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
  const networks = networksOf(address).map((network, wider) => ({
    // No subscription id contains a slash.
    name: `address/${what}/${network}`,
    limit: { ...allowed, calls: boundOf(allowed.calls, wider) },
    refusal: `Too many ${what} from this ${wider === 0 ? "address" : "network"}.`,
  }));
  // A /48 has 65,536 networks: each would become a window in the database, for which all rate limits wait.
  for (const { name, limit, refusal } of networks.toReversed()) {
    const seconds = limits.rates.refusedSeconds(name, limit);
    if (seconds !== undefined) throw tooManyCalls(refusal, seconds);
  }
  // One network after another: calls that one refuses do not count for wider ones.
  for (const { name, limit, refusal } of networks) {
    const { admitted, resetSeconds } = await limits.rates.take(name, limit);
    if (!admitted) throw tooManyCalls(refusal, resetSeconds);
  }
}

export function limitSignIns(context: Context, client: Client): Promise<void> {
  return limitAddress(context, client, "sign-ins", signIns);
}

export function limitSignUps(context: Context, client: Client): Promise<void> {
  const { signupLimit: calls } = context.config;
  return limitAddress(context, client, "sign-ups", { calls, renewal_period_s: 3600 });
}

/** A tenth of the sign-ups that the installation has in a day: one network must not use them all up. Throws 429. */
export async function limitDailySignUps({ limits }: Context, client: Client, most: number): Promise<void> {
  if (client.isLocal) return;
  const limit = { calls: Math.ceil(most / 10), renewal_period_s: daySeconds };
  const name = `network/sign-ups/${wideNetworkOf(client.address)}`;
  const { admitted, resetSeconds } = await limits.rates.take(name, limit);
  if (!admitted)
    throw tooManyCalls(
      "So many have signed up from this network today. Try again later, or ask the operator.",
      resetSeconds,
    );
}

/** Limits the requests that send a mail. */
export function limitMailRequests(context: Context, client: Client): Promise<void> {
  return limitAddress(context, client, "requests for mail", mailRequests);
}

export function limitEmailChecks(context: Context, client: Client): Promise<void> {
  return limitAddress(context, client, "email checks", emailChecks);
}
