import { covers, type KeyAccess, requireActive } from "../access/keys/key-access.ts";
import { lookupHeaders, openCors } from "../access/policy/cors.ts";
import { exceeded } from "../access/policy/quota.ts";
import { withTimeout } from "../base/with-timeout.ts";
import { DatabaseUnavailable } from "../database/errors.ts";
import { ApiError } from "../http/errors.ts";
import { errorReply, type Reply, type ReplyContext, send, sendAnswer } from "../http/reply.ts";
import type { Refusal } from "../metering/credits/leases/refusal.ts";
import { JournalUnavailable } from "../metering/journal/journal.ts";
import { limitPolicies } from "../metering/limit-policies.ts";
import type { QuotaReservation } from "../metering/quotas/leased-quota.ts";
import { type RateDecision, type RateLimit, rateLeft } from "../metering/rates/rate-limit.ts";
import { CreditReservation } from "../metering/reservation.ts";
import type { CallRecord } from "../metering/usage/usage.ts";
import type { Context, Operation } from "./context.ts";
import { creditsRefused, failureReply, loggedError, refusedInputReply, unrecorded } from "./failure.ts";
import { recordedUrl } from "./recorded-url.ts";
import { readRemaining } from "./remaining-credits.ts";
import {
  bodyOf,
  changesNothing,
  handlerCall,
  methodNotAllowed,
  type Route,
  type RoutedRequest,
  replyContext,
  validateInput,
} from "./routed-request.ts";

type Lookup = NonNullable<Operation["lookup"]>;

/** A lookup whose data do not come in this time is refused: its caller waits no longer than a second. */
const lookupMs = 900;
const tooLate = () => new DatabaseUnavailable("the lookup's data did not come in time");

/**
 * The life of a lookup: its key is known, it is allowed, its input valid, its credits are taken, it is
 * answered, and it is settled (recorded and charged) before the answer leaves. The steps stand below in this
 * order. A step gives a promise only where it has to wait: a warm call waits for its record alone.
 */
export async function answerLookup(
  context: Context,
  route: Route,
  lookup: Lookup,
  arrival: RoutedRequest,
): Promise<Response> {
  const { endpoint } = route;
  const { request, requestId } = arrival;
  let reply = replyContext(context, request, requestId, arrival.headers, openCors);
  let call: LookupCall | undefined;
  try {
    if (request.method === "HEAD") throw methodNotAllowed("HEAD", [endpoint]);
    const found = context.identity.keys.find(arrival.key);
    const grant = found instanceof Promise ? await found : found;
    // A credential error comes before any judgement of the request; from here on all that happens is recorded.
    call = openLookup(context, route, lookup, arrival, grant);
    reply = replyContext(context, request, requestId, call.headers, call.shared);
    const allowed = requireAllowed(context, call);
    if (allowed) await allowed;
    const body = bodyOf(route, arrival);
    const input = validateInput(route, arrival, body && (await body));
    if (!input.ok) {
      const refused = refusedInputReply(context, endpoint, request, input.detail);
      call.errorCode = "validation_error";
      await settle(context, call, 422, Buffer.byteLength(refused.body));
      return send(reply, refused);
    }
    const taken = acquireStatement(context, call);
    if (taken) await taken;
    const handled = endpoint.handle(context, handlerCall(arrival, grant.caller, input, changesNothing));
    const answer = handled instanceof Promise ? await withTimeout(handled, lookupMs, tooLate) : handled;
    call.source = answer.headers?.["x-data-source"];
    await settle(context, call, 200, Buffer.byteLength(answer.body));
    const shown = showRemaining(context, call);
    if (shown) await shown;
    if (grant.policy.cacheControl) call.headers["cache-control"] = grant.policy.cacheControl;
    return sendAnswer(reply, answer);
  } catch (thrown) {
    if (!call) return send(reply, failureReply(context, endpoint, reply, thrown));
    const error = loggedError(context, endpoint, requestId, thrown);
    return send(reply, await settleError(context, call, reply, error));
  }
}

/** A lookup whose subscription is known. */
export interface LookupCall {
  readonly arrival: RoutedRequest;
  readonly route: Route;
  readonly lookup: Lookup;
  readonly grant: KeyAccess;
  /** The credits that its answer costs. */
  readonly cost: number;
  /** Of its answer, whatever that will be: what others share, and its own, to which what is learnt is added. */
  readonly shared: ReplyContext["shared"];
  readonly headers: Record<string, string>;
  /** Wall clock: the moment by which its quota counts it and reports show it. */
  readonly at: number;
  /** Its place in the quota, and its credits: from their taking until the call is settled. */
  place: QuotaReservation | undefined;
  ticket: CreditReservation | undefined;
  /** What its record says of the answer. */
  errorCode: string | undefined;
  source: string | undefined;
}

export function openLookup(
  context: Context,
  route: Route,
  lookup: Lookup,
  arrival: RoutedRequest,
  grant: KeyAccess,
): LookupCall {
  const { policy } = grant;
  return {
    arrival,
    route,
    lookup,
    grant,
    cost: policy.costOf(lookup),
    shared: lookupHeaders(policy, arrival.request.headers.get("origin")),
    headers: { ...arrival.headers },
    at: context.clock(),
    place: undefined,
    ticket: undefined,
    errorCode: undefined,
    source: undefined,
  };
}

/** What is checked before the request is judged: states, the API, the address, rate and quota. Throws 401, 403, 429. */
function requireAllowed(context: Context, call: LookupCall): void | Promise<void> {
  const late = requireRated(context, call);
  return late ? late.then(() => takeQuota(context, call)) : takeQuota(context, call);
}

/** The same without a place in the quota. */
export function requireRated(context: Context, call: LookupCall): void | Promise<void> {
  const { grant, lookup, arrival } = call;
  const { caller, policy } = grant;
  requireActive(grant, call.at);
  if (!covers(grant, lookup.api))
    throw new ApiError("api_not_in_product", `This subscription does not cover the API ${lookup.api}.`);
  if (!policy.admitsAddress(arrival.address))
    throw new ApiError("ip_not_allowed", `This subscription may not be used from ${arrival.address}.`);
  const { rate_limit: limit, quota } = policy;
  if (limit || quota) call.headers["ratelimit-policy"] = limitPolicies(policy, call.at);
  // Before the rate, so that a call which the quota refuses takes no call of the rate.
  if (quota && context.limits.quotas.usedUp(caller.subscriptionId, quota, call.at))
    throw exceeded(quota, call.at);
  if (!limit) return;
  const verdict = context.limits.rates.take(caller.subscriptionId, limit);
  if (verdict instanceof Promise) return verdict.then((late) => requireRate(call, limit, late));
  requireRate(call, limit, verdict);
}

function requireRate({ headers }: LookupCall, limit: RateLimit, verdict: RateDecision): void {
  headers.ratelimit = rateLeft(verdict);
  if (!verdict.admitted)
    throw new ApiError(
      "rate_limited",
      `This subscription may make ${limit.calls} calls in ${limit.renewal_period_s} s.`,
      { headers: { "retry-after": String(verdict.resetSeconds) } },
    );
}

function takeQuota(context: Context, call: LookupCall): void | Promise<void> {
  const { policy, caller } = call.grant;
  if (!policy.quota) return;
  const { started } = call.arrival;
  const place = context.limits.quotas.take(caller.subscriptionId, policy.quota, call.at, started);
  if (place instanceof Promise)
    return place.then((late) => {
      call.place = late;
    });
  call.place = place;
}

/** Takes its credits before its work. Throws 402, 403, or 503 where it cannot be known or recorded. */
function acquireStatement(context: Context, call: LookupCall): void | Promise<void> {
  const { grant, cost, arrival } = call;
  const admitted = context.metering.admit(grant.caller.subscriptionId, cost, arrival.started);
  if (admitted instanceof Promise) return admitted.then((late) => keepTicket(context, call, late));
  keepTicket(context, call, admitted);
}

function keepTicket(context: Context, call: LookupCall, admitted: CreditReservation | Refusal): void {
  if (!(admitted instanceof CreditReservation)) {
    if (admitted.kind === "exhausted") call.headers["x-credits-remaining"] = String(admitted.remaining);
    throw creditsRefused(context, call.cost, admitted);
  }
  call.ticket = admitted;
}

/**
 * Records the call, and charges it where its answer costs something: resolves when its record is written, and
 * the answer may leave. A 404 costs nothing unless the product says so, every other refusal costs nothing, and
 * neither does a call whose client has gone; of refusals only so many are recorded. Rejects with
 * `JournalUnavailable` where the record cannot be written: nothing is charged.
 */
export function settle(
  context: Context,
  call: LookupCall,
  status: number,
  responseBytes: number,
): Promise<void> {
  const { ticket, place, grant } = call;
  call.ticket = undefined;
  call.place = undefined;
  const answered = status === 200 || status === 404;
  const charged = status === 200 || (status === 404 && grant.policy.chargesMisses);
  const recorded = answered || context.refusals.toRecord(grant.caller.subscriptionId);
  const record = recorded
    ? recordOf(call, status, charged && ticket ? call.cost : 0, responseBytes)
    : undefined;
  const written = writeRecord(context, ticket, record, call.arrival.request.signal);
  if (!place) return written;
  return written.then(
    () => place.settle(answered, responseBytes),
    (error) => {
      place.settle(false, 0);
      throw error;
    },
  );
}

function writeRecord(
  { metering }: Context,
  ticket: CreditReservation | undefined,
  record: CallRecord | undefined,
  client: AbortSignal,
): Promise<void> {
  if (ticket) return ticket.settle(record, client);
  return record ? metering.record(record) : Promise.resolve();
}

function recordOf(
  { at, grant, lookup, route, arrival, errorCode, source }: LookupCall,
  status: number,
  credits: number,
  responseBytes: number,
): CallRecord {
  const { request, requestId, path, search, address, started } = arrival;
  const elapsed = Math.round((performance.now() - started) * 1000);
  return {
    at,
    requestId,
    caller: grant.caller,
    api: lookup.api,
    operation: route.endpoint.id,
    method: request.method,
    url: recordedUrl(path, search, route.parameters),
    address,
    status,
    credits,
    errorCode,
    key: grant.slot,
    source,
    requestBytes: Number(request.headers.get("content-length") ?? 0),
    responseBytes,
    apiMicros: elapsed,
    serviceMicros: elapsed,
  };
}

/**
 * Settles a lookup that ends in an error. A refusal stands even where it cannot be recorded; that there is no
 * such record is an answer, and is not given without its own.
 */
export async function settleError(
  context: Context,
  call: LookupCall,
  reply: ReplyContext,
  error: ApiError,
): Promise<Reply> {
  const refusal = errorReply(reply, error);
  call.errorCode = error.code;
  const answers = refusal.status === 404;
  try {
    await settle(context, call, refusal.status, Buffer.byteLength(refusal.body));
    if (answers) await showRemaining(context, call);
    return refusal;
  } catch (thrown) {
    return answers && thrown instanceof JournalUnavailable ? errorReply(reply, unrecorded()) : refusal;
  }
}

/** Tells what is left after an answered call: at once, but where the call took nothing and nothing is known. */
function showRemaining(context: Context, { grant, headers }: LookupCall): void | Promise<void> {
  const { subscriptionId } = grant.caller;
  const known = context.metering.remaining(subscriptionId);
  if (known === undefined) return readRemaining(context.database, subscriptionId, headers);
  headers["x-credits-remaining"] = String(known);
}
