import type { ValidationIssue } from "../pydantic/issues.ts";
import type { Answer } from "./endpoint.ts";
import { type ApiError, errors, problem } from "./errors.ts";

/** Response headers that a script on another origin may read. */
export const exposedHeaders =
  "x-request-id, x-credits-remaining, x-data-source, x-match, ratelimit, ratelimit-policy, retry-after, etag, link, x-total-count";

/** Everything an answer needs besides itself. */
export interface ReplyContext {
  readonly requestId: string;
  readonly publicUrl: string;
  /** HEAD: the headers alone. */
  readonly bodiless: boolean;
  /** Of every answer to the request, whatever becomes of it. */
  readonly headers: Readonly<Record<string, string>>;
}

function respond(
  context: ReplyContext,
  status: number,
  type: string,
  body: string | Uint8Array,
  extra?: Readonly<Record<string, string>>,
): Response {
  const headers: Record<string, string> = {
    ...(status !== 304 && { "content-type": type }),
    "x-request-id": context.requestId,
    "x-content-type-options": "nosniff",
    ...context.headers,
    ...extra,
  };
  return new Response(
    context.bodiless || status === 304 ? null : (body as string | Uint8Array<ArrayBuffer>),
    {
      status,
      headers,
    },
  );
}

export function replyAnswer(context: ReplyContext, answer: Answer): Response {
  return respond(context, answer.status ?? 200, answer.type, answer.body, answer.headers);
}

export function replyError(context: ReplyContext, error: ApiError): Response {
  const body = problem(error, context.requestId, context.publicUrl);
  return respond(context, errors[error.code].status, "application/problem+json", body, error.extra.headers);
}

/** HTTPValidationError: the 422 of an invalid request. */
export function replyInvalid(context: ReplyContext, detail: readonly ValidationIssue[]): Response {
  return respond(context, 422, "application/json", JSON.stringify({ detail }));
}

/** The 422 for a browser that opened the address: the same status, a page to go on from. */
export function replyInvalidPage(context: ReplyContext, page: string): Response {
  return respond(context, 422, "text/html; charset=utf-8", page, {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  });
}
