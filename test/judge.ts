import type { z } from "zod";
import { compileSchema } from "../src/http/validation/compile.ts";
import { INVALID, type ValidationIssue } from "../src/http/validation/issues.ts";

/** One input checked by one schema; the value, or the issues with locations within the input. */
export function judge(schema: z.ZodType, input: unknown): { value: unknown } | { issues: ValidationIssue[] } {
  const issues: ValidationIssue[] = [];
  const value = compileSchema(schema).check(input, issues);
  return value === INVALID ? { issues } : { value };
}

/** The one issue that an input has. */
export function refusal(schema: z.ZodType, input: unknown): Omit<ValidationIssue, "input"> {
  const judged = judge(schema, input);
  if (!("issues" in judged) || judged.issues.length !== 1) {
    throw new Error(`Expected one issue, got ${JSON.stringify(judged)}`);
  }
  const { input: shown, ...issue } = judged.issues[0]!;
  if (shown !== input) throw new Error(`The issue shows ${JSON.stringify(shown)}`);
  return issue;
}
