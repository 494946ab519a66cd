import type { ValidationIssue } from "./validation/issues.ts";
import { omitLong } from "./validation/secrets.ts";

/** Every error that an answer can carry, but 422, which only the validator makes. `meaning` is for its page, `/docs/errors/{code}`. */
export const errors = {
  bad_request: {
    status: 400,
    title: "Bad request",
    meaning: "The path, a header or the body cannot be decoded. Send UTF-8 and well-formed percent-escapes.",
  },
  not_authenticated: {
    status: 401,
    title: "Not authenticated",
    meaning: "The credential is missing. Lookups take x-AuthKey; all other operations take Authorization.",
  },
  invalid_credential: {
    status: 401,
    title: "Invalid credential",
    meaning: "The credential is unknown or mistyped, or it has expired or was revoked.",
  },
  credits_exhausted: {
    status: 402,
    title: "Credits exhausted",
    meaning: "The subscription has no credits left. Nothing was charged.",
  },
  forbidden: {
    status: 403,
    title: "Forbidden",
    meaning: "The credential is valid, but it may not do this.",
  },
  ip_not_allowed: {
    status: 403,
    title: "Address not allowed",
    meaning: "The product of this subscription does not allow calls from this address.",
  },
  api_not_in_product: {
    status: 403,
    title: "API not in product",
    meaning: "The subscription's product does not contain this API.",
  },
  subscription_inactive: {
    status: 403,
    title: "Subscription inactive",
    meaning: "The subscription is not active; the answer names its state.",
  },
  vehicle_not_found: {
    status: 404,
    title: "Vehicle not found",
    meaning: "No such vehicle is known. Nothing was charged, unless the product charges misses.",
  },
  record_not_found: {
    status: 404,
    title: "Record not found",
    meaning:
      "The vehicle is known, but this service has no record of it. That proves nothing about the vehicle.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    meaning: "Nothing exists at this address, or it belongs to another account.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    meaning:
      "The address exists, but it does not take this method; the Allow header lists the methods it takes.",
  },
  conflict: {
    status: 409,
    title: "Conflict",
    meaning: "The object exists already, or its state does not allow this change.",
  },
  precondition_failed: {
    status: 412,
    title: "Precondition failed",
    meaning: "The object has changed since the version that If-Match names.",
  },
  content_too_large: {
    status: 413,
    title: "Content too large",
    meaning:
      "The body is larger than this operation takes (16 KiB under /auth, VINGATE_IMPORT_MAX for datasets, 256 KiB elsewhere), or it has more than 1,000 members in one object or array, more than 10,000 in all, or more than 32 levels.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    meaning: "The operation does not read bodies of this Content-Type or Content-Encoding.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    meaning: "Too many calls were made in a short time. Retry-After says when to try again.",
  },
  quota_exceeded: {
    status: 429,
    title: "Quota exceeded",
    meaning:
      "The product's quota is used up. Retry-After says when the next period begins. IANA registers this type of problem as https://iana.org/assignments/http-problem-types#quota-exceeded.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    meaning: "The service has a fault. Report the request_id to the operator.",
  },
  unavailable: {
    status: 503,
    title: "Service unavailable",
    meaning: "The service cannot answer now. Retry-After says when to try again. Nothing was charged.",
  },
} as const satisfies Record<string, { status: number; title: string; meaning: string }>;

export type ErrorCode = keyof typeof errors;

/** Every answer that is not a success. `detail` is for the caller; `members` join the problem document. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly detail: string;
  readonly extra: ErrorExtra;

  constructor(code: ErrorCode, detail: string, extra: ErrorExtra = {}) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.extra = extra;
  }
}

/**
 * The validator's 422 for what only a handler can see: parameters that do not go together. Not for lookups,
 * whose refusals are recorded; their schemas check everything.
 */
export class InvalidRequest extends Error {
  override readonly name = "InvalidRequest";
  readonly detail: readonly ValidationIssue[];

  /** `fault` completes "Value error, …" as a schema's own refinement does. */
  constructor(
    loc: readonly [place: "query" | "header" | "body", ...names: string[]],
    fault: string,
    input: unknown,
  ) {
    super(fault);
    this.detail = [
      { type: "value_error", loc: [...loc], msg: `Value error, ${fault}`, input, ctx: { error: {} } },
    ];
    omitLong(this.detail);
  }
}

interface ErrorExtra {
  readonly headers?: Readonly<Record<string, string>>;
  readonly members?: Readonly<Record<string, unknown>>;
}

/** The problem document (RFC 9457) of an error, as the JSON that is sent. */
export function problem(error: ApiError, requestId: string, publicUrl: string): string {
  const { status, title } = errors[error.code];
  return JSON.stringify({
    type: `${publicUrl}/docs/errors/${error.code}`,
    title,
    status,
    detail: error.detail,
    code: error.code,
    request_id: requestId,
    ...error.extra.members,
  });
}

/** The 429 of a caller that must wait, a second at least. */
export function tooManyCalls(detail: string, waitSeconds: number): ApiError {
  return new ApiError("rate_limited", detail, {
    headers: { "retry-after": String(Math.max(1, Math.ceil(waitSeconds))) },
  });
}

/** The 503 of a call that may be repeated in a second. */
export function unavailable(detail: string): ApiError {
  return new ApiError("unavailable", detail, { headers: { "retry-after": "1" } });
}
