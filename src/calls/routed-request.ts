import { readBody } from "../http/body.ts";
import type { Caller } from "../http/caller.ts";
import type { Call } from "../http/endpoint.ts";
import { ApiError } from "../http/errors.ts";
import { allowedMethods } from "../http/paths.ts";
import type { ReplyContext } from "../http/reply.ts";
import type { ValidationIssue } from "../http/validation/issues.ts";
import type { Validator, ValidInput } from "../http/validation/validation.ts";
import type { Context, Operation } from "./context.ts";

/** An operation with what is compiled of it once. */
export interface Route {
  readonly endpoint: Operation;
  readonly validate: Validator;
  /** The names of its query parameters. */
  readonly parameters: ReadonlySet<string>;
}

/** A request whose operation is known. */
export interface RoutedRequest {
  readonly request: Request;
  readonly requestId: string;
  /** The client's, as the trusted proxies tell it. */
  readonly address: string;
  /** The path as sent, its escapes known to decode. */
  readonly path: string;
  /** The query as sent, question mark included. */
  readonly search: string;
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
  /** The subscription key that came with it: in its header, or in the query of a compatible operation. */
  readonly key: string | null;
  /** Of every answer to it: names the query parameters that its operation ignores. */
  readonly headers: Readonly<Record<string, string>>;
  /** When it arrived: on the monotonic clock, milliseconds. */
  readonly started: number;
}

const noHeaders = {};

/**
 * What every reply to a request needs; `headers` are of every answer to it, whatever becomes of it, and `shared`
 * of every answer to requests of its kind.
 */
export function replyContext(
  { config }: Context,
  request: Request,
  requestId: string,
  headers: ReplyContext["headers"] = noHeaders,
  shared: ReplyContext["shared"] = noHeaders,
): ReplyContext {
  return { requestId, publicUrl: config.publicUrl, bodiless: request.method === "HEAD", shared, headers };
}

const noQuery = new URLSearchParams();

/** The parameters of a query as sent. */
export function queryOf(search: string): URLSearchParams {
  return search === "" ? noQuery : new URLSearchParams(search);
}

const namesMax = 20;
const nameCharactersMax = 100;

/** `x-ignored-parameters`: the names in a query that its operation does not have, percent-encoded. */
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

/** The request in the types of its schemas, or what is wrong with it. Throws 400 where it cannot be read. */
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

/** The body of an operation that takes one. Throws 413, and 400 where it does not arrive whole. */
export function bodyOf({ endpoint }: Route, { request }: RoutedRequest): Promise<Uint8Array | null> | null {
  return endpoint.body ? readBody(request, endpoint.limits?.bodyBytes, endpoint.limits?.bodyMembers) : null;
}

/** What the handler is given; `change` makes its change. */
export function handlerCall(
  { requestId, address, search }: RoutedRequest,
  caller: Caller,
  { params, query, headers, body }: ValidInput<object>,
  change: Call["change"],
): Call {
  return { caller, params, query, headers, body, requestId, address, search, change };
}

/** The `change` of a lookup, and of what only tells. */
export function changesNothing(): never {
  throw new Error("this operation changes nothing");
}

/** The 405 of a path that has other methods. */
export function methodNotAllowed(method: string, found: readonly Operation[]): ApiError {
  const allow = allowedMethods(found);
  return new ApiError("method_not_allowed", `${method} is not allowed. Use ${allow}.`, {
    headers: { allow },
  });
}
