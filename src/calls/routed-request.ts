import { readBody } from "../http/body.ts";
import type { Caller } from "../http/caller.ts";
import type { Call } from "../http/endpoint.ts";
import { ApiError } from "../http/errors.ts";
import { allowedMethods } from "../http/paths.ts";
import type { ReplyContext } from "../http/reply.ts";
import type { ValidationIssue } from "../http/validation/issues.ts";
import { compileValidator, type Validator, type ValidInput } from "../http/validation/validation.ts";
import type { OperationMeter } from "../telemetry/metrics/meters.ts";
import type { Context, Operation } from "./context.ts";
import type { RoutedRequest } from "./routed.ts";

/** An operation with its compiled validator. */
export interface Route {
  readonly endpoint: Operation;
  readonly validate: Validator;
  /** The names of its query parameters. */
  readonly parameters: ReadonlySet<string>;
  readonly meter: OperationMeter;
}

/** Operations are constants: a process that opens several services, as tests do, compiles each once. */
const validators = new WeakMap<Operation, Validator>();

function validatorOf(endpoint: Operation): Validator {
  const known = validators.get(endpoint);
  if (known) return known;
  const made = compileValidator(endpoint);
  validators.set(endpoint, made);
  return made;
}

/** The route of an operation. Throws if its schemas cannot be compiled. */
export function compileRoute(endpoint: Operation, { metrics }: Pick<Context["telemetry"], "metrics">): Route {
  return {
    endpoint,
    validate: validatorOf(endpoint),
    parameters: new Set(Object.keys(endpoint.query?.shape ?? {})),
    meter: metrics.operation(endpoint.id, endpoint.lookup?.api ?? endpoint.tag),
  };
}

const noHeaders = {};

type Replied = Pick<RoutedRequest, "request" | "requestId" | "address" | "started" | "meter">;

/** The common part of all replies to a request; `shared` headers are common to requests of its kind. */
export function replyContext(
  { config, responses: { unsent } }: Context,
  { request, requestId, address, started, meter: own }: Replied,
  headers: ReplyContext["headers"] = noHeaders,
  shared: ReplyContext["shared"] = noHeaders,
  meter: ReplyContext["meter"] = own,
): ReplyContext {
  const bodiless = request.method === "HEAD";
  const { publicUrl } = config;
  return {
    requestId,
    publicUrl,
    bodiless,
    shared,
    headers,
    unsent,
    client: address,
    request,
    meter,
    started,
  };
}

const noQuery = new URLSearchParams();

/** The parameters of a query as sent. */
export function queryOf(search: string): URLSearchParams {
  return search === "" ? noQuery : new URLSearchParams(search);
}

const namesMax = 20;
const nameCharactersMax = 100;

/** `x-ignored-parameters`: undeclared names of a query, percent-encoded. */
export function ignoredParameters(
  { parameters }: Route,
  query: URLSearchParams,
): Readonly<Record<string, string>> {
  if (query === noQuery) return noHeaders;
  const unknown = new Set<string>();
  for (const name of query.keys())
    if (!parameters.has(name))
      unknown.add(encodeURIComponent(name.slice(0, nameCharactersMax).toWellFormed()));
  if (unknown.size === 0) return noHeaders;
  const names = [...unknown];
  const shown = names.length > namesMax ? [...names.slice(0, namesMax), "..."] : names;
  return { "x-ignored-parameters": shown.join(", ") };
}

/** The request in the types of its schemas, or its faults. Throws 400 if it cannot be decoded. */
export function validateInput(
  { validate }: Route,
  { request, params, query }: RoutedRequest,
  body: Uint8Array | null,
): ValidInput<object> | { readonly ok: false; readonly detail: readonly ValidationIssue[] } {
  const input = validate({
    params,
    query,
    headers: request.headers,
    contentType: body && request.headers.get("content-type"),
    body,
  });
  if (input.ok || input.fault === "invalid") return input;
  throw new ApiError("bad_request", input.detail);
}

/** The body, if the operation takes one. Throws 413, and 400 if it does not arrive whole. */
export function bodyOf({ endpoint }: Route, { request }: RoutedRequest): Promise<Uint8Array | null> | null {
  const { body, limits, form } = endpoint;
  return body ? readBody(request, { bytes: limits?.bodyBytes, members: limits?.bodyMembers, form }) : null;
}

/** The handler's input; `change` makes its change. */
export function handlerCall(
  { request, requestId, address, isLocal, search, via, charged, keepOpen, params: sentParams }: RoutedRequest,
  caller: Caller,
  { params, query, headers, body }: ValidInput<object>,
  change: Call["change"],
): Call {
  const sentHeaders = request.headers;
  return {
    caller,
    params,
    sentParams,
    query,
    headers,
    body,
    request,
    requestId,
    sentHeaders,
    address,
    isLocal,
    search,
    via,
    charged,
    keepOpen,
    change,
  };
}

/** The `change` of lookups and streams. */
export function changesNothing(): never {
  throw new Error("this operation changes nothing");
}

const coveragePath = "/coverage/{vin}";

/** `Link` to what lookups would answer about a VIN, free of charge; undefined without a VIN or without that operation. */
export function coverageLink(
  { operations }: Pick<Context, "operations">,
  { params: { vin = "" } }: Pick<RoutedRequest, "params">,
): string | undefined {
  if (!/^[A-Za-z0-9]{1,17}$/.test(vin) || !operations.some(({ path }) => path === coveragePath))
    return undefined;
  return `<${coveragePath.replace("{vin}", vin)}>; rel="related"; title="coverage"`;
}

/** The 405 of a path that has other methods. `link` is its header `Link`, whose paths become whole. */
export function methodNotAllowed(method: string, found: readonly Operation[], link?: string): ApiError {
  const allow = allowedMethods(found);
  return new ApiError("method_not_allowed", `${method} is not allowed. Use ${allow}.`, {
    headers: { allow, ...(link !== undefined && { link }) },
  });
}
