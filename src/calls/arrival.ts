import { readBody } from "../http/body.ts";
import type { Caller } from "../http/caller.ts";
import type { Call } from "../http/endpoint.ts";
import { ApiError } from "../http/errors.ts";
import { allowedMethods } from "../http/paths.ts";
import type { ReplyContext } from "../http/reply.ts";
import type { ValidationIssue } from "../pydantic/issues.ts";
import type { Validator, ValidInput } from "../pydantic/validation.ts";
import type { Context, Operation } from "./context.ts";

/** An operation with what is compiled of it once. */
export interface Route {
  readonly endpoint: Operation;
  readonly validate: Validator;
  /** The names of its query parameters. */
  readonly parameters: ReadonlySet<string>;
}

/** A request whose operation is known. */
export interface Arrival {
  readonly request: Request;
  readonly requestId: string;
  /** The client's, as the trusted proxies tell it. */
  readonly address: string;
  /** The path as sent, its escapes known to decode. */
  readonly path: string;
  /** The query as sent, question mark included. */
  readonly search: string;
  readonly params: Readonly<Record<string, string>>;
  /** When it arrived: on the monotonic clock, milliseconds. */
  readonly started: number;
}

/** What every reply to a request needs; `headers` are of every answer to it, whatever becomes of it. */
export function replyContext(
  { config }: Context,
  request: Request,
  requestId: string,
  headers: ReplyContext["headers"] = {},
): ReplyContext {
  return { requestId, publicUrl: config.publicUrl, bodiless: request.method === "HEAD", headers };
}

const noQuery = new URLSearchParams();

/** The request in the types of its schemas, or what is wrong with it. Throws 400 where it cannot be read. */
export function validateInput(
  { validate }: Route,
  { request, params, search }: Arrival,
  body: Uint8Array | null,
): ValidInput<object> | { readonly ok: false; readonly detail: readonly ValidationIssue[] } {
  const input = validate({
    params,
    query: search === "" ? noQuery : new URLSearchParams(search),
    headers: request.headers,
    contentType: body && request.headers.get("content-type"),
    body,
  });
  if (input.ok || input.fault === "invalid") return input;
  throw new ApiError("bad_request", input.detail);
}

/** The body of an operation that takes one. Throws 413, and 400 where it does not arrive whole. */
export function bodyOf({ endpoint }: Route, { request }: Arrival): Promise<Uint8Array | null> | null {
  return endpoint.body ? readBody(request, endpoint.bodyBytesMax) : null;
}

/** What the handler is given; `change` makes its change. */
export function handlerCall(
  { requestId, address, search }: Arrival,
  caller: Caller,
  { params, query, headers, body }: ValidInput<object>,
  change: Call["change"],
): Call {
  return { caller, params, query, headers, body, requestId, address, search, change };
}

/** The 405 of a path that has other methods. */
export function methodNotAllowed(method: string, found: readonly Operation[]): ApiError {
  const allow = allowedMethods(found);
  return new ApiError("method_not_allowed", `${method} is not one of ${allow}.`, { headers: { allow } });
}
