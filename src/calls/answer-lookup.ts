import { openCors } from "../access/policy/cors.ts";
import { withTimeout } from "../base/with-timeout.ts";
import { DatabaseUnavailable } from "../database/errors.ts";
import { type Reply, send, sendAnswer } from "../http/reply.ts";
import { BatchAttempt } from "./batch-attempt.ts";
import { answerBatch } from "./batch-call.ts";
import type { Context, LookupOperation } from "./context.ts";
import { failureReply } from "./failure.ts";
import { LookupCall } from "./lookup-call.ts";
import { lookupEtag, settleAnswer, settleInvalid, settleThrown, settleUnchanged } from "./lookup-replies.ts";
import { openRequest, requireAllowed, uncharged } from "./metered-request.ts";
import { repeatHeader } from "./repeated-call.ts";
import type { RoutedRequest } from "./routed.ts";
import {
  bodyOf,
  changesNothing,
  coverageLink,
  handlerCall,
  methodNotAllowed,
  type Route,
  replyContext,
  validateInput,
} from "./routed-request.ts";
import { testLookup } from "./test-keys/test-context.ts";
import { uncertainIn, vinIn, vinReadHeader } from "./vin-notes.ts";

/** A lookup whose data takes longer is refused: its caller waits a second at most. */
export const lookupMs = 900;
const tooLate = () => new DatabaseUnavailable("the lookup's data did not come in time");

/** Rejects if a lookup's data does not come in time. */
export function inLookupTime<T>(data: PromiseLike<T>, milliseconds = lookupMs): Promise<T> {
  return withTimeout(data, milliseconds, tooLate);
}

/**
 * The life of a lookup: find its key, check what the key allows, validate the input, reserve credits, answer, and
 * settle (record and charge) before the answer leaves. A step is awaited only if it must wait.
 */
export async function answerLookup(
  context: Context,
  route: Route,
  endpoint: LookupOperation,
  routed: RoutedRequest,
): Promise<Response> {
  const { request, requestId, part } = routed;
  let reply = replyContext(context, routed, routed.headers, openCors);
  let call: LookupCall | undefined;
  try {
    if (request.method === "HEAD") throw methodNotAllowed("HEAD", [endpoint], coverageLink(context, routed));
    const found = context.identity.keys.find(routed.key, routed.via);
    const access = found instanceof Promise ? await found : found;
    // A credential error comes before any other; from here on the call is recorded.
    const metered = openRequest(context, route, endpoint.lookup, routed, access);
    call = LookupCall.single(metered);
    reply = replyContext(context, routed, metered.headers, metered.shared);
    const allowed = requireAllowed(metered);
    if (allowed) await allowed;
    const repeated = request.headers.get(repeatHeader);
    if (endpoint.answers === "lines") {
      if (repeated !== null) await call.repeat(repeated);
      return send(reply, await answerBatch(call, route, endpoint));
    }
    const counted = call.reserveQuota();
    if (counted) await (part?.waiting(counted) ?? counted);
    const body = bodyOf(route, routed);
    const input = readInput(context, route, routed, body && (await body));
    if (!input.ok) return send(reply, await settleInvalid(call, input.detail));
    nameVehicle(call, input.params);
    const special = access.isTest || repeated !== null;
    const data = special ? await contextFor(call, repeated, input.params) : context;
    const { onceKey } = routed;
    if (onceKey !== undefined && metered.cost > 0)
      call.join(await BatchAttempt.begin(metered, onceKey, null, requestId));
    const known = request.headers.get("if-none-match");
    const unchanged = known === null ? undefined : await settleKnown(call, data, endpoint, known);
    if (unchanged) return send(reply, unchanged);
    const reserved = call.reserveCredits();
    if (reserved) await (part?.waiting(reserved) ?? reserved);
    // Taken before the data are read, so that a change in between gives another ETag than this one.
    const tagged = lookupEtag(data, endpoint, routed);
    const handled = endpoint.handle(data, handlerCall(routed, access.caller, input, changesNothing));
    const answerMs = endpoint.limits?.answerMs?.(context);
    const answer = handled instanceof Promise ? await inLookupTime(handled, answerMs) : handled;
    await settleAnswer(call, answer, tagged);
    return sendAnswer(reply, answer);
  } catch (thrown) {
    if (!call) {
      const headers = { ...routed.headers, ...uncharged };
      return send({ ...reply, headers }, failureReply(context, endpoint, reply, thrown));
    }
    return send(reply, await settleThrown(call, endpoint, reply, thrown));
  }
}

/** The validated input, or its faults: a VIN that was read and can be another one as well is one of them. */
function readInput(
  context: Context,
  route: Route,
  routed: RoutedRequest,
  body: Uint8Array | null,
): ReturnType<typeof validateInput> {
  const input = validateInput(route, routed, body);
  const detail = input.ok ? uncertainIn(context, routed.params, input.params) : undefined;
  return detail ? { ok: false, detail } : input;
}

/** Names the VIN that a call is about to its plan, and to its caller if it was repaired. */
function nameVehicle(call: LookupCall, params: unknown): void {
  const vin = vinIn(params);
  if (vin !== undefined) call.isAbout(vin);
  Object.assign(call.request.headers, vinReadHeader(call.request.routed.params, params));
}

/** The context of a call with a test key, or of one that repeats a charged one. */
async function contextFor(call: LookupCall, repeated: string | null, params: unknown): Promise<Context> {
  const { context, access } = call.request;
  const data = access.isTest ? await testLookup(context, params) : context;
  if (repeated === null) return data;
  await inLookupTime(call.repeat(repeated));
  return { ...data, lookup: { ...data.lookup, isRepeat: true } };
}

/** The reply to a caller that has the current version. */
async function settleKnown(
  call: LookupCall,
  data: Context,
  endpoint: LookupOperation,
  known: string,
): Promise<Reply | undefined> {
  const current = await inLookupTime(Promise.resolve(lookupEtag(data, endpoint, call.request.routed)));
  return settleUnchanged(call, known, current);
}
