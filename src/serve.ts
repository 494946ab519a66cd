import { type Context, Hono } from "hono";
import { clientAddress } from "./access/address.ts";
import { authenticateKey, authenticateToken } from "./access/authenticate.ts";
import type { Caller } from "./access/caller.ts";
import { settleError, settleLookup, takeCredits } from "./access/lookup-charge.ts";
import { handleManaged } from "./access/managed-call.ts";
import { type Admission, demandAllowed, openAdmission } from "./access/policy/admission.ts";
import { openCors } from "./access/policy/cors.ts";
import type { App } from "./app.ts";
import { uuidv7 } from "./base/ids.ts";
import { errorFields } from "./base/log.ts";
import { within } from "./base/within.ts";
import { DatabaseUnavailable } from "./database/errors.ts";
import { readBody } from "./http/body.ts";
import type { Call, Endpoint } from "./http/endpoint.ts";
import { ApiError, InvalidRequest } from "./http/errors.ts";
import {
  allowedMethods,
  decodablePath,
  literalFirst,
  operationsAt,
  routePath,
  unservedAtLiterals,
  wellFormedHost,
} from "./http/paths.ts";
import { type ReplyContext, replyAnswer, replyError, replyInvalid, replyInvalidPage } from "./http/reply.ts";
import { compileValidator, type Validator } from "./http/validation.ts";

/** Answers one request. `socket` is the address it came from. */
export type Serve = (request: Request, socket: string) => Promise<Response>;

/** What is known of a request before its operation is. */
interface Arrival {
  readonly requestId: string;
  readonly address: string;
  /** The path as sent, its escapes known to decode. */
  readonly path: string;
  /** On the monotonic clock, milliseconds. */
  readonly started: number;
}

/** Compiles the operations into the one function that answers every request. */
export function createServe(app: App): Serve {
  const router = new Hono<{ Bindings: Arrival }>();
  const refuse = (c: Context<{ Bindings: Arrival }>) => {
    const found = operationsAt(app.operations, c.env.path);
    const error = found.length > 0 ? methodError(c.req.method, found) : notFound(c.env.path);
    return replyError(replyContext(app, c.req.raw, c.env.requestId), error);
  };
  // Whatever the method, /users/signup is no user: its other methods must not reach /users/{user_id}.
  for (const { path, methods } of unservedAtLiterals(app.operations)) router.on(methods, path, refuse);
  for (const endpoint of literalFirst(app.operations)) {
    const validate = compileValidator(endpoint);
    // OPTIONS takes paths of any depth; the specification's one trailing slash may be left out.
    const anyPath = endpoint.method === "OPTIONS";
    const paths = anyPath ? ["*"] : [endpoint.path, endpoint.path.replace(/(.)\/$/, "$1")].map(routePath);
    router.on(endpoint.method, [...new Set(paths)], (c) => {
      const params = anyPath ? { path: c.env.path } : c.req.param();
      return answer(app, endpoint, validate, c.req.raw, params, c.env);
    });
  }
  router.notFound(refuse);
  router.onError((error, c) => {
    app.log.error("request failed", { request_id: c.env.requestId, ...errorFields(error) });
    return replyError(replyContext(app, c.req.raw, c.env.requestId), internal());
  });

  return async (arrived, socket) => {
    // HTTP/1.0 needs no Host; its URL is then a path alone, which no router takes.
    const request = arrived.url.startsWith("/")
      ? new Request(`http://localhost${arrived.url}`, arrived)
      : arrived;
    const requestId = safeRequestId(request.headers.get("x-request-id")) ?? uuidv7(app.clock());
    const path = decodablePath(request.url);
    if (path === undefined || !wellFormedHost(request.headers.get("host"))) {
      const wrong =
        path === undefined
          ? "The path holds escapes that do not decode."
          : "The Host header is malformed or was sent twice.";
      return replyError(replyContext(app, request, requestId), new ApiError("bad_request", wrong));
    }
    const address = clientAddress(socket, request.headers.get("x-forwarded-for"), app.config.trustedProxies);
    return router.fetch(request, { requestId, address, path, started: performance.now() });
  };
}

function replyContext(
  app: App,
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

/** The whole life of a request, once its operation is known. */
async function answer(
  app: App,
  endpoint: Endpoint,
  validate: Validator,
  request: Request,
  params: Record<string, string>,
  { requestId, address, path, started }: Arrival,
): Promise<Response> {
  let context = replyContext(app, request, requestId, endpoint.lookup && openCors);
  let admission: Admission | undefined;
  try {
    if (request.method === "HEAD" && !endpoint.head) throw methodError("HEAD", [endpoint]);
    // A credential error comes before any judgement of the request.
    const mark = request.url.indexOf("?");
    const search = mark < 0 ? "" : request.url.slice(mark);
    if (endpoint.lookup) {
      const { lookup } = endpoint;
      const found = app.access.keys.find(request.headers.get("x-authkey"));
      const grant = found instanceof Promise ? await found : found;
      const target = path + search;
      const asked = { endpoint, lookup, request, requestId, target, address, started };
      admission = openAdmission(asked, grant, app.clock());
      context = { ...context, headers: admission.headers };
      const allowed = demandAllowed(app, admission);
      if (allowed) await allowed;
    }
    const caller = admission?.caller ?? (await authenticate(app, endpoint, request));
    const body = endpoint.body ? await readBody(request) : null;
    const input = validate({
      params,
      query: search === "" ? noQuery : new URLSearchParams(search),
      headers: request.headers,
      contentType: request.headers.get("content-type"),
      body,
    });
    if (!input.ok) {
      if (input.fault === "undecodable") throw new ApiError("bad_request", input.detail);
      if (admission) await settleLookup(app, admission, 422, 0);
      if (endpoint.invalidPage && request.headers.get("accept")?.includes("text/html"))
        return replyInvalidPage(context, endpoint.invalidPage(app));
      return replyInvalid(context, input.detail);
    }
    const call = { ...input, caller, requestId, address, search } as Call;
    if (!admission)
      return replyAnswer(context, await handleManaged(app, endpoint, call, request, path, body));
    const taken = takeCredits(app, admission);
    if (taken) await taken;
    const answered = endpoint.handle(app, call);
    const made = answered instanceof Promise ? await within(lookupMs, answered, tooLate) : answered;
    await settleLookup(app, admission, 200, Buffer.byteLength(made.body));
    return replyAnswer(context, made);
  } catch (thrown) {
    if (thrown instanceof InvalidRequest) return replyInvalid(context, thrown.detail);
    const error = toApiError(thrown);
    if (error.code === "internal" || error.code === "unavailable")
      app.log.error("request failed", {
        request_id: requestId,
        operation: endpoint.id,
        ...errorFields(thrown),
      });
    return replyError(context, admission ? await settleError(app, admission, error) : error);
  }
}

const noQuery = new URLSearchParams();
/** A lookup whose data do not come in this time is refused: its caller waits no longer than a second. */
const lookupMs = 900;
const tooLate = () => new DatabaseUnavailable("the lookup's data did not come in time");

async function authenticate(app: App, endpoint: Endpoint, request: Request): Promise<Caller> {
  if (endpoint.access === "none") return { kind: "anonymous" };
  const now = app.clock();
  if (endpoint.access === "key")
    return authenticateKey(app.access.keys, request.headers.get("x-authkey"), now);
  const caller = await authenticateToken(app.database, request.headers.get("authorization"), app.access, now);
  const operator = caller.kind === "operator" || (caller.kind === "user" && caller.role === "operator");
  const admitted =
    endpoint.access === "client" || operator || (endpoint.access === "customer" && caller.kind === "user");
  if (!admitted) throw new ApiError("forbidden", "This credential does not admit to this operation.");
  return caller;
}

function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof DatabaseUnavailable)
    return new ApiError("unavailable", "The database is away; nothing was charged.", {
      headers: { "retry-after": "1" },
    });
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
