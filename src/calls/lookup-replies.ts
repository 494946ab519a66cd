import { withTimeout } from "../base/with-timeout.ts";
import { DatabaseUnavailable } from "../database/errors.ts";
import type { Answer } from "../http/endpoint.ts";
import { type ApiError, InvalidRequest } from "../http/errors.ts";
import { namesEtag } from "../http/etag.ts";
import { errorReply, type Reply, type ReplyContext } from "../http/reply.ts";
import type { ValidationIssue } from "../http/validation/issues.ts";
import { readCredits } from "../metering/credits/credits.ts";
import { JournalUnavailable } from "../metering/journal/journal.ts";
import type { Context, LookupOperation } from "./context.ts";
import { loggedError, refusedInputReply, unrecorded } from "./failure.ts";
import type { LookupCall } from "./lookup-call.ts";
import type { RoutedRequest } from "./routed.ts";

/** Settles a call whose input is invalid. */
export async function settleInvalid(call: LookupCall, detail: readonly ValidationIssue[]): Promise<Reply> {
  const { context, route, routed } = call.request;
  const reply = refusedInputReply(context, route.endpoint, routed.request, detail);
  const responseBytes = Buffer.byteLength(reply.body);
  await call.settle({ status: 422, responseBytes, errorCode: "validation_error" });
  return reply;
}

/** Settles a call that ends in an error. A refusal is sent even if it cannot be recorded; a 404 is an answer. */
export async function settleError(
  call: LookupCall,
  reply: ReplyContext,
  error: ApiError,
  upstreamMicros?: number,
): Promise<Reply> {
  const refusal = errorReply(reply, error);
  const { status } = refusal;
  const isAnswer = status === 404;
  const { freeFor } = error.extra;
  try {
    const responseBytes = Buffer.byteLength(refusal.body);
    const errorCode = freeFor ?? error.code;
    await call.settle({ status, responseBytes, errorCode, upstreamMicros, isFree: freeFor !== undefined });
    if (isAnswer) await showCredits(call);
    return refusal;
  } catch (thrown) {
    return isAnswer && thrown instanceof JournalUnavailable ? errorReply(reply, unrecorded()) : refusal;
  }
}

/** The answer is charged by now, so it does not wait long for the remaining credits. */
const remainingMs = 300;
const late = () => new DatabaseUnavailable("the remaining credits were not read in time");

/**
 * Adds the credits of a settled call, and the remaining ones, to the headers. Reads the balance only if this node has
 * not cached it.
 */
export function showCredits({ request, charged }: LookupCall): void | Promise<void> {
  const { context, access, headers } = request;
  if (charged > 0) headers["x-credits-charged"] = String(charged);
  const { subscriptionId } = access.caller;
  const known = context.metering.remaining(subscriptionId);
  if (known !== undefined) {
    headers["x-credits-remaining"] = String(known);
    return;
  }
  return withTimeout(readCredits(context.database, subscriptionId), remainingMs, late).then(
    (credits) => {
      if (credits) headers["x-credits-remaining"] = String(credits.remaining ?? "unlimited");
    },
    () => undefined,
  );
}

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

/** Settles a call that has its answer, and completes its headers. */
export async function settleAnswer(
  call: LookupCall,
  { body, headers }: Answer,
  tagged: ReturnType<typeof lookupEtag>,
): Promise<void> {
  const { part } = call.request.routed;
  if (part) await part.arrive();
  const source = headers?.["x-data-source"];
  await call.settle({ status: 200, responseBytes: Buffer.byteLength(body), source });
  const shown = showCredits(call);
  if (shown) await shown;
  keepAnswer(call, tagged instanceof Promise ? await tagged : tagged);
}

/** Settles a call whose handler, or a step before, threw. */
export async function settleThrown(
  call: LookupCall,
  endpoint: LookupOperation,
  reply: ReplyContext,
  thrown: unknown,
): Promise<Reply> {
  if (thrown instanceof InvalidRequest) return settleInvalid(call, thrown.detail);
  const { context, routed } = call.request;
  const error = loggedError(context, endpoint, routed.requestId, thrown);
  // A 404 can be charged.
  if (routed.part) await routed.part.arrive();
  return settleError(call, reply, error);
}
