import type { z } from "zod";
import { type ABSENT, INVALID, locate, refuse, type ValidationIssue } from "./issues.ts";

/** Validates one input: the value in the schema's type, or INVALID with at least one more issue. */
export type Check = (input: unknown, issues: ValidationIssue[]) => unknown | typeof INVALID;

export interface CompiledSchema {
  /** Names this schema where it is one branch of a union, as pydantic does. */
  readonly label: string;
  readonly check: Check;
  /** The value of a missing member, or ABSENT. Without this function the member is required. */
  readonly absent?: () => unknown | typeof ABSENT;
  /** The value must never be shown. */
  readonly secret: boolean;
  /** Names of secret members at any depth. */
  readonly secretNames: readonly string[];
  /** Names of all other members at any depth. */
  readonly openNames: readonly string[];
  /** A list. Its parameter is sent by repeating the name. */
  readonly repeated: boolean;
}

export type SchemaDef = z.core.$ZodTypes["_zod"]["def"];

/** The definition of one kind of schema. */
export type DefOf<K extends SchemaDef["type"]> = Extract<SchemaDef, { type: K }>;

/** Compiles the schema of a part; throws a TypeError on an unsupported kind. */
export type CompilePart = (schema: z.core.$ZodType) => CompiledSchema;

/** A compiled schema without parts, whose check is followed by rules. */
export function leaf(label: string, check: Check, rules: readonly Rule[] = []): CompiledSchema {
  return {
    label,
    check: ruled(check, rules),
    secret: false,
    secretNames: [],
    openNames: [],
    repeated: false,
  };
}

/** One rule about a value of the right type: the value to continue with, or INVALID. */
export type Rule = (value: never, input: unknown, issues: ValidationIssue[]) => unknown;

/** A check followed by its rules, in the order given; the first rule that refuses ends it. */
export function ruled(check: Check, rules: readonly Rule[]): Check {
  if (rules.length === 0) return check;
  return (input, issues) => {
    let value = check(input, issues);
    for (const rule of rules) {
      if (value === INVALID) return INVALID;
      value = rule(value as never, input, issues);
    }
    return value;
  };
}

/** A rule that only accepts or refuses. */
export function rule<T>(
  accepts: (value: T) => boolean,
  type: string,
  msg: string,
  ctx: Readonly<Record<string, unknown>>,
): Rule {
  return (value: T, input, issues) => (accepts(value) ? value : refuse(issues, type, msg, input, ctx));
}

type CheckDef = z.core.$ZodChecks["_zod"]["def"];

/**
 * Compiles a schema's checks with the rules of its own type; refinements are the same for every type. Throws a
 * TypeError on an unsupported check.
 */
export function compileRules(
  checks: readonly z.core.$ZodCheck[] | undefined,
  own: (def: CheckDef) => Rule | null = () => null,
): Rule[] {
  return (checks ?? []).map((check) => {
    const def = check._zod.def;
    const compiled = def.check === "custom" ? refinement(check) : own(def as CheckDef);
    if (compiled === null) throw new TypeError(`A request's schema has an unknown check: ${def.check}`);
    return compiled;
  });
}

/** A check of the schema's own: `.refine` or `.superRefine`. It must be synchronous. */
function refinement(check: z.core.$ZodCheck): Rule {
  const run = check._zod.check as (payload: z.core.ParsePayload) => unknown;
  return (value, input, issues) => {
    const payload: z.core.ParsePayload = { value, issues: [] };
    if (run(payload) instanceof Promise)
      throw new TypeError("A request's refinement must not be asynchronous");
    if (payload.issues.length === 0) return value;
    return reportFindings(payload.issues, input, issues);
  };
}

type Finding = z.core.$ZodRawIssue;

/**
 * Lists what a refinement or a transform found as pydantic lists a validator's ValueError: type `value_error`,
 * "Value error, <message>". The message is the schema's own and is shown to the caller.
 */
export function reportFindings(
  found: readonly Finding[],
  input: unknown,
  issues: ValidationIssue[],
): typeof INVALID {
  for (const finding of found) {
    const from = issues.length;
    refuse(issues, "value_error", `Value error, ${messageOf(finding)}`, input, { error: {} });
    locate(issues, from, ...(finding.path ?? []).filter((name) => typeof name !== "symbol"));
  }
  return INVALID;
}

type WithMessage = { error?: (issue: Finding) => string | { message: string } | undefined };

function messageOf(finding: Finding): string {
  const def = finding.inst?._zod.def as unknown as WithMessage | undefined;
  const message = finding.message ?? def?.error?.(finding);
  return (typeof message === "string" ? message : message?.message) ?? "invalid value";
}
