import { t } from "../base/language/language.ts";
import { sentText } from "../base/language/sent.ts";
import { sentenceOf, type ValidationIssue } from "./issue-sentence.ts";

/** A failed call with a message for people. `status` 0: there was no response. */
export class Problem extends Error {
  override readonly name = t("Problem");
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** The invalid inputs of a 422; each `msg` is a sentence. */
  readonly issues: readonly Pick<ValidationIssue, "loc" | "msg">[];
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** By what the user can do it nevertheless. */
  readonly methods: readonly string[];

  constructor(
    status: number,
    message: string,
    code = "",
    details: Partial<Pick<Problem, "requestId" | "issues" | "retryAfter" | "methods">> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = details.requestId;
    this.issues = details.issues ?? [];
    this.retryAfter = details.retryAfter;
    this.methods = details.methods ?? [];
  }

  /** Why a field was not accepted, by its name, or by its path such as `links.0.url`. */
  faultOf(field: string): string | undefined {
    const isPath = field.includes(".");
    return this.issues.find(({ loc }) => (isPath ? loc.slice(1).join(".") : loc.at(-1)) === field)?.msg;
  }
}

export const unreachable = new Problem(
  0,
  t("No response. Check the request log before you retry."),
  "unreachable",
);

/** The seconds of `Retry-After`. */
export function retryAfterOf(headers: Headers): number | undefined {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** The problem of a failed response. */
export function problemOf(response: Response, body: unknown): Problem {
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const { detail, code, methods } = (body ?? {}) as {
    detail?: unknown;
    code?: string;
    methods?: readonly string[];
  };
  if (Array.isArray(detail)) {
    const issues = (detail as ValidationIssue[]).map((issue) => ({ loc: issue.loc, msg: sentenceOf(issue) }));
    const message = issues.map(({ msg }) => msg).join(" ");
    return new Problem(response.status, message, "validation_error", { requestId, issues });
  }
  const message =
    typeof detail === "string"
      ? sentText(detail)
      : t("The service returned {status}.", { status: response.status });
  return new Problem(response.status, message, code, {
    requestId,
    ...(methods && { methods }),
    retryAfter: retryAfterOf(response.headers),
  });
}

/** Any thrown value as a problem. */
export function asProblem(thrown: unknown): Problem {
  return thrown instanceof Problem ? thrown : new Problem(0, (thrown as Error)?.message ?? String(thrown));
}
