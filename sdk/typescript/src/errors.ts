import type { ErrorCode, ValidationError } from "./types.gen.ts";

/** Every error of this package but that of an aborted signal, which throws its own reason. */
export class VingateError extends Error {
  override readonly name: string = "VingateError";
  /** In a batch: the index of the first VIN without an answer. */
  index?: number;
}

/** No answer, or one that was cut off or cannot be read. `cause` is the reason. */
export class ConnectionError extends VingateError {
  override readonly name: string = "ConnectionError";
  /** Whether the request certainly did not reach the service. */
  readonly isUnsent: boolean;

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.isUnsent = unsentCodes.includes(codeOf(cause));
  }
}

/** The service took longer than `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name = "TimeoutError";
}

const unsentCodes = [
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"],
  ...["ConnectionRefused", "FailedToOpenSocket"],
];

function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return typeof code === "string" ? code : cause ? codeOf(cause) : "";
}

/** The fault of one input. */
export type Issue = ValidationError;

interface Problem {
  readonly type?: string;
  readonly title?: string;
  readonly detail?: string | readonly Issue[];
  readonly code?: string;
  readonly request_id?: string;
}

/** An answer that is an error. */
export class ApiError extends VingateError {
  override readonly name: string = "ApiError";
  readonly status: number;
  /** `validation_error` for a refused input; `unreadable` if the answer is no problem document. */
  readonly code: ErrorCode | "validation_error" | "unreadable" | (string & {});
  readonly title: string;
  /** The reason, for people. */
  readonly detail: string;
  /** The address of the page that explains the code. */
  readonly type: string | undefined;
  /** The ID to report to the operator. */
  readonly requestId: string | undefined;
  /** The seconds to wait before another try. */
  readonly retryAfter: number | undefined;
  /** Every refused input, of a 422. */
  readonly issues: readonly Issue[];
  /** The name of the first refused input. */
  readonly field: string | undefined;
  /** The body as sent, parsed if it is JSON. */
  readonly body: unknown;

  constructor(status: number, body: unknown, headers: Headers = new Headers()) {
    const { type, title, detail, code, request_id }: Problem =
      typeof body === "object" && body !== null ? body : {};
    const issues = typeof detail === "object" ? detail : [];
    const shown =
      typeof detail === "string"
        ? detail
        : issues.map((one) => `${one.loc.join(".")}: ${one.msg}`).join("; ");
    const location = headers.get("location");
    const reason =
      shown || (location ? `The service is at ${location}. Set url.` : `The answer is ${status}.`);
    super(reason);
    this.status = status;
    this.code = code ?? (issues.length > 0 ? "validation_error" : "unreadable");
    this.title = title ?? this.code;
    this.detail = reason;
    this.type = type;
    this.requestId = request_id ?? headers.get("x-request-id") ?? undefined;
    this.retryAfter = secondsOf(headers.get("retry-after"));
    this.issues = issues;
    const name = issues[0]?.loc.at(-1);
    this.field = name === undefined ? undefined : String(name);
    this.body = body;
  }
}

/** 401: the credential is missing, unknown, expired or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name: string = "AuthenticationError";
}

/** How a user can prove who it is. */
export type StepUpMethod = "password" | "app_code" | "recovery_code" | "passkey" | "single_sign_on";

/**
 * 401 `step_up_required`: the session's user has to prove more, or again, who it is, such as by `stepUp`. Then the same call
 * can be made. Nothing was changed.
 */
export class StepUpRequired extends AuthenticationError {
  override readonly name = "StepUpRequired";
  /** How much is needed. */
  readonly required: "one_factor" | "two_factor" | "phishing_resistant";
  /** So many seconds old may the proof be; null if it may be as old as the session. */
  readonly maxAge: number | null;
  /** What suffices, of what the user has. Empty if the user has to add a second factor first. */
  readonly methods: readonly StepUpMethod[];

  constructor(...parameters: ConstructorParameters<typeof ApiError>) {
    super(...parameters);
    const { required, max_age, methods } = this.body as Readonly<Record<string, unknown>>;
    this.required = required as this["required"];
    this.maxAge = (max_age ?? null) as number | null;
    this.methods = (methods ?? []) as readonly StepUpMethod[];
  }
}

/** 402: the subscription has no credits left. Nothing was charged. */
export class CreditsExhausted extends ApiError {
  override readonly name = "CreditsExhausted";
}

/** 403: the credential is valid, but may not call this operation. */
export class Forbidden extends ApiError {
  override readonly name: string = "Forbidden";
}

/**
 * 403 `insufficient_scope`: the access token was not made for this, or none can be. `detail` states what to use
 * instead.
 */
export class InsufficientScope extends Forbidden {
  override readonly name = "InsufficientScope";
}

/** 404: no such vehicle, record or object. */
export class NotFound extends ApiError {
  override readonly name = "NotFound";
}

/** 409: the object exists already, or its state does not allow the change. */
export class Conflict extends ApiError {
  override readonly name = "Conflict";
}

/** 412: the object has changed since the version in `If-Match`. */
export class PreconditionFailed extends ApiError {
  override readonly name = "PreconditionFailed";
}

/** 422: `issues` has every invalid input. */
export class InvalidRequest extends ApiError {
  override readonly name = "InvalidRequest";
}

/** 429: more calls than the rate limit or the quota of the plan allows. Nothing was charged. */
export class RateLimited extends ApiError {
  override readonly name = "RateLimited";
}

/** 5xx: the service cannot answer now. */
export class ServiceError extends ApiError {
  override readonly name = "ServiceError";
}

const byStatus: Readonly<Record<number, typeof ApiError>> = {
  401: AuthenticationError,
  402: CreditsExhausted,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  412: PreconditionFailed,
  422: InvalidRequest,
  429: RateLimited,
};

const byCode: Readonly<Record<string, typeof ApiError>> = {
  "401 step_up_required": StepUpRequired,
  "403 insufficient_scope": InsufficientScope,
};

/** The error of an answer, of the class of its code, or else of its status. */
export function apiError(...parameters: ConstructorParameters<typeof ApiError>): ApiError {
  const [status, body] = parameters;
  const { code } = (typeof body === "object" && body !== null ? body : {}) as { code?: unknown };
  const ofStatus = byStatus[status] ?? (status >= 500 ? ServiceError : ApiError);
  const Class = byCode[`${status} ${code}`] ?? ofStatus;
  return new Class(...parameters);
}

/** The seconds of `Retry-After`: a number or a date. */
function secondsOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
