import type { z } from "zod";
import { compileSchema } from "../src/http/validation/compile.ts";
import { INVALID, type ValidationIssue } from "../src/http/validation/issues.ts";

/** Checks an input by a schema; returns the value, or the issues with locations within the input. */
export function checkInput(
  schema: z.ZodType,
  input: unknown,
): { value: unknown } | { issues: ValidationIssue[] } {
  const issues: ValidationIssue[] = [];
  const value = compileSchema(schema).check(input, issues);
  return value === INVALID ? { issues } : { value };
}

/** The only issue of an input; throws if there is none or several. */
export function requireIssue(schema: z.ZodType, input: unknown): Omit<ValidationIssue, "input"> {
  const checked = checkInput(schema, input);
  if (!("issues" in checked) || checked.issues.length !== 1) {
    throw new Error(`Expected one issue, got ${JSON.stringify(checked)}`);
  }
  const { input: shown, ...issue } = checked.issues[0]!;
  if (shown !== input) throw new Error(`The issue shows ${JSON.stringify(shown)}`);
  return issue;
}
