import { errorFields } from "../base/log.ts";
import { withTimeout } from "../base/with-timeout.ts";
import { type Caller, isOperator } from "../http/caller.ts";
import type { Answer, Call } from "../http/endpoint.ts";
import { ApiError, InvalidRequest } from "../http/errors.ts";
import { etagOf, hasEtag, namesEtag } from "../http/etag.ts";
import { operationsAt } from "../http/paths.ts";
import { send, sendAnswer } from "../http/reply.ts";
import { authenticateKey, authenticateToken } from "../identity/authenticate.ts";
import {
  beginIdempotent,
  finishIdempotent,
  forgetIdempotent,
  type IdempotentCall,
  idempotentCall,
  readIdempotencyKey,
} from "../identity/idempotency.ts";
import {
  type Arrival,
  bodyOf,
  handlerCall,
  methodNotAllowed,
  type Route,
  replyContext,
  validateInput,
} from "./arrival.ts";
import type { Context, Operation } from "./context.ts";
import { failureReply, refusedInputReply } from "./failure.ts";
import { unlessSilent } from "./unless-silent.ts";

/** The life of every request that is no lookup: its caller is known, its input valid, and it is answered. */
export async function answerManaged(context: Context, route: Route, arrival: Arrival): Promise<Response> {
  const { endpoint } = route;
  const { request, requestId } = arrival;
  const { keys } = context.identity;
  const reply = replyContext(context, request, requestId);
  try {
    if (request.method === "HEAD" && !endpoint.head) throw methodNotAllowed("HEAD", [endpoint]);
    const caller = await unlessSilent(keys, authenticate(context, endpoint, request));
    await endpoint.limitAddress?.(context, arrival.address);
    const body = await bodyOf(route, arrival);
    const input = validateInput(route, arrival, body);
    if (!input.ok) return send(reply, refusedInputReply(context, endpoint, request, input.detail));
    const answered = handle(context, endpoint, handlerCall(arrival, caller, input), arrival, body);
    return sendAnswer(reply, await unlessSilent(keys, answered));
  } catch (thrown) {
    return send(reply, failureReply(context, endpoint, reply, thrown));
  }
}

async function authenticate(context: Context, endpoint: Operation, request: Request): Promise<Caller> {
  const { audience } = endpoint;
  if (audience === "none") return { kind: "anonymous" };
  const { database, identity } = context;
  const now = context.clock();
  if (audience === "key") return authenticateKey(identity.keys, request.headers.get("x-authkey"), now);
  const caller = await authenticateToken(database, request.headers.get("authorization"), identity, now);
  const admitted =
    audience === "client" || isOperator(caller) || (audience === "customer" && caller.kind === "user");
  if (!admitted) throw new ApiError("forbidden", "This credential may not call this operation.");
  return caller;
}

/**
 * Calls the handler under the conditions that the headers state: `If-Match` (412) and `If-None-Match` (304) on
 * managed resources, `Idempotency-Key` where something is created or granted.
 */
async function handle(
  context: Context,
  endpoint: Operation,
  call: Call,
  { request, path }: Arrival,
  body: Uint8Array | null,
): Promise<Answer> {
  if (endpoint.readsUsage) await foldCalls(context);
  const ifMatch = request.headers.get("if-match");
  if (ifMatch !== null && /^(PUT|PATCH|DELETE)$/.test(endpoint.method))
    await requireMatch(context, call, path, ifMatch);
  const key = endpoint.idempotent ? request.headers.get("idempotency-key") : null;
  const made =
    key === null
      ? await endpoint.handle(context, call)
      : await handleOnce(context, endpoint, call, path, body, key);
  // The next call on this node knows of the change; where the database has gone since, the poll sees to it.
  if (endpoint.method !== "GET") await context.identity.keys.refresh().catch(() => undefined);
  return hasEtag(endpoint, made) ? conditional(made, request.headers.get("if-none-match")) : made;
}

const foldMs = 1000;

/** Carries this node's calls into the database, which is a second behind where it is slow. */
async function foldCalls(context: Context): Promise<void> {
  const late = () => new Error("the journal is not folded in time");
  await withTimeout(context.metering.flush(), foldMs, late).catch((error) =>
    context.log.warn("credits and usage are shown without the latest calls", errorFields(error)),
  );
}

function conditional(made: Answer, ifNoneMatch: string | null): Answer {
  const etag = etagOf(made.body);
  const headers = { ...made.headers, etag };
  if (ifNoneMatch !== null && namesEtag(ifNoneMatch, etag, true))
    return { ...made, status: 304, body: "", headers };
  return { ...made, headers };
}

/** 412 unless the resource, as this caller reads it now, is the version that `If-Match` names. */
async function requireMatch(context: Context, call: Call, path: string, ifMatch: string): Promise<void> {
  const reading = operationsAt(context.operations, path).find((one) => one.method === "GET");
  if (!reading) return;
  // The two templates of one path may name its parameter differently: /users/{id} and /users/{user_id}.
  const names = [...reading.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");
  const values = Object.values(call.params as Record<string, string>);
  const params = Object.fromEntries(names.map((name, index) => [name, values[index]]));
  const changed = "The resource is not the version that If-Match names; read it again.";
  try {
    const current = await reading.handle(context, { ...call, params, query: {}, body: undefined });
    if (namesEtag(ifMatch, etagOf(current.body), false)) return;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "not_found")) throw error;
  }
  throw new ApiError("precondition_failed", changed);
}

function invalidKey(input: string, fault: string): InvalidRequest {
  return new InvalidRequest(["header", "Idempotency-Key"], fault, input);
}

async function handleOnce(
  context: Context,
  endpoint: Operation,
  call: Call,
  path: string,
  body: Uint8Array | null,
  header: string,
): Promise<Answer> {
  const key = readIdempotencyKey(header);
  if (key === undefined) throw invalidKey(header, "must be 1 to 255 printable characters");
  const { database, identity } = context;
  const once = idempotentCall(call.caller, endpoint.id, key, path, body);
  const earlier = await beginIdempotent(database, identity.vault, once, context.clock());
  if (earlier === "other request") throw invalidKey(header, "was used with another request");
  if (earlier) return earlier.answer;
  const made = await orForget(context, once, () => endpoint.handle(context, call) as Promise<Answer>);
  await finishIdempotent(database, identity.vault, once, made);
  return made;
}

/** A refused call had no effect and may be made again under its key; one whose fate is unknown may not. */
async function orForget(
  context: Context,
  once: IdempotentCall,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError || error instanceof InvalidRequest)
      await forgetIdempotent(context.database, once);
    throw error;
  }
}
