import { axios, Client, crypto } from "acme-client";
import type { OutboundGuard } from "../../outbound/guard.ts";
import type { Tls } from "./tls.ts";

/** The request to an authority, and the account for it. */
export interface Order {
  /** The URL of the authority's directory. */
  readonly directory: string;
  readonly names: readonly [string, ...string[]];
  readonly email: string | undefined;
  /** PEM. */
  readonly accountKey: string;
  readonly guard: OutboundGuard;
  /** Makes the response to a challenge public. */
  publish(token: string, authorization: string): Promise<void>;
  withdraw(token: string): Promise<void>;
}

const orderMs = 120_000;

/** A key for an account or a certificate (ECDSA P-256), as PEM. */
export async function newKey(): Promise<string> {
  return (await crypto.createPrivateEcdsaKey()).toString();
}

/** Resolves to a new certificate with a key of its own. Throws the error of the authority or the connection. */
export async function orderCertificate(order: Order): Promise<Tls> {
  const { names, email, guard } = order;
  const end = AbortSignal.timeout(orderMs);
  // All connections that the service opens are checked in one place.
  axios.defaults.adapter = async (config) => {
    const response = await guard.fetch(config.url!, {
      method: (config.method ?? "get").toUpperCase(),
      headers: { ...(config.headers.toJSON() as Record<string, string>), "accept-encoding": "identity" },
      ...(config.data !== undefined && { body: new TextEncoder().encode(config.data) }),
      signal: end,
    });
    const { status, statusText } = response;
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    const data = isJson ? JSON.parse(text) : text;
    return { data, status, statusText, headers: Object.fromEntries(response.headers), config };
  };
  const client = new Client({ directoryUrl: order.directory, accountKey: order.accountKey });
  const [key, request] = await crypto.createCsr({ altNames: [...names] }, await newKey());
  const chain = await client.auto({
    csr: request,
    ...(email !== undefined && { email }),
    termsOfServiceAgreed: true,
    challengePriority: ["http-01"],
    // Its own check would connect to the name from here, which many networks do not route.
    skipChallengeVerification: true,
    challengeCreateFn: (_, { token }, authorization) => order.publish(token, authorization),
    challengeRemoveFn: (_, { token }) => order.withdraw(token),
  });
  return { cert: chain.toString(), key: key.toString() };
}
