import type { RoutedRequest } from "../../calls/routed.ts";

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
  // They replace the method, the host or the path that was checked, charged and recorded.
  ...["x-http-method-override", "x-http-method", "x-method-override", "x-original-method"],
  ...["x-original-url", "x-original-uri", "x-rewrite-url", "x-host", "x-original-host", "x-script-name"],
]);

const isNotSent = (name: string): boolean =>
  notSent.has(name) || name.startsWith("proxy-") || name.startsWith("x-forwarded-");

/** The names of a `Connection` header, which belong to the connection as well. */
export function connectionNames(value: string | undefined): ReadonlySet<string> | undefined {
  if (value === undefined || /^(keep-alive|close)$/i.test(value)) return undefined;
  return new Set(value.split(",").map((name) => name.trim().toLowerCase()));
}

/** Names this service: in `via`, and as callers reach it. */
export interface OwnName {
  readonly via: string;
  readonly protocol: "http" | "https";
  readonly host: string;
}

/** Whether a request has come through this service before. */
export function hasPassed(headers: Headers, { via }: OwnName): boolean {
  return headers.get("via")?.includes(via) ?? false;
}

/** The `via` of what is sent on: that of the request, and this service. */
export function viaOf(via: string | null | undefined, own: OwnName): string {
  return via ? `${via}, ${own.via}` : own.via;
}

/**
 * What the upstream receives: the caller's headers without those of the connection and without any credential. `only`:
 * the answer may be kept for other callers, so that nothing else of this one goes out.
 */
export function requestHeaders(
  routed: RoutedRequest,
  own: OwnName,
  only?: ReadonlySet<string>,
): Record<string, string> {
  const sent: Record<string, string> = {};
  // An object is made of headers much faster than they are read one by one.
  const all = routed.request.headers.toJSON() as Record<string, string>;
  const dropped = connectionNames(all.connection);
  for (const name in all)
    if (!isNotSent(name) && dropped?.has(name) !== true && only?.has(name) !== false) sent[name] = all[name]!;
  // `fetch` would add its own, and the caller would get what it cannot read.
  sent["accept-encoding"] ??= "identity";
  sent["user-agent"] ??= "vingate";
  sent["x-request-id"] = routed.requestId;
  if (routed.trace) sent.traceparent = routed.trace.outgoing;
  else sent.traceparent ??= newTrace();
  sent.via = viaOf(only ? undefined : all.via, own);
  if (!only) sent["x-forwarded-for"] = routed.address;
  sent["x-forwarded-proto"] = own.protocol;
  sent["x-forwarded-host"] = own.host;
  return sent;
}

/** A trace that begins here. */
export function newTrace(): string {
  const id = crypto.randomUUID();
  const [start, end] = [id.slice(0, 8), id.slice(24)];
  // The span only has to differ from others of its trace.
  return `00-${start}${id.slice(9, 13)}${id.slice(14, 18)}${id.slice(19, 23)}${end}-${start}${end.slice(4)}-01`;
}
