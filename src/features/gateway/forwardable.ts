import type { MeteredRequest } from "../../calls/metered-request.ts";
import type { RoutedRequest } from "../../calls/routed.ts";
import { ApiError, forbidden, tooManyCalls } from "../../http/errors.ts";
import { requireNoTrailers } from "./request-body.ts";
import { hasPassed, type OwnName } from "./request-headers.ts";
import type { Target } from "./targets.ts";
import { openPayer } from "./upstream-state/places.ts";

const openCallsPerMinute = 600;
const forwardedMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/** Counts a call without a key by its client's network, for all nodes. Throws 429. */
export async function requireOpenRate({ context, routed, lookup }: MeteredRequest): Promise<void> {
  const limit = { calls: openCallsPerMinute, renewal_period_s: 60 };
  const holder = `${openPayer(routed.address)}/${lookup.api}`;
  const { admitted, resetSeconds } = await context.limits.rates.take(holder, limit);
  if (!admitted)
    throw tooManyCalls(
      `Rate limit exceeded: ${openCallsPerMinute} calls per minute without a key.`,
      resetSeconds,
    );
}

/** The protocol that a request offers to change to; `h2c` is an offer that an answer in HTTP/1.1 declines. */
function upgradeOf(headers: Headers): string | undefined {
  const protocol = headers.get("upgrade");
  const isMeant = /\bupgrade\b/i.test(headers.get("connection") ?? "");
  if (protocol === null || !isMeant || /^h2c?$/i.test(protocol)) return undefined;
  return /^[\w./-]{1,40}$/.test(protocol) ? protocol : "another protocol";
}

/** The 403 of a key for tests. */
export function notForwarded({ name }: Target): ApiError {
  return forbidden(
    `A test key is not forwarded to ${name}: its service would answer for real. Use the primary or secondary key.`,
  );
}

/** Throws 400, 405, 426 and 508. */
export function requireForwardable(
  { own }: { readonly own: OwnName },
  { name }: Target,
  { request }: RoutedRequest,
): void {
  const { method, headers } = request;
  const upgrade = upgradeOf(headers);
  if (upgrade !== undefined)
    throw new ApiError("upgrade_refused", `An upgrade to ${upgrade} is not forwarded. Nothing was charged.`, {
      headers: { upgrade: "HTTP/1.1", connection: "upgrade" },
    });
  requireNoTrailers(request);
  if (method === "TRACE" || method === "CONNECT")
    throw new ApiError("method_not_allowed", `${method} is not forwarded.`, {
      headers: { allow: forwardedMethods },
    });
  if (hasPassed(headers, own))
    throw new ApiError("loop_detected", `The service of ${name} leads back here. Nothing was charged.`);
}
