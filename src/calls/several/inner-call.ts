import type { Call } from "../../http/endpoint.ts";
import { answerLookup } from "../answer-lookup.ts";
import type { Context, Operation } from "../context.ts";
import { answerManagement } from "../management-call.ts";
import type { RoutedRequest } from "../routed.ts";
import { compileRoute, queryOf, type Route } from "../routed-request.ts";

/** An operation that a request calls for its caller. */
export interface InnerCall extends Pick<RoutedRequest, "key" | "onceKey" | "part" | "isCounted" | "via"> {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  /** The query, with its question mark if it is not empty. */
  readonly search: string;
  readonly body?: string | undefined;
}

/** What it answered. */
export interface InnerAnswer {
  readonly response: Response;
  readonly body: string;
  /** What its records were charged. */
  readonly credits: number;
}

type Outer = Pick<Call, "request" | "requestId" | "address" | "isLocal">;
type Metrics = Context["telemetry"]["metrics"];

const routes = new WeakMap<Metrics, Map<Operation, Route>>();

/** The route of an operation, compiled when it is first called. */
function routeOf({ telemetry }: Context, operation: Operation): Route {
  const { metrics } = telemetry;
  const known = routes.get(metrics) ?? new Map<Operation, Route>();
  routes.set(metrics, known);
  const route = known.get(operation) ?? compileRoute(operation, telemetry);
  known.set(operation, route);
  return route;
}

/** Calls an operation within a request, as if its caller had: with its own charge and record, under the request's ID. */
export async function callWithin(
  context: Context,
  outer: Outer,
  { operation, params, search, body, key, onceKey, part, isCounted, via }: InnerCall,
): Promise<InnerAnswer> {
  const route = routeOf(context, operation);
  const { lookup, answers } = operation;
  const isSingle = lookup !== undefined && answers !== "lines";
  const headers = new Headers();
  if (body !== undefined) headers.set("content-type", "application/json");
  if (onceKey !== undefined && !isSingle) headers.set("idempotency-key", onceKey);
  // Operations that are no lookups read the key, each in a header of its own: an empty one is a missing key.
  if (!lookup) for (const name of ["api-key", "x-authkey"]) headers.set(name, key ?? "");
  const request = new Request("http://within/", {
    method: operation.method,
    headers,
    signal: outer.request!.signal,
    ...(body !== undefined && { body }),
  });
  let credits = 0;
  const routed: RoutedRequest = {
    request,
    requestId: outer.requestId,
    address: outer.address,
    isLocal: outer.isLocal,
    path: operation.path.replace(/\{([a-z_]+)\}/g, (_, name: string) => encodeURIComponent(params[name]!)),
    search,
    query: queryOf(search),
    params,
    key,
    headers: {},
    via,
    onceKey: isSingle ? onceKey : undefined,
    part,
    isCounted,
    charged: (more) => {
      credits += more;
    },
    meter: route.meter,
    started: performance.now(),
  };
  const response = await (lookup
    ? answerLookup(context, route, operation, routed)
    : answerManagement(context, route, operation, routed));
  return { response, body: await response.text(), credits };
}
