/** One entry of a 422's `detail`, its members in the order in which they are written. */
export interface ValidationIssue {
  readonly type: string;
  readonly loc: (string | number)[];
  readonly msg: string;
  input: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** The result of a check that refused its input. The reasons are in the list of issues. */
export const INVALID: unique symbol = Symbol("invalid");

/** The value of a missing member without a default. */
export const ABSENT: unique symbol = Symbol("absent");

/** The most issues of a response. A body of 1 MiB could otherwise cause a response of 100 MiB. */
export const issuesMax = 1000;

/** Adds an issue of the current value. The container of the value adds its name to `loc` (`locate`). */
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

/** A value as Python's repr writes it, for the values that a literal can have. */
export function repr(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "string") return String(value);
  const escaped = value
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return escaped.includes("'") && !escaped.includes('"')
    ? `"${escaped}"`
    : `'${escaped.replaceAll("'", "\\'")}'`;
}

/** Choices as pydantic lists them: 'a', 'b' or 'c'. */
export function alternatives(values: readonly unknown[]): string {
  const written = values.map(repr);
  const last = written.pop() ?? "";
  return written.length === 0 ? last : `${written.join(", ")} or ${last}`;
}

/** "1 item", "2 items". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The length of a string in code points, as Python counts it. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--;
      i++;
    }
  }
  return count;
}
