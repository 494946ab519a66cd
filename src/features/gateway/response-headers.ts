import { withoutSecrets } from "../../access/upstream-credentials.ts";
import type { MeteredRequest } from "../../calls/metered-request.ts";
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
  ...["origin-agent-cluster", "x-credits-remaining", "x-content-type-options"],
]);

/** The headers of a forwarded answer, without cookies: the upstream's, then ours. */
export function responseHeaders(
  target: Target,
  upstream: Pick<Response, "status" | "headers">,
  { headers: own, shared, routed, access }: MeteredRequest,
  publicUrl: string,
): Headers {
  const sent = new Headers(headersOfAll(shared));
  const all = upstream.headers.toJSON() as Record<string, string>;
  const dropped = connectionNames(all.connection);
  const { cacheControl } = access.policy;
  if (cacheControl !== undefined && upstream.status === 200) sent.set("cache-control", cacheControl);
  for (const name in all) {
    if (isNotReturned(name) || dropped?.has(name)) continue;
    // A redirect or a link may repeat the parameters of the request.
    const value = withoutSecrets(all[name]!, target.identity);
    if (name === "location") sent.set(name, ownLocation(target, value, publicUrl));
    else sent.set(name, name === "vary" && shared.vary !== undefined ? `${value}, ${shared.vary}` : value);
  }
  for (const name in own) sent.set(name, own[name]!);
  sent.set("x-request-id", routed.requestId);
  // Distinguishes the upstream's 401 or 429 from one of this service (RFC 9209).
  if (upstream.status >= 400) sent.append("proxy-status", `vingate; received-status=${upstream.status}`);
  return sent;
}

const prepared = new WeakMap<object, Headers>();

/** The headers that all answers with the same `shared` have. To make them takes much longer than to copy them. */
function headersOfAll(shared: MeteredRequest["shared"]): Headers {
  let made = prepared.get(shared);
  if (!made) {
    made = new Headers(shared);
    // The console has the same origin: a page of an upstream must not act for who is signed in there.
    made.set("content-security-policy", "sandbox");
    made.set("x-content-type-options", "nosniff");
    prepared.set(shared, made);
  }
  return made;
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
