import type { z } from "zod";
import { INVALID, refuse, type ValidationIssue } from "./issues.ts";
import type { Check } from "./node.ts";
import { refinement, reportRefinement } from "./refinements.ts";

/** One rule about a value of the right type: the value to go on with, or INVALID. */
export type Rule = (value: never, input: unknown, issues: ValidationIssue[]) => unknown;

type AnyCheck = z.core.$ZodChecks["_zod"]["def"];

/** A type's check followed by its rules, in the order given; the first that refuses ends it. */
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

/** Compiles a schema's checks with a type's own rules; refinements are the same for every type. */
export function compileRules(
  checks: readonly z.core.$ZodCheck[] | undefined,
  own: (def: AnyCheck) => Rule | null,
): Rule[] {
  return (checks ?? []).map((check) => {
    const def = check._zod.def;
    const rule = def.check === "custom" ? customRule(check) : own(def as AnyCheck);
    if (rule === null) throw new TypeError(`A request's schema has an unknown check: ${def.check}`);
    return rule;
  });
}

function customRule(check: z.core.$ZodCheck): Rule {
  const refine = refinement(check);
  return (value: unknown, input, issues) => {
    const found = refine(value);
    if (found.length === 0) return value;
    reportRefinement(found, input, issues);
    return INVALID;
  };
}

/** A rule that only accepts or refuses. */
export function demand(
  accepts: (value: never) => boolean,
  type: string,
  msg: string,
  ctx: Readonly<Record<string, unknown>>,
): Rule {
  return (value, input, issues) => (accepts(value) ? value : refuse(issues, type, msg, input, ctx));
}
