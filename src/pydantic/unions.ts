import type { z } from "zod";
import { INVALID, locate, refuse, type ValidationIssue } from "./issues.ts";
import type { Check, CompilePart, DefOf, Node } from "./node.ts";
import { repr } from "./python-text.ts";
import { compileRules, ruled } from "./rules.ts";

/** Compiles a union: an input that a branch takes unchanged is that branch's, else the first that takes it. */
export function compileUnion(def: DefOf<"union">, compile: CompilePart): Node {
  const branches = def.options.map(compile);
  const tag = (def as { discriminator?: string }).discriminator;
  const check = tag === undefined ? anyOf(branches) : oneByTag(tag, def.options, branches);
  return {
    label: `union[${branches.map((branch) => branch.label).join(",")}]`,
    check: ruled(
      check,
      compileRules(def.checks, () => null),
    ),
    secret: branches.some((branch) => branch.secret),
    secretNames: branches.flatMap((branch) => branch.secretNames),
    repeated: branches.some((branch) => branch.repeated),
  };
}

function anyOf(branches: readonly Node[]): Check {
  return (input, issues) => {
    let taken: unknown = INVALID;
    const refusals: ValidationIssue[] = [];
    for (const branch of branches) {
      const from = refusals.length;
      const value = branch.check(input, refusals);
      if (value === INVALID) locate(refusals, from, branch.label);
      else if (value === input) return value;
      else if (taken === INVALID) taken = value;
    }
    if (taken === INVALID) for (const refusal of refusals) issues.push(refusal);
    return taken;
  };
}

/** A union whose objects say by one member which of them they are. */
function oneByTag(tag: string, options: readonly z.core.$ZodType[], branches: readonly Node[]): Check {
  const byTag = new Map<unknown, Node>();
  for (const [index, option] of options.entries()) {
    for (const value of option._zod.propValues?.[tag] ?? []) byTag.set(value, branches[index]!);
  }
  const discriminator = repr(tag);
  const expected_tags = [...byTag.keys()].map(repr).join(", ");
  return (input, issues) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) {
      return branches[0]!.check(input, issues);
    }
    const given = Object.hasOwn(input, tag) ? (input as Record<string, unknown>)[tag] : undefined;
    if (given === undefined) {
      const message = `Unable to extract tag using discriminator ${discriminator}`;
      return refuse(issues, "union_tag_not_found", message, input, { discriminator });
    }
    const branch = byTag.get(given);
    if (branch === undefined) {
      const shown = typeof given === "object" ? JSON.stringify(given) : String(given);
      const message = `Input tag '${shown}' found using ${discriminator} does not match any of the expected tags: ${expected_tags}`;
      const ctx = { discriminator, tag: shown, expected_tags };
      return refuse(issues, "union_tag_invalid", message, input, ctx);
    }
    const from = issues.length;
    const value = branch.check(input, issues);
    if (value === INVALID) locate(issues, from, String(given));
    return value;
  };
}
