import type { MeteredRequest } from "../calls/metered-request.ts";
import { connectionNames, hopByHop } from "./request-headers.ts";
import type { Target } from "./targets.ts";

const isNotReturned = (name: string): boolean => notReturned.has(name) || name.startsWith("access-control-");

/**
 * Never sent back: those of the connection, the upstream's own, and those that would speak for the whole of our origin.
 */
const notReturned: ReadonlySet<string> = new Set([
  ...hopByHop,
  ...["set-cookie", "server", "content-length", "alt-svc", "strict-transport-security", "clear-site-data"],
  ...[
    "public-key-pins",
    "service-worker-allowed",
    "x-request-id",
    "content-security-policy",
    "nel",
    "report-to",
  ],
  ...["origin-agent-cluster", "x-credits-remaining"],
]);

/** The headers of a forwarded answer, without cookies: the upstream's, then ours. */
export function responseHeaders(
  target: Target,
  upstream: Pick<Response, "status" | "headers">,
  { headers: own, shared, routed, access }: MeteredRequest,
  publicUrl: string,
): Record<string, string> {
  const sent: Record<string, string> = {};
  const dropped = connectionNames(upstream.headers.get("connection"));
  const all = upstream.headers.toJSON() as Record<string, string>;
  for (const name in all) if (!isNotReturned(name) && dropped?.has(name) !== true) sent[name] = all[name]!;
  if (sent.location !== undefined) sent.location = ownLocation(target, sent.location, publicUrl);
  const { cacheControl } = access.policy;
  const { vary, "cache-control": caching = upstream.status === 200 ? cacheControl : undefined } = sent;
  Object.assign(sent, shared, own);
  if (vary !== undefined) sent.vary = shared.vary === undefined ? vary : `${vary}, ${shared.vary}`;
  if (caching !== undefined) sent["cache-control"] = caching;
  sent["x-request-id"] = routed.requestId;
  // The console has the same origin: a page of an upstream must not act for who is signed in there.
  sent["content-security-policy"] = "sandbox";
  sent["x-content-type-options"] = "nosniff";
  return sent;
}

/** A redirect within the upstream's API leads through this service. */
function ownLocation({ origin, basePath, path }: Target, location: string, publicUrl: string): string {
  const target = URL.parse(location, `${origin}${basePath}/`);
  if (target?.origin !== origin) return location;
  const { pathname, search, hash } = target;
  if (pathname !== basePath && !pathname.startsWith(`${basePath}/`)) return location;
  // A relative one stays relative to the request's path, which has the same form.
  if (!/^([a-z][a-z0-9+.-]*:|\/)/i.test(location)) return location;
  return `${publicUrl}/${path}${pathname.slice(basePath.length)}${search}${hash}`;
}
