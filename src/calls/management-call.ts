import { authenticateKey, authenticateToken, MembershipEnded } from "../access/authenticate.ts";
import { accountCaching, accountHeaders, openCors } from "../access/policy/cors.ts";
import { errorFields } from "../base/log.ts";
import { withTimeout } from "../base/with-timeout.ts";
import type { Sql } from "../database/sql.ts";
import { type Caller, isOperator, isVisit } from "../http/caller.ts";
import { limitedNetworkOf } from "../http/client-address.ts";
import { conditional } from "../http/conditional.ts";
import type { Answer, Call, StreamedAnswer } from "../http/endpoint.ts";
import { forbidden } from "../http/errors.ts";
import { hasEtag, isOpen } from "../http/etag.ts";
import { isOfVisits, isPermitted } from "../http/permissions.ts";
import { send, sendAnswer } from "../http/reply.ts";
import { uploadOf } from "../http/upload.ts";
import type { ValidInput } from "../http/validation/validation.ts";
import { secondFactorOf } from "../running/second-factor-of.ts";
import { requireManagementRate } from "./admission/management-limit.ts";
import { isProvedFor, requireMembers, requireProof, viewing } from "./admission/proof-refusals.ts";
import { Place, readInTurn } from "./admission/under-way.ts";
import { changeUnder, onceOnly, requireNotHeld } from "./change.ts";
import type { Context, ManagementOperation, Operation } from "./context.ts";
import { failureReply, refusedInputReply } from "./failure.ts";
import { uncharged } from "./metered-request.ts";
import { cutBody, type OpenCall } from "./open/open-calls.ts";
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
import { unlessSilent } from "./unless-silent.ts";
import { uncertainIn, vinReadHeader } from "./vin-notes.ts";

const noInput = {
  ok: true,
  params: undefined,
  query: undefined,
  headers: undefined,
  body: undefined,
} as const;

/** The life of every request that is no lookup: authenticate its caller, validate its input, answer. */
export async function answerManagement(
  context: Context,
  route: Route,
  endpoint: ManagementOperation,
  routed: RoutedRequest,
): Promise<Response> {
  const { request } = routed;
  const reply = { ...replyContext(context, routed, routed.headers, sharedHeaders(endpoint)) };
  const refused = endpoint.callsLookups ? { ...reply, headers: { ...routed.headers, ...uncharged } } : reply;
  const place = new Place();
  try {
    if (request.method === "HEAD" && !endpoint.head) throw methodNotAllowed("HEAD", [endpoint]);
    // The plan bounds those that make lookups, but not while their body is received.
    const isBounded = !endpoint.callsLookups || endpoint.body !== undefined;
    if (isBounded) place.takeOfNetwork(routed, endpoint.answers === "protocol");
    const since = context.responses.openCalls.changes;
    const caller = await unlessSilent(context.database, authenticate(context, endpoint, routed));
    if (isOpen(endpoint) && caller.kind !== "anonymous")
      reply.headers = { ...reply.headers, ...accountCaching };
    if ("proof" in caller && caller.proof.ofBeforeUntil !== undefined)
      reply.headers = { ...reply.headers, ...sunset(caller.proof.ofBeforeUntil) };
    if (waitsWhileHeld(endpoint)) requireNotHeld(context);
    if (isBounded) place.takeOfAccount(caller, routed);
    await endpoint.limits?.address?.(context, routed);
    await requireManagementRate(context, endpoint, caller, routed);
    if (endpoint.answers === "protocol") {
      const call = handlerCall(routed, caller, noInput, changesNothing);
      return send(reply, await endpoint.handle(context, call));
    }
    const body = await bodyOf(route, routed);
    if (endpoint.callsLookups) place.leave();
    if (endpoint.members) {
      const admitted = requireMembers(context, endpoint, caller, routed.params, body, context.clock());
      await unlessSilent(context.database, admitted);
    }
    const input = validateInput(route, routed, body);
    if (!input.ok) return send(refused, refusedInputReply(context, endpoint, request, input.detail));
    const uncertain = uncertainIn(context, routed.params, input.params);
    if (uncertain) return send(refused, refusedInputReply(context, endpoint, request, uncertain));
    const read = vinReadHeader(routed.params, input.params);
    if (read) reply.headers = { ...reply.headers, ...read };
    // Before, the listener cuts a client off that sends nothing. An upload is still to be received.
    if (endpoint.answers || !endpoint.upload) routed.keepOpen?.(true);
    if (endpoint.answers === "stream" || endpoint.answers === "events") {
      const call = handlerCall(routed, caller, input, changesNothing);
      const begun = context.clock();
      // What was proved when it began suffices until its end.
      const admit = () => authenticate(context, endpoint, routed, begun);
      const opened = openStream(context, endpoint, request, call, { caller, admit, since });
      return send(reply, { ...(await openedInTime(context, opened)), status: 200 });
    }
    const answer = () => handle(context, endpoint, routed, caller, input, body);
    const answered = endpoint.readsUsage ? readInTurn(caller, answer) : answer();
    const isPatient = endpoint.upload?.writes || endpoint.callsLookups;
    const made = isPatient ? answered : unlessSilent(context.database, answered);
    return sendAnswer(reply, await made);
  } catch (thrown) {
    return send(refused, failureReply(context, endpoint, reply, thrown));
  } finally {
    routed.keepOpen?.(false);
    place.leave();
  }
}

function sharedHeaders(endpoint: ManagementOperation) {
  // The answer to a preflight states which origins may call.
  if (endpoint.method === "OPTIONS") return undefined;
  return isOpen(endpoint) ? openCors : accountHeaders;
}

/** When access tokens came to be made for something, in seconds. */
const deprecatedAt = Date.UTC(2026, 10, 29) / 1000;

/** RFC 9745 and 8594: the access token is of before, and ends then. */
const sunset = (until: number) => ({
  deprecation: `@${deprecatedAt}`,
  sunset: new Date(until).toUTCString(),
});

/** Reads pass, and so does what only takes away. */
const waitsWhileHeld = ({ method, whileHeld, callsLookups }: ManagementOperation): boolean =>
  !(/^(GET|DELETE|OPTIONS)$/.test(method) || whileHeld || callsLookups);

async function openStream(
  context: Context,
  endpoint: Extract<ManagementOperation, { answers: "stream" | "events" }>,
  request: Request,
  call: Call,
  opening: Omit<OpenCall, "cut">,
): Promise<StreamedAnswer> {
  const { streams, openCalls } = context.responses;
  if (endpoint.answers === "stream") {
    const answer = await endpoint.handle(context, call);
    if (answer.endsItself) return answer;
    const ended = new AbortController();
    const forget = openCalls.add({ ...opening, cut: () => ended.abort() });
    // The body of a client that has gone before it was read may not be cancelled.
    request.signal.addEventListener("abort", forget, { once: true });
    return { ...answer, body: cutBody(answer.body, ended.signal, forget) };
  }
  const events = await endpoint.handle(context, call);
  const { seconds } = (call.query ?? {}) as { readonly seconds?: number };
  return streams.open({ ...opening, network: limitedNetworkOf(call) }, request, seconds, events);
}

/** A stream that opens after its request was answered otherwise is ended: it has no reader. */
async function openedInTime({ database }: Context, opened: Promise<StreamedAnswer>): Promise<StreamedAnswer> {
  try {
    return await unlessSilent(database, opened);
  } catch (error) {
    opened.then(({ body }) => body.cancel()).catch(() => undefined);
    throw error;
  }
}

/** The caller, if it may call the operation with what it had proved at `provedAt`, now without it. */
async function authenticate(
  context: Context,
  endpoint: ManagementOperation,
  { request, params, via }: RoutedRequest,
  provedAt?: number,
): Promise<Caller> {
  const { audience } = endpoint;
  const { identity } = context;
  const now = context.clock();
  if (audience === "any") return anyCaller(context, request, now, via);
  if (isOpen(endpoint)) {
    const given = audience === "optional" ? request.headers.get("authorization") : null;
    const caller = given && (await callerOf(context, given, now).catch(() => undefined));
    return caller && isOperator(caller) && isProvedFor("readOthers", caller, now)
      ? caller
      : { kind: "anonymous" };
  }
  if (audience === "key") return authenticateKey(identity.keys, request.headers.get("x-authkey"), now, via);
  const caller = await callerOf(context, request.headers.get("authorization"), now).catch((error) => {
    // So that the user can choose another account, or log out.
    if (error instanceof MembershipEnded && endpoint.permission === "session.change") return error.own;
    throw error;
  });
  requireAudience(endpoint, caller);
  await requireProof(context, endpoint, caller, params, provedAt ?? now);
  return caller;
}

function callerOf({ database, identity, running }: Context, header: string | null, now: number) {
  const factorOf = (userId: Sql) => secondFactorOf({ running }, userId);
  return authenticateToken(database, header, { ...identity, factorOf }, now);
}

function requireAudience({ audience, permission }: Operation, caller: Caller): void {
  if (audience === "client") return;
  if (isVisit(caller) && permission && !isOfVisits(permission)) throw viewing();
  const admitted = isOperator(caller) || (audience === "customer" && caller.kind === "user");
  if (!admitted || (permission && !isPermitted(caller, permission)))
    throw forbidden("Your role cannot call this operation.");
}

/** The caller by whichever credential is valid. An operator that has yet to prove more is a stranger here. */
async function anyCaller(
  context: Context,
  { headers }: Request,
  now: number,
  via: RoutedRequest["via"],
): Promise<Caller> {
  const token = headers.get("authorization");
  const key = headers.get("x-authkey");
  const found = token === null ? undefined : await callerOf(context, token, now).catch(() => undefined);
  if (found && (!isOperator(found) || isProvedFor("readOthers", found, now))) return found;
  const byKey =
    key === null
      ? undefined
      : await authenticateKey(context.identity.keys, key, now, via).catch(() => undefined);
  return byKey ?? { kind: "anonymous" };
}

/**
 * Calls the handler under the conditions that the headers state: `If-Match` and `If-None-Match` (412, 304) on
 * managed resources, `Idempotency-Key` where something is created or granted.
 */
async function handle(
  context: Context,
  endpoint: Extract<ManagementOperation, { answers?: "json" }>,
  routed: RoutedRequest,
  caller: Caller,
  input: ValidInput<object>,
  body: Uint8Array | null,
): Promise<Answer> {
  const { headers } = routed.request;
  if (endpoint.readsUsage) await applyCalls(context);
  const key = endpoint.idempotent ? headers.get("idempotency-key") : null;
  const once = key === null ? undefined : onceOnly(context, endpoint, routed.path, caller, key, body);
  const earlier = await once?.earlier();
  if (earlier) return earlier;
  const conditions = {
    path: routed.path,
    ifMatch: headers.get("if-match"),
    ifNoneMatch: headers.get("if-none-match"),
    once,
  };
  const { upload } = endpoint;
  const call: Call = {
    ...handlerCall(routed, caller, input, (work) => changeUnder(conditions, context, endpoint, call, work)),
    ...(upload && { upload: receivedUpload(routed, upload.bytesMax(context), upload.setting) }),
  };
  const answer = await endpoint.handle(context, call);
  if (once && !once.claimed) throw new Error(`${endpoint.id} is idempotent but did not use Call.change`);
  // The next call on this node reads the change; if the database is gone, the poll reads it later.
  if (endpoint.method !== "GET") await context.identity.keys.refresh().catch(() => undefined);
  return hasEtag(endpoint, answer) ? conditional(answer, routed.request) : answer;
}

/** The upload of a request, whose connection is kept open when it is received. */
function receivedUpload({ request, keepOpen }: RoutedRequest, bytesMax: number, setting: string | undefined) {
  return uploadOf(request, bytesMax, setting, () => keepOpen?.(true));
}

const applyMs = 1000;

/** Applies this node's calls; a slow database is a second behind. */
async function applyCalls(context: Context): Promise<void> {
  const late = () => new Error("the journal is not applied in time");
  await withTimeout(context.metering.flush(), applyMs, late).catch((error) =>
    context.log.warn("credits and usage are shown without the latest calls", errorFields(error)),
  );
}
