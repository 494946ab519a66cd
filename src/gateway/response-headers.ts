import type { MeteredRequest } from "../calls/metered-request.ts";
import { connectionNames, hopByHop } from "./request-headers.ts";
import type { Target } from "./targets.ts";

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

/** The headers of a forwarded answer: the upstream's, then ours. */
export function responseHeaders(
  target: Target,
  upstream: Pick<Response, "status" | "headers">,
  { headers: own, shared, routed, access }: MeteredRequest,
  publicUrl: string,
): Headers {
  const sent = new Headers();
  const dropped = connectionNames(upstream.headers.get("connection"));
  for (const [name, value] of upstream.headers) {
    if (notReturned.has(name) || name.startsWith("access-control-")) continue;
    if (dropped?.has(name) !== true) sent.append(name, value);
  }
  if (target.sendsCookies)
    for (const cookie of upstream.headers.getSetCookie()) sent.append("set-cookie", cookie);
  const location = sent.get("location");
  if (location !== null) sent.set("location", ownLocation(target, location, publicUrl));
  for (const [name, value] of Object.entries(shared)) {
    if (name === "vary") sent.append(name, value);
    else if (name !== "cache-control" || !sent.has(name)) sent.set(name, value);
  }
  const { cacheControl } = access.policy;
  if (cacheControl && upstream.status === 200 && !upstream.headers.has("cache-control"))
    sent.set("cache-control", cacheControl);
  for (const name of Object.keys(own)) sent.set(name, own[name]!);
  sent.set("x-request-id", routed.requestId);
  // The console has the same origin: a page of an upstream must not act for who is signed in there.
  sent.set("content-security-policy", "sandbox");
  sent.set("x-content-type-options", "nosniff");
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
