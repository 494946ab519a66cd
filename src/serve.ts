import { uuidv7 } from "./base/ids.ts";
import { errorFields } from "./base/log.ts";
import { within } from "./base/within.ts";
import { type Admission, demandAllowed, openAdmission } from "./calls/admission.ts";
import { whileAnswering } from "./calls/answering.ts";
import type { Context } from "./calls/context.ts";
import { settleError, settleLookup, showRemaining, takeCredits, unrecorded } from "./calls/lookup-charge.ts";
import { handleManaged } from "./calls/managed-call.ts";
import { DatabaseUnavailable } from "./database/errors.ts";
import { readBody } from "./http/body.ts";
import { type Caller, isOperator } from "./http/caller.ts";
import { clientAddress } from "./http/client-address.ts";
import type { Call, Endpoint } from "./http/endpoint.ts";
import { ApiError, InvalidRequest, unavailable } from "./http/errors.ts";
import { allowedMethods, operationsAt, placeOf, wellFormedHost } from "./http/paths.ts";
import { type ReplyContext, replyAnswer, replyError, replyInvalid, replyInvalidPage } from "./http/reply.ts";
import { compileRouter } from "./http/router.ts";
import { authenticateKey, authenticateToken } from "./identity/authenticate.ts";
import { JournalUnavailable } from "./metering/journal/journal.ts";
import { openCors } from "./policy/cors.ts";
import type { ValidationIssue } from "./pydantic/issues.ts";
import { compileValidator, type Validator, type ValidInput } from "./pydantic/validation.ts";

/** Answers one request. `socket` is the address it came from. */
export type Serve = (request: Request, socket: string) => Promise<Response>;

/** An operation with what is made of it once. */
interface Route {
  readonly endpoint: Endpoint;
  readonly validate: Validator;
}

/** A request whose operation is known. */
interface Arrival {
  readonly request: Request;
  readonly requestId: string;
  readonly address: string;
  /** The path as sent, its escapes known to decode. */
  readonly path: string;
  /** The query as sent, question mark included. */
  readonly search: string;
  readonly params: Readonly<Record<string, string>>;
  /** On the monotonic clock, milliseconds. */
  readonly started: number;
}

/** Compiles the operations into the one function that answers every request. */
export function createServe(app: Context): Serve {
  const find = compileRouter<Route>(app.operations, (endpoint) => ({
    endpoint,
    validate: compileValidator(endpoint),
  }));
  return (request, socket) => {
    const started = performance.now();
    const { headers, method } = request;
    const requestId = safeRequestId(headers.get("x-request-id")) ?? uuidv7(app.clock());
    const refuse = (error: ApiError) =>
      Promise.resolve(replyError(replyContext(app, request, requestId), error));
    const place = placeOf(request.url);
    if (!place) return refuse(new ApiError("bad_request", "The path holds escapes that do not decode."));
    if (!wellFormedHost(headers.get("host")))
      return refuse(new ApiError("bad_request", "The Host header is malformed or was sent twice."));
    const { path, search } = place;
    const found = find(method, path);
    if (!found) {
      const others = operationsAt(app.operations, path);
      const elsewhere = others.length === 0 || others.some((one) => one.method === method);
      return refuse(elsewhere ? notFound(path) : methodError(method, others));
    }
    const address = clientAddress(socket, headers.get("x-forwarded-for"), app.config.trustedProxies);
    const { route, params } = found;
    const arrival = { request, requestId, address, path, search, params, started };
    const { lookup } = route.endpoint;
    return lookup ? answerLookup(app, route, lookup, arrival) : answerManaged(app, route, arrival);
  };
}

function replyContext(
  app: Context,
  request: Request,
  requestId: string,
  headers: ReplyContext["headers"] = {},
): ReplyContext {
  return {
    requestId,
    publicUrl: app.config.publicUrl,
    bodiless: request.method === "HEAD",
    headers,
  };
}

/** The life of a lookup: admitted, charged, answered, recorded. */
async function answerLookup(
  app: Context,
  { endpoint, validate }: Route,
  lookup: NonNullable<Endpoint["lookup"]>,
  arrival: Arrival,
): Promise<Response> {
  const { request, requestId } = arrival;
  let context = replyContext(app, request, requestId, openCors);
  let admission: Admission | undefined;
  try {
    if (request.method === "HEAD") throw methodError("HEAD", [endpoint]);
    // A credential error comes before any judgement of the request.
    const found = app.identity.keys.find(request.headers.get("x-authkey"));
    const grant = found instanceof Promise ? await found : found;
    admission = openAdmission(arrival, endpoint, lookup, grant, app.clock());
    context = replyContext(app, request, requestId, admission.headers);
    const allowed = demandAllowed(app, admission);
    if (allowed) await allowed;
    const input = validated(validate, arrival, endpoint.body ? await readBody(request) : null);
    if (!input.ok) {
      await settleLookup(app, admission, 422, 0);
      return refuseInput(app, endpoint, context, request, input.detail);
    }
    const taken = takeCredits(app, admission);
    if (taken) await taken;
    const answered = endpoint.handle(app, callOf(arrival, grant.caller, input));
    const made = answered instanceof Promise ? await within(lookupMs, answered, tooLate) : answered;
    const { body } = made;
    const bytes = typeof body === "string" ? Buffer.byteLength(body) : body.length;
    await settleLookup(app, admission, 200, bytes);
    const shown = showRemaining(app, admission);
    if (shown) await shown;
    return replyAnswer(context, made);
  } catch (thrown) {
    if (!admission) return replyThrown(app, endpoint, context, thrown);
    const error = logged(app, endpoint, requestId, thrown);
    return replyError(context, await settleError(app, admission, error));
  }
}

/** A lookup whose data do not come in this time is refused: its caller waits no longer than a second. */
const lookupMs = 900;
const tooLate = () => new DatabaseUnavailable("the lookup's data did not come in time");

/** The life of every other request. */
async function answerManaged(
  app: Context,
  { endpoint, validate }: Route,
  arrival: Arrival,
): Promise<Response> {
  const { request, requestId, path } = arrival;
  const { keys } = app.identity;
  const context = replyContext(app, request, requestId);
  try {
    if (request.method === "HEAD" && !endpoint.head) throw methodError("HEAD", [endpoint]);
    const caller = await whileAnswering(keys, authenticate(app, endpoint, request));
    const body = endpoint.body ? await readBody(request) : null;
    const input = validated(validate, arrival, body);
    if (!input.ok) return refuseInput(app, endpoint, context, request, input.detail);
    const call = callOf(arrival, caller, input);
    const made = handleManaged(app, endpoint, call, request, path, body);
    return replyAnswer(context, await whileAnswering(keys, made));
  } catch (thrown) {
    return replyThrown(app, endpoint, context, thrown);
  }
}

const noQuery = new URLSearchParams();

/** The request in the types of its schemas, or what is wrong with it. Throws 400 where it cannot be read. */
function validated(validate: Validator, { request, params, search }: Arrival, body: Uint8Array | null) {
  const input = validate({
    params,
    query: search === "" ? noQuery : new URLSearchParams(search),
    headers: request.headers,
    contentType: body && request.headers.get("content-type"),
    body,
  });
  if (!input.ok && input.fault === "undecodable") throw new ApiError("bad_request", input.detail);
  return input;
}

function callOf({ requestId, address, search }: Arrival, caller: Caller, input: ValidInput<object>): Call {
  const { params, query, headers, body } = input;
  return { caller, params, query, headers, body, requestId, address, search };
}

function refuseInput(
  app: Context,
  endpoint: Endpoint,
  context: ReplyContext,
  request: Request,
  detail: readonly ValidationIssue[],
): Response {
  if (endpoint.invalidPage && request.headers.get("accept")?.includes("text/html"))
    return replyInvalidPage(context, endpoint.invalidPage(app));
  return replyInvalid(context, detail);
}

function replyThrown(app: Context, endpoint: Endpoint, context: ReplyContext, thrown: unknown): Response {
  if (thrown instanceof InvalidRequest) return replyInvalid(context, thrown.detail);
  return replyError(context, logged(app, endpoint, context.requestId, thrown));
}

/** What was thrown as its caller is told of it; what is our own fault is logged. */
function logged(app: Context, endpoint: Endpoint, requestId: string, thrown: unknown): ApiError {
  const error = toApiError(thrown);
  if (error.code === "unavailable") app.refusals.refused((thrown as Error).message);
  if (error.code === "internal")
    app.log.error("request failed", {
      request_id: requestId,
      operation: endpoint.id,
      ...errorFields(thrown),
    });
  return error;
}

async function authenticate(app: Context, endpoint: Endpoint, request: Request): Promise<Caller> {
  if (endpoint.audience === "none") return { kind: "anonymous" };
  const now = app.clock();
  if (endpoint.audience === "key")
    return authenticateKey(app.identity.keys, request.headers.get("x-authkey"), now);
  const caller = await authenticateToken(
    app.database,
    request.headers.get("authorization"),
    app.identity,
    now,
  );
  const admitted =
    endpoint.audience === "client" ||
    isOperator(caller) ||
    (endpoint.audience === "customer" && caller.kind === "user");
  if (!admitted) throw new ApiError("forbidden", "This credential does not admit to this operation.");
  return caller;
}

function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof JournalUnavailable) return unrecorded();
  if (thrown instanceof DatabaseUnavailable) return unavailable("The database is away; nothing was charged.");
  return internal();
}

function internal(): ApiError {
  return new ApiError("internal", "Something went wrong here. Report the request_id to the operator.");
}

function notFound(path: string): ApiError {
  return new ApiError("not_found", `There is nothing at ${path}; /openapi.json lists what there is.`);
}

function methodError(method: string, found: readonly Endpoint[]): ApiError {
  const allow = allowedMethods(found);
  return new ApiError("method_not_allowed", `${method} is not one of ${allow}.`, { headers: { allow } });
}

/** A caller's own request id, where it is safe to repeat in headers and logs. */
function safeRequestId(text: string | null): string | undefined {
  return text && /^[A-Za-z0-9._-]{1,128}$/.test(text) ? text : undefined;
}
