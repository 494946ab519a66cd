import { z } from "zod";
import { INVALID, type ValidationIssue } from "./issues.ts";
import type { Check, Node } from "./node.ts";

/** What stands where a secret, or an object that holds one, would have been shown. */
export const redacted = "[redacted]";

/**
 * Marks a schema's value as a secret: no 422 ever shows it. In the API's document it is `writeOnly` with
 * the format `password`. The mark survives further checks (`.min(10)`) and wrappers (`.optional()`).
 */
export function secret<T extends z.ZodType>(schema: T): T {
  return schema.meta({ ...schema.meta(), format: "password", writeOnly: true }) as T;
}

/** Whether a schema itself is marked; the wrappers around one take the mark over when they are compiled. */
export function isMarkedSecret(schema: z.core.$ZodType): boolean {
  return z.globalRegistry.get(schema)?.writeOnly === true;
}

/** A secret's node: every issue about it, or about a part of it, shows nothing. */
export function concealed(node: Node): Node {
  const check: Check = (input, issues) => {
    const from = issues.length;
    const value = node.check(input, issues);
    if (value === INVALID) for (const issue of issues.slice(from)) issue.input = redacted;
    return value;
  };
  return { ...node, check, secret: true };
}

/**
 * Redacts the inputs that hold a secret member at any depth, in whatever place, and a text in an object's
 * place that mentions one: it may be the object itself, sent under another content type or quoted twice.
 */
export function redact(issues: readonly ValidationIssue[], names: readonly string[]): void {
  for (const issue of issues) {
    const misplaced = containerTypes.has(issue.type) && typeof issue.input === "string";
    if (misplaced ? names.some((name) => String(issue.input).includes(name)) : holds(issue.input, names)) {
      issue.input = redacted;
    }
  }
}

const containerTypes = new Set(["model_attributes_type", "dict_type", "list_type"]);

function holds(input: unknown, names: readonly string[]): boolean {
  if (typeof input !== "object" || input === null) return false;
  if (Array.isArray(input)) return input.some((part) => holds(part, names));
  return Object.entries(input).some(([name, part]) => names.includes(name) || holds(part, names));
}
