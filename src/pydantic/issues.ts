/** One entry of a 422's `detail`, its members in the order they are written. */
export interface ValidationIssue {
  readonly type: string;
  readonly loc: (string | number)[];
  readonly msg: string;
  input: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** What a check returns for an input that it refused; the reasons are in the list of issues. */
export const INVALID: unique symbol = Symbol("invalid");

/** What stands for a member that was left out and has no default. */
export const ABSENT: unique symbol = Symbol("absent");

/** Issues beyond these are not listed: a body of 1 MiB could otherwise ask for an answer of 100. */
export const issuesMax = 1000;

/** Adds an issue about the value at hand; whoever holds the value adds its name to `loc` (`locate`). */
export function refuse(
  issues: ValidationIssue[],
  type: string,
  msg: string,
  input: unknown,
  ctx?: Readonly<Record<string, unknown>>,
): typeof INVALID {
  if (issues.length < issuesMax) {
    issues.push(ctx === undefined ? { type, loc: [], msg, input } : { type, loc: [], msg, input, ctx });
  }
  return INVALID;
}

/** Puts a name before the location of every issue from index `from` on. */
export function locate(issues: ValidationIssue[], from: number, ...names: (string | number)[]): void {
  for (let i = from; i < issues.length; i++) issues[i]!.loc.unshift(...names);
}
