import type { KeyAccess } from "../../access/keys/key-access.ts";
import { openCors } from "../../access/policy/cors.ts";
import { enforcedPolicy } from "../../access/policy/enforced.ts";
import type { Context } from "../../calls/context.ts";
import { failureReply, loggedError } from "../../calls/failure.ts";
import { LookupCall } from "../../calls/lookup-call.ts";
import { settleError, settleInvalid, showCredits } from "../../calls/lookup-replies.ts";
import { openRequest, requireAllowed, uncharged } from "../../calls/metered-request.ts";
import type { RoutedRequest } from "../../calls/routed.ts";
import { replyContext } from "../../calls/routed-request.ts";
import { InvalidRequest } from "../../http/errors.ts";
import { send } from "../../http/reply.ts";
import type { OutboundGuard } from "../../outbound/guard.ts";
import type { RequestMeter } from "../../telemetry/metrics/meters.ts";
import { answerBody } from "./answer-body.ts";
import {
  type AnswerCache,
  type CacheableRequest,
  cacheableRequest,
  type KeptAnswer,
} from "./answer-cache.ts";
import type { BodyStore } from "./body-store.ts";
import { findMisfits, isBodyChecked, matchOperation, requireOperation } from "./check-call.ts";
import type { CallChecks } from "./documents/call-checks.ts";
import type { Exchange, Exchanges } from "./exchanges.ts";
import { declined, mayAskOther } from "./fallbacks.ts";
import { forward, NoAnswer, unreadable } from "./forward.ts";
import { notForwarded, requireForwardable, requireOpenRate } from "./forwardable.ts";
import { type RequestBody, requestBody } from "./request-body.ts";
import { type OwnName, requestHeaders } from "./request-headers.ts";
import { respond } from "./respond.ts";
import { responseHeaders } from "./response-headers.ts";
import { takePlace } from "./take-place.ts";
import type { Target } from "./targets.ts";
import { evidenceOf } from "./upstream-state/breaker.ts";
import { openPayer } from "./upstream-state/places.ts";

/** What forwarding works with besides the context. */
export interface Forwarder {
  readonly guard: OutboundGuard;
  readonly exchanges: Exchanges;
  readonly answers: AnswerCache;
  /** Checks calls by the documents of their APIs. */
  readonly checks: CallChecks;
  readonly bodies: BodyStore;
  readonly own: OwnName;
}

/** A call without a key costs nothing. Its record names neither a subscription nor a user. */
const openAccess: KeyAccess = {
  caller: { kind: "subscription", subscriptionId: "", userId: "", productId: null },
  userState: "active",
  state: "active",
  expiresAt: null,
  keyExpiresAt: null,
  scope: "/apis",
  slot: undefined,
  isTest: false,
  apis: new Set(),
  policy: enforcedPolicy('{"credit_cost":{"default":0}}'),
};

/**
 * The life of a forwarded call: find its key, check what the key allows, reserve credits, forward, and settle (record
 * and charge) when the upstream's headers have come, before the first byte leaves.
 */
export async function answerForwarded(
  forwarder: Forwarder,
  context: Context,
  target: Target,
  routed: RoutedRequest,
): Promise<Response> {
  const meter = meterOf(target, routed);
  let call: LookupCall | undefined;
  let body: RequestBody | undefined;
  const exchange = forwarder.exchanges.create();
  try {
    const matched = matchOperation(target, routed);
    const route = matched ? target.document!.routes[matched.index]! : target.route;
    const isOpen = !target.needsKey && routed.key === null;
    const found = isOpen ? openAccess : context.identity.keys.find(routed.key);
    const access = found instanceof Promise ? await found : found;
    // A credential error comes before any other; from here on the call is recorded.
    const metered = openRequest(context, route, target.lookup, routed, access);
    call = LookupCall.single(metered);
    const allowed = isOpen ? requireOpenRate(metered) : requireAllowed(metered);
    if (allowed) await allowed;
    requireForwardable(forwarder, target, routed);
    if (access.isTest) throw notForwarded(target);
    requireOperation(target, matched, routed);
    const counted = call.reserveQuota();
    if (counted) await counted;
    // An account can have many subscriptions.
    const payer = isOpen ? openPayer(routed.address) : access.caller.userId;
    const isChecked = isBodyChecked(target, matched, routed.request);
    const read = requestBody(target, routed, forwarder.bodies, { payer, checked: isChecked });
    body = read instanceof Promise ? await read : read;
    const checked = findMisfits(forwarder.checks, target, payer, matched, routed, body);
    const misfits = checked instanceof Promise ? await checked : checked;
    if (misfits.length > 0) throw new InvalidRequest(misfits);
    const reserved = call.reserveCredits();
    if (reserved) await reserved;
    const cacheable = cacheableRequest(target, routed, access.policy.cacheSeconds, matched?.operation);
    const prepared = { call, exchange, payer, body, cacheable, meter };
    if (cacheable) return await answerFromCache(forwarder, target, prepared, cacheable);
    return await exchangeWithAny(forwarder, target, prepared);
  } catch (thrown) {
    const { endpoint } = target.route;
    exchange.end();
    const { headers, shared } = call?.request ?? {
      headers: { ...routed.headers, ...uncharged },
      shared: openCors,
    };
    const reply = replyContext(context, routed, headers, shared, meter);
    if (!call) return send(reply, failureReply(context, endpoint, reply, thrown));
    if (thrown instanceof InvalidRequest) return send(reply, await settleInvalid(call, thrown.detail));
    const error =
      thrown instanceof NoAnswer ? thrown.error : loggedError(context, endpoint, routed.requestId, thrown);
    return send(reply, await settleError(call, reply, error, exchange.micros));
  } finally {
    body?.release();
  }
}

interface Prepared {
  readonly call: LookupCall;
  readonly exchange: Exchange;
  readonly payer: string;
  readonly body: RequestBody;
  readonly cacheable: CacheableRequest | undefined;
  readonly meter: RequestMeter;
}

function meterOf(
  { state, path, name }: Target,
  { trace, request, requestId, started }: RoutedRequest,
): RequestMeter {
  if (!trace) return state.meter;
  return trace.over(state.meter, {
    method: request.method,
    route: `/${path}`,
    operation: name,
    requestId,
    started,
  });
}

/** Answers from the cache, or sends the request to the upstream while calls for the same wait. */
async function answerFromCache(
  forwarder: Forwarder,
  target: Target,
  prepared: Prepared,
  cacheable: CacheableRequest,
): Promise<Response> {
  const { answers } = forwarder;
  const find = () => answers.find(cacheable, performance.now());
  let kept = find();
  const endExchange = kept || cacheable.refreshes ? undefined : await answers.takeOff(cacheable);
  kept ??= find();
  if (kept) return await answerKept(target, prepared, kept);
  try {
    return await exchangeWithAny(forwarder, target, prepared);
  } finally {
    endExchange?.();
  }
}

/** A kept answer costs and is recorded as an answer of the upstream, without its time. */
async function answerKept(
  target: Target,
  { call, exchange, meter }: Prepared,
  { headers, body, at }: KeptAnswer,
): Promise<Response> {
  exchange.end();
  await call.settle({ status: 200, responseBytes: body.size, upstreamMicros: 0, cache: "hit" });
  const shown = showCredits(call);
  if (shown) await shown;
  const { headers: own, context } = call.request;
  const earlier = Number(headers.get("age")) || 0;
  own.age = String(earlier + Math.floor((performance.now() - at) / 1000));
  own["x-cache"] = "HIT";
  const sent = responseHeaders(target, { status: 200, headers }, call.request, context.config.publicUrl);
  meter.add(200, call.request.routed.started, body.size);
  return new Response(body, { headers: sent });
}

/** Methods that may be sent twice. */
const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Sends the request to the first source of an API, and to the other one if it has one and the first fails. */
async function exchangeWithAny(forwarder: Forwarder, target: Target, prepared: Prepared): Promise<Response> {
  const { fallback } = target;
  if (!fallback) return exchangeOnce(forwarder, target, prepared);
  const isSafe = safeMethods.has(prepared.call.request.routed.request.method);
  try {
    return await exchangeOnce(forwarder, isSafe ? fallback.first : target, prepared, isSafe);
  } catch (thrown) {
    if (!mayAskOther(thrown, isSafe)) throw thrown;
  }
  prepared.exchange.end();
  const exchange = forwarder.exchanges.create();
  try {
    return await exchangeOnce(forwarder, fallback.other, { ...prepared, exchange });
  } catch (thrown) {
    exchange.end();
    throw thrown;
  }
}

/** Takes a place, forwards, and returns the answer once its record is written. Throws `NoAnswer`, 429 and 503. */
async function exchangeOnce(
  { guard, own, answers }: Forwarder,
  target: Target,
  { call, exchange, payer, body, cacheable, meter }: Prepared,
  hasOther = false,
): Promise<Response> {
  const { routed, access } = call.request;
  const { request } = routed;
  const place = takePlace(target, payer);
  let answered = false;
  try {
    exchange.begin(target.timeoutMs + sendingMs(body), routed);
    const headers = requestHeaders(routed, own, cacheable?.sentNames);
    if (body.body) headers["content-length"] = String(body.length);
    const upstream = await forward(guard, target, routed, headers, body, exchange);
    exchange.headersCame();
    const { status } = upstream;
    endUpstreamSpan(target, routed, exchange, status);
    answered = true;
    if (status < 200 || status > 599) throw unreadable();
    if (hasOther && evidenceOf(status) === "fault") throw await declined(upstream);
    const received = answerBody(target, upstream, request.method, exchange);
    const answer = received instanceof Promise ? await received : received;
    place.judge(evidenceOf(status));
    const upstreamMicros = exchange.micros;
    const requestBytes = body.length;
    const cache = cacheable && "miss";
    await call.settle({
      status,
      responseBytes: answer.length,
      requestBytes,
      upstreamMicros,
      cache,
      source: target.source,
    });
    const shown = access === openAccess ? undefined : showCredits(call);
    if (shown) await shown;
    if (cacheable) call.request.headers["x-cache"] = "MISS";
    const keep = cacheable && answers.keeperOf(payer, cacheable, upstream);
    if (answer.bytes) keep?.(answer.bytes);
    return respond(target, upstream, { call, exchange, body, answer, place, keep, meter });
  } catch (thrown) {
    if (!answered) endUpstreamSpan(target, routed, exchange);
    place.judge(thrown instanceof NoAnswer ? thrown.evidence : undefined);
    place.leave();
    throw thrown;
  }
}

/** A long body is sent at this rate at least: `timeout_ms` is for the upstream's silence. */
const sentBytesPerMs = 256;

const sendingMs = ({ length }: RequestBody): number => Math.floor(length / sentBytesPerMs);

function endUpstreamSpan(
  { origin }: Target,
  { trace, request }: RoutedRequest,
  exchange: Exchange,
  status?: number,
): void {
  trace?.upstreamEnded(request.method, new URL(origin).hostname, exchange.micros ?? 0, status);
}
