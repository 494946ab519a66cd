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
 * Redacts what a body with secret members must not show, also where a secret came under another name: members
 * that the schema does not have, objects that hold one of those or a secret, and texts and lists in an object's
 * place, which may be the object itself under another content type or quoted twice.
 */
export function redact(issues: readonly ValidationIssue[], { secretNames, openNames }: Node): void {
  const open = new Set(openNames);
  for (const name of secretNames) open.delete(name);
  for (const issue of issues) {
    const { type, input } = issue;
    const misplaced = containerTypes.has(type) && (typeof input === "string" || Array.isArray(input));
    const hidden = type === "extra_forbidden" || (misplaced ? input.length > 0 : !isOpen(input, open));
    if (hidden) issue.input = redacted;
  }
}

const containerTypes = new Set(["model_attributes_type", "dict_type", "list_type"]);

/** Whether an input has no member but those named. */
function isOpen(input: unknown, open: ReadonlySet<string>): boolean {
  if (typeof input !== "object" || input === null) return true;
  if (Array.isArray(input)) return input.every((part) => isOpen(part, open));
  return Object.entries(input).every(([name, part]) => open.has(name) && isOpen(part, open));
}

const shownBytesMax = 2048;

/** What stands where an input would take more than 2 KiB of JSON in an answer. */
export const omitted = "[omitted: longer than 2 KiB]";

/** Cuts the inputs that an answer would not repeat whole; one input may be shown by many issues. */
export function omitLong(issues: readonly ValidationIssue[]): void {
  const known = new Map<unknown, boolean>();
  for (const issue of issues) {
    const { input } = issue;
    let long = known.get(input);
    if (long === undefined) {
      long = bytesLeft(input, shownBytesMax) < 0;
      known.set(input, long);
    }
    if (long) issue.input = omitted;
  }
}

/** What is left of so many bytes when a value is written as JSON; negative, and early, where it takes more. */
function bytesLeft(value: unknown, bytes: number): number {
  if (typeof value === "string")
    return value.length > bytes ? -1 : bytes - Buffer.byteLength(JSON.stringify(value));
  if (typeof value !== "object" || value === null) return bytes - String(value).length;
  // Each part is followed by a comma or the end.
  let left = bytes - 1;
  if (Array.isArray(value)) {
    for (const part of value) {
      left = bytesLeft(part, left) - 1;
      if (left < 0) return left;
    }
    return left;
  }
  for (const name in value) {
    left = bytesLeft((value as Record<string, unknown>)[name], bytesLeft(name, left) - 2);
    if (left < 0) return left;
  }
  return left;
}
