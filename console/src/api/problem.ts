interface ValidationIssue {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

/** An answer that is no success, in words a person can act on. `status` 0: no answer came. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** What was wrong with which input, of a 422. */
  readonly issues: readonly ValidationIssue[];
  /** What `Retry-After` says, seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    message: string,
    code = "",
    of: Partial<Pick<Problem, "requestId" | "issues" | "retryAfter">> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = of.requestId;
    this.issues = of.issues ?? [];
    this.retryAfter = of.retryAfter;
  }

  /** What was wrong with one field of the body. */
  of(field: string): string | undefined {
    return this.issues.find(({ loc }) => loc.at(-1) === field)?.msg;
  }
}

export const unreachable = new Problem(
  0,
  "The service did not answer. Nothing was changed or charged that you have not been told of.",
  "unreachable",
);

/** What `Retry-After` says, seconds. */
export function retryAfterOf(headers: Headers): number | undefined {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** What an answer that is no success says. */
export function problemOf(response: Response, body: unknown): Problem {
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const { detail, code } = (body ?? {}) as { detail?: unknown; code?: string };
  if (Array.isArray(detail)) {
    const issues = detail as ValidationIssue[];
    const said = issues
      .map(({ loc, msg }) => `${loc.slice(1).join(".") || loc.join(".")}: ${msg}`)
      .join(". ");
    return new Problem(response.status, said, "validation_error", { requestId, issues });
  }
  const words = typeof detail === "string" ? detail : `The service answered ${response.status}.`;
  return new Problem(response.status, words, code, {
    requestId,
    retryAfter: retryAfterOf(response.headers),
  });
}

/** Any thrown thing as a problem. */
export function asProblem(thrown: unknown): Problem {
  return thrown instanceof Problem ? thrown : new Problem(0, (thrown as Error)?.message ?? String(thrown));
}
