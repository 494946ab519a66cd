import type { RoutedRequest } from "../../calls/routed.ts";
import { ApiError, notFound } from "../../http/errors.ts";
import type { ValidationIssue } from "../../http/validation/issues.ts";
import { isJson } from "../../http/validation/validation.ts";
import type { CallChecks } from "./documents/call-checks.ts";
import type { FoundOperation } from "./documents/find-operation.ts";
import { rangeFor } from "./documents/media-ranges.ts";
import type { DocumentOperation } from "./documents/operations.ts";
import { declaredHeaders } from "./documents/values.ts";
import type { RequestBody } from "./request-body.ts";
import type { Target } from "./targets.ts";

/** The operation of a request in its API's document. */
export interface MatchedOperation extends FoundOperation {
  readonly operation: DocumentOperation;
}

/** The operation of a request; undefined without one. */
export function matchOperation(
  { document, path: base }: Target,
  { request, path }: RoutedRequest,
): MatchedOperation | undefined {
  const found = document?.finder.find(request.method, path.slice(base.length + 1) || "/");
  return found && { ...found, operation: document!.operations[found.index]! };
}

/**
 * Throws 404 and 405 if the API's document has no operation for the request, and 415 for a body of a type that it does
 * not name. Does nothing if calls are not checked.
 */
export function requireOperation(
  { document, validates, name, path: base }: Target,
  matched: MatchedOperation | undefined,
  { request: { method, headers, body }, path }: RoutedRequest,
): void {
  if (!validates || !document) return;
  requirePlainPath(path);
  if (!matched) {
    const known = document.finder.methods(path.slice(base.length + 1) || "/");
    if (known.length === 0) throw notFound(`${name} has no operation at this path. Nothing was charged.`);
    const allow = known.join(", ");
    throw new ApiError("method_not_allowed", `${method} is not allowed. Use ${allow}.`, {
      headers: { allow },
    });
  }
  const types = matched.operation.body?.types;
  if (types && body && headers.get("content-length") !== "0" && !rangeFor(types, headers.get("content-type")))
    throw new ApiError(
      "unsupported_media_type",
      `The operation takes ${types.map(({ range }) => range).join(", ")}.`,
    );
}

/** Throws 400 for a path that leads elsewhere once its escapes are decoded: it would not be the checked operation. */
function requirePlainPath(path: string): void {
  const leads = path.split("/").some((segment) => {
    const parts = decodeURIComponent(segment).split(/[/\\]/);
    return parts.length > 1 && parts.some((part) => part === "." || part === "..");
  });
  if (leads)
    throw new ApiError(
      "bad_request",
      "The path contains dot segments with escaped slashes. Nothing was charged.",
    );
}

/** Whether a request's body must be read whole, because its schema is checked. */
export function isBodyChecked(
  { validates }: Target,
  matched: MatchedOperation | undefined,
  request: Request,
): boolean {
  const types = validates ? matched?.operation.body?.types : undefined;
  if (!types) return false;
  const type = request.headers.get("content-type");
  return isJson(type) && rangeFor(types, type)?.schema !== undefined;
}

const noMisfits: readonly ValidationIssue[] = [];

/** What does not fit the API's document. Throws 503 if that cannot be known. */
export function findMisfits(
  checks: CallChecks,
  { id, validates }: Target,
  payer: string,
  matched: MatchedOperation | undefined,
  { request, search }: RoutedRequest,
  { body }: RequestBody,
): readonly ValidationIssue[] | Promise<readonly ValidationIssue[]> {
  if (!validates || !matched) return noMisfits;
  const { index, params, operation } = matched;
  if (!body && operation.body?.required)
    return [{ type: "missing", loc: ["body"], msg: "Field required", input: null }];
  const type = request.headers.get("content-type");
  const headers = declaredHeaders(operation).flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const isWhole = body instanceof Uint8Array && isJson(type);
  if (operation.parameters.length === 0 && !isWhole) return noMisfits;
  return checks.check(payer, id, index, {
    params,
    query: search.slice(1),
    headers: Object.fromEntries(headers),
    contentType: type,
    body: isWhole ? body : undefined,
  });
}
