import type { ValidationIssue } from "./validation/issues.ts";
import { omitLong } from "./validation/secrets.ts";

/** Every error but 422, which only the validator makes. `meaning` is shown at `/docs/errors/{code}`. */
export const errors = {
  bad_request: {
    status: 400,
    title: "Bad request",
    meaning: "The path, a header or the body cannot be decoded. Send UTF-8 and valid percent-escapes.",
  },
  not_authenticated: {
    status: 401,
    title: "Not authenticated",
    meaning: "The credential is missing. Lookups take x-AuthKey, all other operations Authorization.",
  },
  invalid_credential: {
    status: 401,
    title: "Invalid credential",
    meaning: "The credential is unknown, mistyped, expired or revoked.",
  },
  second_factor_required: {
    status: 401,
    title: "Second factor required",
    meaning: "The password is right. The account also needs a code, in `code`; `methods` lists the kinds.",
  },
  step_up_required: {
    status: 401,
    title: "Confirm that it is you",
    meaning:
      "The session's user has to prove more, or again, who it is: `required` says how much, `max_age` within how many seconds, `methods` by what. Nothing was changed.",
  },
  credits_exhausted: {
    status: 402,
    title: "Credits exhausted",
    meaning: "The subscription has no credits left. Nothing was charged.",
  },
  forbidden: {
    status: 403,
    title: "Forbidden",
    meaning: "The credential is valid, but its role cannot call this operation.",
  },
  membership_ended: {
    status: 403,
    title: "Membership ended",
    meaning: "The session or token is for an organization of which the user is no longer a member.",
  },
  insufficient_scope: {
    status: 403,
    title: "Token not made for this",
    meaning:
      "The access token was not made for what the operation does, or none can be. `detail` says which.",
  },
  ip_not_allowed: {
    status: 403,
    title: "Address not allowed",
    meaning: "The product of the subscription blocks calls from this address.",
  },
  api_not_in_product: {
    status: 403,
    title: "API not in product",
    meaning: "The product of the subscription does not contain this API.",
  },
  subscription_inactive: {
    status: 403,
    title: "Subscription inactive",
    meaning: "The subscription is not active. `detail` names its state.",
  },
  vehicle_not_found: {
    status: 404,
    title: "Vehicle not found",
    meaning: "The vehicle is unknown. Nothing was charged, unless the product charges for 404.",
  },
  record_not_found: {
    status: 404,
    title: "Record not found",
    meaning: "This service has no record of the vehicle. That proves nothing about the vehicle.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    meaning: "Nothing exists at this path, or it belongs to another account.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    meaning: "The path does not take this method. The Allow header lists its methods.",
  },
  request_timeout: {
    status: 408,
    title: "Request timeout",
    meaning: "The body of a call stopped arriving. Nothing was charged.",
  },
  conflict: {
    status: 409,
    title: "Conflict",
    meaning: "The object already exists, or its state does not allow this change.",
  },
  precondition_failed: {
    status: 412,
    title: "Precondition failed",
    meaning: "The object has changed since the version in If-Match.",
  },
  content_too_large: {
    status: 413,
    title: "Content too large",
    meaning:
      "The body is too large: more than 16 KiB under /auth, VINGATE_IMPORT_MAX for datasets, 256 KiB elsewhere; or more than 1,000 members in one object or array, 10,000 in total, 32 levels, or 100 parameters of a form.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    meaning: "The operation does not take bodies of this Content-Type or Content-Encoding.",
  },
  upgrade_refused: {
    status: 426,
    title: "Upgrade refused",
    meaning:
      "Calls of registered APIs are HTTP/1.1: WebSockets and other protocols are not forwarded. Nothing was charged.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    meaning: "Rate limit exceeded. Retry-After contains the seconds to wait.",
  },
  quota_exceeded: {
    status: 429,
    title: "Quota exceeded",
    meaning:
      "The quota of the product is used up. Retry-After contains the seconds until the next period. IANA lists this problem type at https://iana.org/assignments/http-problem-types#quota-exceeded.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    meaning: "The service failed. Report the request_id to the operator.",
  },
  upstream_failed: {
    status: 502,
    title: "Bad gateway",
    meaning: "The service behind a registered API gave no answer that can be read. Nothing was charged.",
  },
  upstream_unavailable: {
    status: 503,
    title: "Upstream unavailable",
    meaning:
      "The service behind a registered API, or behind a lookup, is failing, or has too many calls under way. Retry-After contains the seconds to wait. Nothing was charged.",
  },
  upstream_timeout: {
    status: 504,
    title: "Gateway timeout",
    meaning: "The service behind a registered API did not answer in time. Nothing was charged.",
  },
  loop_detected: {
    status: 508,
    title: "Loop detected",
    meaning: "The service behind a registered API sent the call back here. Nothing was charged.",
  },
  client_left: {
    status: 499,
    title: "Client closed the connection",
    meaning: "The client left before a registered API answered. Only reports show it. Nothing was charged.",
  },
  held: {
    status: 503,
    title: "Held after a restore",
    meaning:
      "The service was restored, and an operator has not resumed it yet. Lookups and reads are answered; what charges, sends or gives waits. Nothing was charged.",
  },
  unavailable: {
    status: 503,
    title: "Service unavailable",
    meaning: "The service cannot respond now. Retry-After contains the seconds to wait. Nothing was charged.",
  },
} as const satisfies Record<string, { status: number; title: string; meaning: string }>;

export type ErrorCode = keyof typeof errors;

/** Any failure but 422. `detail` is for the caller; `members` are added to the problem document. */
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
 * The validator's 422 for what only a handler can check, such as parameters that contradict each other. Not for
 * lookups, whose refusals are recorded: their schemas check everything.
 */
export class InvalidRequest extends Error {
  override readonly name = "InvalidRequest";
  readonly detail: readonly ValidationIssue[];

  constructor(detail: readonly ValidationIssue[]);
  /** `fault` follows "Value error, " as the message of a refinement does. */
  constructor(
    loc: readonly [place: "query" | "header" | "body", ...names: string[]],
    fault: string,
    input: unknown,
  );
  constructor(given: readonly (string | ValidationIssue)[], fault = "", input?: unknown) {
    super(fault);
    const [first] = given;
    this.detail =
      typeof first === "string"
        ? [
            {
              type: "value_error",
              loc: [...(given as readonly string[])],
              msg: `Value error, ${fault}`,
              input,
              ctx: { error: {} },
            },
          ]
        : (given as readonly ValidationIssue[]);
    omitLong(this.detail);
  }
}

export const conflict = (detail: string, extra?: ErrorExtra) => new ApiError("conflict", detail, extra);
export const forbidden = (detail: string, extra?: ErrorExtra) => new ApiError("forbidden", detail, extra);
export const notFound = (detail: string, extra?: ErrorExtra) => new ApiError("not_found", detail, extra);

interface ErrorExtra {
  readonly headers?: Readonly<Record<string, string>>;
  readonly members?: Readonly<Record<string, unknown>>;
  /** Answers a probe, and refuses no call: not for the log. */
  readonly probe?: boolean;
  /** Why a call that this 404 answers costs nothing on any plan: its record has this code. */
  readonly freeFor?: ErrorCode;
}

/** The problem document (RFC 9457) of an error, as JSON. */
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

/** A 429 with the seconds to wait, at least one. */
export function tooManyCalls(detail: string, waitSeconds: number): ApiError {
  return new ApiError("rate_limited", detail, {
    headers: { "retry-after": String(Math.max(1, Math.ceil(waitSeconds))) },
  });
}

/** A 503 for a call that can be repeated in a second. */
export function unavailable(detail: string): ApiError {
  return new ApiError("unavailable", detail, { headers: { "retry-after": "1" } });
}
