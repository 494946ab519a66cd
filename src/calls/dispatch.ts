import { serviceId } from "../base/ids.ts";
import { redactCredentials } from "../base/redaction.ts";
import { clientAddress, ignoresForwarded, isLocalRequest } from "../http/client-address.ts";
import { ApiError, notFound } from "../http/errors.ts";
import { operationsAt, placeOf, wellFormedHost } from "../http/paths.ts";
import { errorReply, send } from "../http/reply.ts";
import { compileRouter } from "../http/router.ts";
import { answerLookup } from "./answer-lookup.ts";
import { compatibleQuery } from "./compatible-query.ts";
import type { Context, Operation } from "./context.ts";
import { createForwardedWarning } from "./forwarded-warning.ts";
import { answerManagement } from "./management-call.ts";
import {
  compileRoute,
  ignoredParameters,
  methodNotAllowed,
  queryOf,
  type Route,
  replyContext,
} from "./routed-request.ts";

/**
 * Answers one request. `socket` is the address it came from. `keepOpen` keeps its connection open although nothing is
 * sent or received; with false, no longer.
 */
export type Serve = (
  request: Request,
  socket: string,
  keepOpen?: (open: boolean) => void,
) => Promise<Response>;

/** Compiles the operations into the one function that answers every request. */
export function createServe(context: Context): Serve {
  const { operations, clock, config, log } = context;
  const { metrics, tracer } = context.telemetry;
  const find = compileRouter<Route>(operations, (endpoint) => compileRoute(endpoint, { metrics }));
  const unserved = metrics.operation("none", "none");
  const warnForwarded = createForwardedWarning(log);
  // A path that begins otherwise is the service's own only in another case. Preflights are answered for every path.
  const ownSegments = new Set(operations.map(({ path }) => firstSegment(path)));
  return (request, socket, keepOpen) => {
    const started = performance.now();
    const { headers, method } = request;
    const requestId = safeRequestId(headers.get("x-request-id")) ?? serviceId(clock());
    const refuse = (error: ApiError) => {
      const reply = replyContext(context, { request, requestId, address: socket, started, meter: unserved });
      return Promise.resolve(send(reply, errorReply(reply, error)));
    };
    const place = placeOf(request.url);
    if (!place)
      return refuse(new ApiError("bad_request", "The path has percent-escapes that do not decode."));
    if (!wellFormedHost(headers.get("host")))
      return refuse(new ApiError("bad_request", "The Host header is malformed or was sent twice."));
    const { path } = place;
    const forward = () =>
      context.forwarding.answer(context, {
        request,
        requestId,
        address: addressOf(context, request, socket, warnForwarded),
        isLocal: false,
        path,
        search: place.search,
        query: queryOf(""),
        params: {},
        key: headers.get("x-authkey"),
        headers: {},
        trace: tracer?.begin(headers),
        started,
        keepOpen,
      });
    const foreign = !isPreflight(request) && !ownSegments.has(firstSegment(path));
    const forwarded = foreign ? forward() : undefined;
    if (forwarded) return forwarded;
    const found = find(method, path);
    if (!found) return (foreign ? undefined : forward()) ?? refuse(notServed(operations, method, path));
    const { route } = found;
    const { endpoint } = route;
    const trace = tracer?.begin(headers);
    const { search, key = null } = endpoint.compatible
      ? compatibleQuery(place.search, route.parameters, config.queryKey)
      : { search: place.search };
    const query = queryOf(search);
    // The records of an attempt are found by an ID that only the service could make.
    const onceKey = isSingle(endpoint) ? headers.get("idempotency-key") : null;
    const routed = {
      request,
      requestId: onceKey === null ? requestId : serviceId(clock()),
      address: addressOf(context, request, socket, warnForwarded),
      isLocal: !endpoint.lookup && isLocalRequest(socket, headers, config.publicUrl),
      path: place.path,
      search,
      query,
      params: found.params,
      key: headers.get("x-authkey") ?? key,
      headers: ignoredParameters(route, query),
      onceKey: onceKey ?? undefined,
      keepOpen,
      meter: trace
        ? trace.over(route.meter, {
            method,
            route: endpoint.path,
            operation: endpoint.id,
            requestId,
            started,
          })
        : route.meter,
      started,
    };
    return endpoint.lookup
      ? answerLookup(context, route, endpoint, routed)
      : answerManagement(context, route, endpoint, routed);
  };
}

/** Whether an operation is one lookup: a batch reads its `Idempotency-Key` itself. */
const isSingle = ({ lookup, answers }: Operation): boolean => lookup !== undefined && answers !== "lines";

/** Whether a browser requests the CORS headers of a path. */
function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method");
}

function firstSegment(path: string): string {
  const end = path.indexOf("/", 1);
  return end < 0 ? path.slice(1) : path.slice(1, end);
}

function addressOf(
  { config: { trustedProxies } }: Context,
  { headers }: Request,
  socket: string,
  warnForwarded: (socket: string) => void,
): string {
  const forwarded = headers.get("x-forwarded-for");
  if (ignoresForwarded(socket, forwarded, trustedProxies)) warnForwarded(socket);
  return clientAddress(socket, forwarded, trustedProxies);
}

/** The 405 of a path that has other methods, else the 404. */
function notServed(operations: readonly Operation[], method: string, path: string): ApiError {
  const others = operationsAt(operations, path);
  return others.length === 0 || others.some((one) => one.method === method)
    ? notFound(`No operation at ${path}. See /openapi.json.`)
    : methodNotAllowed(method, others);
}

/** A caller's own request ID, if it is safe in headers and logs: a credential is not. */
function safeRequestId(text: string | null): string | undefined {
  return text && /^[A-Za-z0-9._-]{1,128}$/.test(text) && redactCredentials(text) === text ? text : undefined;
}
