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

/** What is sent, but for the headers that every answer to the request has. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The response of a reply. */
export function send(context: ReplyContext, { status, type, body, headers }: Reply): Response {
  const all: Record<string, string> = {
    ...(status !== 304 && { "content-type": type }),
    "x-request-id": context.requestId,
    "x-content-type-options": "nosniff",
    ...context.headers,
    ...headers,
  };
  const bodiless = context.bodiless || status === 304;
  return new Response(bodiless ? null : (body as string | Uint8Array<ArrayBuffer>), { status, headers: all });
}

export function sendAnswer(context: ReplyContext, { status = 200, type, body, headers }: Answer): Response {
  return send(context, { status, type, body, headers });
}

/** The problem document of an error. */
export function errorReply({ requestId, publicUrl }: ReplyContext, error: ApiError): Reply {
  return {
    status: errors[error.code].status,
    type: "application/problem+json",
    body: problem(error, requestId, publicUrl),
    headers: error.extra.headers,
  };
}

/** HTTPValidationError: the 422 of an invalid request. */
export function invalidReply(detail: readonly ValidationIssue[]): Reply {
  return { status: 422, type: "application/json", body: JSON.stringify({ detail }) };
}

/** The 422 for a browser that opened the address: the same status, a page to go on from. */
export function invalidPageReply(page: string): Reply {
  const headers = { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" };
  return { status: 422, type: "text/html; charset=utf-8", body: page, headers };
}
