import { randomBytes } from "node:crypto";
import type { RoutedRequest } from "../calls/routed.ts";
import type { Target } from "./targets.ts";

/** Headers of one connection, which never go through. */
export const hopByHop: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
  ...["proxy-authenticate", "proxy-authorization", "http2-settings"],
]);

/** Credentials of the caller, what we state ourselves, and what `fetch` makes. */
const notSent: ReadonlySet<string> = new Set([
  ...hopByHop,
  ...["x-authkey", "api-key", "authorization", "cookie", "host", "content-length", "expect", "forwarded"],
  ...["x-request-id", "x-repeat-of", "idempotency-key-charge", "via", "x-real-ip"],
]);

const isNotSent = (name: string): boolean =>
  notSent.has(name) || name.startsWith("proxy-") || name.startsWith("x-forwarded-");

/** The names of a `Connection` header, which belong to the connection as well. */
export function connectionNames(value: string | null): ReadonlySet<string> | undefined {
  if (value === null || /^(keep-alive|close)$/i.test(value)) return undefined;
  return new Set(value.split(",").map((name) => name.trim().toLowerCase()));
}

/** Names this service in `via`. */
export interface OwnName {
  readonly via: string;
  readonly protocol: "http" | "https";
}

/** Whether a request has come through this service before. */
export function hasPassed(headers: Headers, { via }: OwnName): boolean {
  return headers.get("via")?.includes(via) ?? false;
}

/** What the upstream receives: the caller's headers without those of the connection and without any credential. */
export function requestHeaders(target: Target, routed: RoutedRequest, own: OwnName): Record<string, string> {
  const { headers } = routed.request;
  const dropped = connectionNames(headers.get("connection"));
  const sent: Record<string, string> = {};
  for (const [name, value] of headers)
    if (!isNotSent(name) && dropped?.has(name) !== true) sent[name] = value;
  const via = headers.get("via");
  // `fetch` would add its own, and the caller would get what it cannot read.
  sent["accept-encoding"] ??= "identity";
  sent.accept ??= "*/*";
  sent["user-agent"] ??= "vingate";
  sent["x-request-id"] = routed.requestId;
  sent.traceparent ??= newTrace();
  sent.via = via === null ? own.via : `${via}, ${own.via}`;
  sent["x-forwarded-for"] = routed.address;
  sent["x-forwarded-proto"] = own.protocol;
  const host = headers.get("host");
  if (host !== null) sent["x-forwarded-host"] = host;
  if (target.auth) sent[target.auth.header] = target.auth.value;
  return sent;
}

/** A trace that begins here. */
function newTrace(): string {
  const id = randomBytes(24).toString("hex");
  return `00-${id.slice(0, 32)}-${id.slice(32)}-01`;
}
