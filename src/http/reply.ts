import { redactCredentials } from "../base/redaction.ts";
import type { Answer } from "./endpoint.ts";
import { type ApiError, errors, problem } from "./errors.ts";
import { pathPrefix } from "./path-prefix.ts";
import type { ValidationIssue } from "./validation/issues.ts";

/** Response headers that scripts of other origins can read. */
export const exposedHeaders =
  "x-request-id, x-credits-remaining, x-data-source, x-match, ratelimit, ratelimit-policy, retry-after, etag, link, location, idempotent-replayed, x-total-count, x-ignored-parameters";

/** What a response needs from its request and service. */
export interface ReplyContext {
  readonly requestId: string;
  readonly publicUrl: string;
  /** HEAD: the headers alone. */
  readonly bodiless: boolean;
  /** Headers of all responses of one kind: one object for all, converted to `Headers` once. */
  readonly shared: Readonly<Record<string, string>>;
  /** Headers of every response to this request, errors included. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A response without the headers of every response to the request. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A reply whose body is produced while it is sent. */
export interface StreamedReply extends Omit<Reply, "body"> {
  readonly body: ReadableStream<Uint8Array>;
}

/** Headers of pages: no loading, no scripts, no frames, no referrer. */
const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
} as const;

const strictTransport = { "strict-transport-security": "max-age=31536000" } as const;

/** The headers of responses of one kind and media type. */
interface Prepared {
  /** The headers that all of them have. */
  readonly alike: Readonly<Record<string, string>>;
  /** The same with those of the last response. */
  headers: Headers;
  /** The names of the headers that only the last response has. */
  own: string[];
}

type ByType = Map<string | undefined, Prepared>;
const preparedPlain = new WeakMap<object, ByType>();
const preparedSecure = new WeakMap<object, ByType>();

/**
 * The headers that answers of a kind and media type have alike. They are put together once: it takes longer than
 * a VIN's decode. `type` is undefined where there is no body to name the type of.
 */
function preparedHeaders(
  shared: ReplyContext["shared"],
  type: string | undefined,
  secure: boolean,
): Prepared {
  const prepared = secure ? preparedSecure : preparedPlain;
  const byType: ByType = prepared.get(shared) ?? new Map();
  let made = byType.get(type);
  if (!made) {
    const alike = {
      ...(type !== undefined && { "content-type": type }),
      "x-content-type-options": "nosniff",
      ...(secure && strictTransport),
      ...(type?.startsWith("text/html") && pageHeaders),
      ...shared,
    };
    made = { alike, headers: new Headers(alike), own: [] };
    prepared.set(shared, byType.set(type, made));
  }
  return made;
}

/** The response of a reply. A page's own headers come before those of every page; paths in Link become whole. */
export function send(
  { requestId, publicUrl, bodiless, shared, headers: ofRequest }: ReplyContext,
  { status, type, body, headers: own }: Reply | StreamedReply,
): Response {
  const unchanged = status === 304;
  const prepared = preparedHeaders(shared, unchanged ? undefined : type, publicUrl.startsWith("https:"));
  const names = own ? [...Object.keys(ofRequest), ...Object.keys(own)] : Object.keys(ofRequest);
  forget(prepared, names);
  const { headers } = prepared;
  headers.set("x-request-id", requestId);
  for (const name of names) {
    const value = own?.[name] ?? ofRequest[name]!;
    headers.set(name, name === "link" ? value.replaceAll("</", `<${publicUrl}/`) : value);
  }
  if (bodiless && !(body instanceof ReadableStream))
    headers.set("content-length", String(Buffer.byteLength(body)));
  // The response copies the headers.
  return new Response(
    bodiless || unchanged ? null : (body as string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>),
    { status, headers },
  );
}

/** Removes the headers of the last response, unless the next one replaces them all. */
function forget(prepared: Prepared, names: string[]): void {
  const { own, alike } = prepared;
  if (own.length === names.length && names.every((name, at) => name === own[at])) return;
  prepared.headers = new Headers(alike);
  prepared.own = names;
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

/** The 422 of an invalid request, without credentials, even in names of members. */
export function invalidReply(detail: readonly ValidationIssue[]): Reply {
  return { status: 422, type: "application/json", body: redactCredentials(JSON.stringify({ detail })) };
}

/** Sends a browser to another page of this service. */
export function seeOtherReply(publicUrl: string, path: string): Reply {
  return { status: 303, type: "text/plain", body: "", headers: { location: pathPrefix(publicUrl) + path } };
}
