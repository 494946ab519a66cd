import { redactCredentials } from "../base/redaction.ts";
import {
  compressedStream,
  compressNow,
  encodingFor,
  isCompressible,
  type QuickEncoding,
} from "./encoding/compression.ts";
import { encodedEtag } from "./encoding/encodings.ts";
import type { Answer } from "./endpoint.ts";
import { type ApiError, errors, problem } from "./errors.ts";
import { pathPrefix } from "./path-prefix.ts";
import { pieceBytes, type Unsent } from "./unsent.ts";
import type { ValidationIssue } from "./validation/issues.ts";

/** Response headers that scripts of other origins can read. */
export const exposedHeaders =
  "x-request-id, x-credits-charged, x-credits-remaining, x-receipt, x-data-source, x-match, x-vin-read, x-test, ratelimit, ratelimit-policy, retry-after, etag, link, location, idempotent-replayed, x-total-count, x-ignored-parameters";

/** Counts the responses of an operation. */
export interface ResponseMeter {
  /** Counts one to a request that came at `started`, in monotonic milliseconds. */
  add(status: number, started: number, bytes: number): void;
  /** Counts an error by its code. */
  refused(code: string): void;
}

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
  readonly unsent: Unsent;
  /** Whose bytes a long body counts as until they are taken: the client's address. */
  readonly client: string;
  readonly request: Pick<Request, "signal" | "headers">;
  /** Counts the response. */
  readonly meter?: ResponseMeter | undefined;
  /** When the request came, in monotonic milliseconds. */
  readonly started?: number;
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

/** A reply with a body of any kind; a Blob is one for many responses. */
interface AnyReply extends Omit<Reply, "body"> {
  readonly body: Reply["body"] | StreamedReply["body"] | Blob;
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
  /** Whether bodies of its media type may be compressed. */
  readonly isCompressible: boolean;
  /** The headers that all of them have. */
  readonly alike: Readonly<Record<string, string>>;
  /** The same with those of the last response. */
  headers: Headers;
  /** The names of the headers that only the last response has, and their values. */
  own: string[];
  values: string[];
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
    const compressible = type === undefined || isCompressible(type);
    const alike = {
      ...(type !== undefined && { "content-type": type }),
      "x-content-type-options": "nosniff",
      ...(secure && strictTransport),
      ...(type?.startsWith("text/html") && pageHeaders),
      ...shared,
      ...(compressible && { vary: withEncoding(shared.vary) }),
    };
    made = { isCompressible: compressible, alike, headers: new Headers(alike), own: [], values: [] };
    prepared.set(shared, byType.set(type, made));
  }
  return made;
}

/** A `Vary` that distinguishes compressed forms, whether or not this one is compressed. */
function withEncoding(vary: string | undefined): string {
  if (vary === undefined) return "Accept-Encoding";
  return /accept-encoding/i.test(vary) ? vary : `${vary}, Accept-Encoding`;
}

/**
 * The response of a reply, compressed if it is long and the caller accepts that. A page's own headers come before those
 * of every page; paths in Link become whole.
 */
export function send(context: ReplyContext, reply: AnyReply): Response {
  const { meter, started = 0 } = context;
  const isSent = reply.status !== 304 && !context.bodiless;
  const length = lengthOf(reply.body);
  // The size before compression, as it is recorded.
  meter?.add(reply.status, started, isSent ? (length ?? 0) : 0);
  const encoding = reply.status === 304 ? undefined : encodingFor(context.request, reply);
  if (!encoding) return sendAsMade(context, reply, length);
  const encoded = encodedReply(context, reply, encoding);
  return sendAsMade(context, encoded, lengthOf(encoded.body));
}

function encodedReply(context: ReplyContext, reply: AnyReply, encoding: QuickEncoding): AnyReply {
  const { headers } = reply;
  const body = reply.body as Exclude<AnyReply["body"], Blob>;
  const etag = headers?.etag;
  const inOne = !(body instanceof ReadableStream) && lengthOf(body)! <= pieceBytes;
  const pieces = body instanceof ReadableStream || inOne ? body : inPieces(context, body);
  return {
    ...reply,
    headers: {
      ...headers,
      "content-encoding": encoding,
      ...(etag !== undefined && { etag: encodedEtag(etag, encoding) }),
    },
    body:
      pieces instanceof ReadableStream ? compressedStream(pieces, encoding) : compressNow(pieces, encoding),
  };
}

function sendAsMade(context: ReplyContext, reply: AnyReply, length: number | undefined): Response {
  const { requestId, publicUrl, bodiless, shared, headers: ofRequest } = context;
  const { status, type, body, headers: own } = reply;
  const unchanged = status === 304;
  const prepared = preparedHeaders(shared, unchanged ? undefined : type, publicUrl.startsWith("https:"));
  const names = own ? [...Object.keys(ofRequest), ...Object.keys(own)] : Object.keys(ofRequest);
  forget(prepared, names);
  const { headers, values } = prepared;
  headers.set("x-request-id", requestId);
  for (let at = 0; at < names.length; at++) {
    const name = names[at]!;
    const given = own?.[name] ?? ofRequest[name]!;
    const value = name === "link" ? given.replaceAll("</", `<${publicUrl}/`) : given;
    // Many are those of the last response, and to compare one takes less than to set it.
    if (values[at] === value) continue;
    headers.set(name, value);
    values[at] = value;
  }
  const ownVary = own?.vary;
  if (ownVary !== undefined && prepared.isCompressible) headers.set("vary", withEncoding(ownVary));
  // The response copies the headers.
  if (unchanged) return new Response(null, { status, headers });
  const isLong = length !== undefined && length > pieceBytes && !(body instanceof Blob);
  if (!bodiless && !isLong)
    return new Response(body as string | Uint8Array<ArrayBuffer>, { status, headers });
  const response = new Response(bodiless ? null : inPieces(context, body as Reply["body"]), {
    status,
    headers,
  });
  if (length !== undefined) response.headers.set("content-length", String(length));
  return response;
}

/** The bytes of a body; undefined if it is produced while it is sent. */
function lengthOf(body: AnyReply["body"]): number | undefined {
  if (body instanceof Uint8Array) return body.length;
  if (typeof body === "string") return Buffer.byteLength(body);
  return body instanceof Blob ? body.size : undefined;
}

function inPieces(
  { unsent, client, request: { signal } }: ReplyContext,
  body: Reply["body"],
): ReadableStream<Uint8Array> {
  return unsent.whole({ client, signal }, typeof body === "string" ? Buffer.from(body) : body);
}

/** Removes the headers of the last response, unless the next one replaces them all. */
function forget(prepared: Prepared, names: string[]): void {
  const { own, alike } = prepared;
  if (own.length === names.length && names.every((name, at) => name === own[at])) return;
  prepared.headers = new Headers(alike);
  prepared.own = names;
  prepared.values = [];
}

export function sendAnswer(context: ReplyContext, answer: Answer): Response {
  const { status = 200, type, body, shared, headers } = answer;
  return send(context, { status, type, body: shared ?? body, headers });
}

/** The problem document of an error. */
export function errorReply({ requestId, publicUrl, meter }: ReplyContext, error: ApiError): Reply {
  meter?.refused(error.code);
  return {
    status: errors[error.code].status,
    type: "application/problem+json",
    body: problem(error, requestId, publicUrl),
    headers: error.extra.headers,
  };
}

/** What a 422 has beside the invalid inputs. */
interface Beside {
  readonly link: string;
  readonly members: object;
}

/** The 422 of an invalid request, without credentials, even in names of members. */
export function invalidReply(detail: readonly ValidationIssue[], beside?: Beside): Reply {
  const body = redactCredentials(JSON.stringify({ detail, ...beside?.members }));
  return { status: 422, type: "application/json", body, headers: beside && { link: beside.link } };
}

/** Sends a browser to another page of this service. */
export function seeOtherReply(publicUrl: string, path: string): Reply {
  return { status: 303, type: "text/plain", body: "", headers: { location: pathPrefix(publicUrl) + path } };
}
