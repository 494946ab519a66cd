import { openCors } from "../access/policy/cors.ts";
import { withTimeout } from "../base/with-timeout.ts";
import { DatabaseUnavailable } from "../database/errors.ts";
import { InvalidRequest } from "../http/errors.ts";
import { send, sendAnswer } from "../http/reply.ts";
import { BatchAttempt } from "./batch-attempt.ts";
import { answerBatch } from "./batch-call.ts";
import type { Context, LookupOperation } from "./context.ts";
import { failureReply, loggedError } from "./failure.ts";
import { LookupCall } from "./lookup-call.ts";
import { keepAnswer, lookupEtag, settleUnchanged } from "./lookup-etag.ts";
import { settleError, settleInvalid, showCredits } from "./lookup-replies.ts";
import { openRequest, requireAllowed, uncharged } from "./metered-request.ts";
import { repeatHeader } from "./repeated-call.ts";
import type { RoutedRequest } from "./routed.ts";
import {
  bodyOf,
  changesNothing,
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
    if (request.method === "HEAD") throw methodNotAllowed("HEAD", [endpoint]);
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
    const input = validateInput(route, routed, body && (await body));
    if (!input.ok) return send(reply, await settleInvalid(call, input.detail));
    const uncertain = uncertainIn(context, routed.params, input.params);
    if (uncertain) return send(reply, await settleInvalid(call, uncertain));
    const vin = vinIn(input.params);
    if (vin !== undefined) call.isAbout(vin);
    Object.assign(metered.headers, vinReadHeader(routed.params, input.params));
    let data = access.isTest ? await testLookup(context, input.params) : context;
    if (repeated !== null) {
      await inLookupTime(call.repeat(repeated));
      data = { ...data, lookup: { ...data.lookup, isRepeat: true } };
    }
    const { onceKey } = routed;
    if (onceKey !== undefined && metered.cost > 0)
      call.join(await BatchAttempt.begin(metered, onceKey, null, requestId));
    const known = request.headers.get("if-none-match");
    if (known !== null) {
      const current = await inLookupTime(Promise.resolve(lookupEtag(data, endpoint, routed)));
      const unchanged = await settleUnchanged(call, known, current);
      if (unchanged) return send(reply, unchanged);
    }
    const reserved = call.reserveCredits();
    if (reserved) await (part?.waiting(reserved) ?? reserved);
    // Taken before the data are read, so that a change in between gives another ETag than this one.
    const tagged = lookupEtag(data, endpoint, routed);
    const handled = endpoint.handle(data, handlerCall(routed, access.caller, input, changesNothing));
    const answerMs = endpoint.limits?.answerMs?.(context);
    const answer = handled instanceof Promise ? await inLookupTime(handled, answerMs) : handled;
    const source = answer.headers?.["x-data-source"];
    if (part) await part.arrive();
    await call.settle({ status: 200, responseBytes: Buffer.byteLength(answer.body), source });
    const shown = showCredits(call);
    if (shown) await shown;
    keepAnswer(call, tagged instanceof Promise ? await tagged : tagged);
    return sendAnswer(reply, answer);
  } catch (thrown) {
    if (!call) {
      const headers = { ...routed.headers, ...uncharged };
      return send({ ...reply, headers }, failureReply(context, endpoint, reply, thrown));
    }
    if (thrown instanceof InvalidRequest) return send(reply, await settleInvalid(call, thrown.detail));
    const error = loggedError(context, endpoint, requestId, thrown);
    // A 404 can be charged.
    if (part) await part.arrive();
    return send(reply, await settleError(call, reply, error));
  }
}
