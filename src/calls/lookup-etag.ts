import { namesEtag } from "../http/etag.ts";
import type { Reply } from "../http/reply.ts";
import type { Context, LookupOperation } from "./context.ts";
import type { LookupCall } from "./lookup-call.ts";
import { showCredits } from "./lookup-replies.ts";
import type { RoutedRequest } from "./routed.ts";

/**
 * The ETag of a lookup's answer if it is made now: of its data's version and its path and query, so that no body is
 * hashed. It is weak: signed addresses of images differ.
 */
export function lookupEtag(
  context: Context,
  endpoint: LookupOperation,
  { path, search }: RoutedRequest,
): string | undefined | Promise<string | undefined> {
  if (endpoint.answers === "lines" || !endpoint.version) return;
  const version = endpoint.version(context);
  if (version === undefined) return;
  const of = (text: string) => `W/"${text}-${Bun.hash.xxHash32(path + search).toString(36)}"`;
  return version instanceof Promise ? version.then(of, () => undefined) : of(version);
}

/**
 * Settles a call whose caller has the current version. It takes no credits unless the product charges misses; undefined
 * if the caller has none or another version. `*` is no version: whether there is an answer is not known yet.
 */
export async function settleUnchanged(
  call: LookupCall,
  known: string,
  etag: string | undefined,
): Promise<Reply | undefined> {
  if (etag === undefined || known.trim() === "*" || !namesEtag(known, etag.slice("W/".length), true)) return;
  const { request } = call;
  if (request.access.policy.chargesMisses) await call.reserveCredits();
  await call.settle({ status: 304, responseBytes: 0 });
  await showCredits(call);
  keepAnswer(call, etag);
  return { status: 304, type: "application/json", body: "" };
}

/** The headers by which a caller may keep an answer. */
export function keepAnswer({ request: { access, headers } }: LookupCall, etag: string | undefined): void {
  const { cacheControl } = access.policy;
  if (cacheControl) headers["cache-control"] = cacheControl;
  if (etag !== undefined) headers.etag = etag;
}
