import { redactCredentials } from "../base/redaction.ts";
import type { ValidationIssue } from "../pydantic/issues.ts";
import type { Answer } from "./endpoint.ts";
import { type ApiError, errors, problem } from "./errors.ts";

/** Response headers that a script on another origin may read. */
export const exposedHeaders =
  "x-request-id, x-credits-remaining, x-data-source, x-match, ratelimit, ratelimit-policy, retry-after, etag, link, x-total-count, x-ignored-parameters";

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

/** A reply whose body is made while it is sent. */
export interface StreamedReply extends Omit<Reply, "body"> {
  readonly body: ReadableStream<Uint8Array>;
}

/** Of every page: it loads nothing, runs no script, is shown in no frame, and tells nobody where it leads. */
const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
} as const;

const strictTransport = { "strict-transport-security": "max-age=31536000" } as const;

/** The response of a reply. A page's own headers come before those of every page; paths in Link become whole. */
export function send(
  context: ReplyContext,
  { status, type, body, headers }: Reply | StreamedReply,
): Response {
  const { publicUrl } = context;
  const all: Record<string, string> = {
    ...(status !== 304 && { "content-type": type }),
    "x-request-id": context.requestId,
    "x-content-type-options": "nosniff",
    ...(publicUrl.startsWith("https:") && strictTransport),
    ...(type.startsWith("text/html") && pageHeaders),
    ...context.headers,
    ...headers,
  };
  if (all.link !== undefined) all.link = all.link.replaceAll("</", `<${publicUrl}/`);
  const bodiless = context.bodiless || status === 304;
  return new Response(
    bodiless ? null : (body as string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>),
    { status, headers: all },
  );
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

/** HTTPValidationError: the 422 of an invalid request, which repeats no credential, a member's name included. */
export function invalidReply(detail: readonly ValidationIssue[]): Reply {
  return { status: 422, type: "application/json", body: redactCredentials(JSON.stringify({ detail })) };
}

/** The 422 for a browser that opened the address: the same status, a page to go on from. */
export function invalidPageReply(page: string): Reply {
  return { status: 422, type: "text/html; charset=utf-8", body: page };
}
