import type { z } from "zod";
import { locate, refuse, type ValidationIssue } from "./issues.ts";

type RawIssue = z.core.$ZodRawIssue;

/**
 * A check of the schema's own (`.refine`, `.superRefine`, `.check`): what it finds wrong with a value.
 * It must answer at once.
 */
export function refinement(check: z.core.$ZodCheck): (value: unknown) => readonly RawIssue[] {
  const run = check._zod.check as (payload: z.core.ParsePayload) => unknown;
  return (value) => {
    const payload: z.core.ParsePayload = { value, issues: [] };
    if (run(payload) instanceof Promise)
      throw new TypeError("A request's refinement must not be asynchronous");
    return payload.issues;
  };
}

/**
 * Lists what a refinement found as pydantic lists a validator's ValueError: type `value_error`, "Value
 * error, <message>". The message is the schema's own and is shown to the caller.
 */
export function reportRefinement(
  found: readonly RawIssue[],
  input: unknown,
  issues: ValidationIssue[],
): void {
  for (const raw of found) {
    const from = issues.length;
    refuse(issues, "value_error", `Value error, ${messageOf(raw)}`, input, { error: {} });
    locate(issues, from, ...(raw.path ?? []).filter((name) => typeof name !== "symbol"));
  }
}

type Spoken = { error?: (issue: RawIssue) => string | { message: string } | undefined };

function messageOf(raw: RawIssue): string {
  const def = raw.inst?._zod.def as unknown as Spoken | undefined;
  const spoken = raw.message ?? def?.error?.(raw);
  return (typeof spoken === "string" ? spoken : spoken?.message) ?? "invalid value";
}
