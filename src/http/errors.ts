import type { ValidationIssue } from "../pydantic/issues.ts";

/** Every error an answer can carry, but 422, which only the validator makes: code → status and title. */
export const errors = {
  bad_request: { status: 400, title: "Bad request" },
  not_authenticated: { status: 401, title: "Not authenticated" },
  invalid_credential: { status: 401, title: "Invalid credential" },
  credits_exhausted: { status: 402, title: "Credits exhausted" },
  forbidden: { status: 403, title: "Forbidden" },
  ip_not_allowed: { status: 403, title: "Address not allowed" },
  api_not_in_product: { status: 403, title: "API not in product" },
  subscription_inactive: { status: 403, title: "Subscription inactive" },
  vehicle_not_found: { status: 404, title: "Vehicle not found" },
  record_not_found: { status: 404, title: "Record not found" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  not_acceptable: { status: 406, title: "Not acceptable" },
  conflict: { status: 409, title: "Conflict" },
  precondition_failed: { status: 412, title: "Precondition failed" },
  content_too_large: { status: 413, title: "Content too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  rate_limited: { status: 429, title: "Too many requests" },
  quota_exceeded: { status: 429, title: "Quota exceeded" },
  internal: { status: 500, title: "Internal error" },
  upstream_failed: { status: 502, title: "Upstream failed" },
  unavailable: { status: 503, title: "Service unavailable" },
  upstream_timeout: { status: 504, title: "Upstream timed out" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errors;

/** An answer that is no success. `detail` is for the caller; `members` join the problem document. */
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
 * whose refusals are recorded; their schemas judge everything.
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
  }
}

interface ErrorExtra {
  readonly headers?: Readonly<Record<string, string>>;
  readonly members?: Readonly<Record<string, unknown>>;
}

// RFC 9457 registers this type for exceeded quotas; clients know it.
const quotaExceeded = "https://iana.org/assignments/http-problem-types#quota-exceeded";

/** The problem document (RFC 9457) of an error, as the JSON that is sent. */
export function problem(error: ApiError, requestId: string, publicUrl: string): string {
  const { status, title } = errors[error.code];
  return JSON.stringify({
    type: status === 429 ? quotaExceeded : `${publicUrl}/docs/errors#${error.code}`,
    title,
    status,
    detail: error.detail,
    code: error.code,
    request_id: requestId,
    ...error.extra.members,
  });
}

/** The 503 of what may be asked again in a second. */
export function unavailable(detail: string): ApiError {
  return new ApiError("unavailable", detail, { headers: { "retry-after": "1" } });
}
