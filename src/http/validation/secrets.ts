import { z } from "zod";
import type { Check, CompiledSchema } from "./compiled-schema.ts";
import { INVALID, type ValidationIssue } from "./issues.ts";

/** Replaces a secret, or an object that contains one. */
export const redacted = "[redacted]";

/**
 * Marks the value of a schema as a secret, which no 422 shows. In the OpenAPI document it is `writeOnly` with
 * the format `password`. The mark survives further checks (`.min(10)`) and wrappers (`.optional()`).
 */
export function secret<T extends z.ZodType>(schema: T): T {
  return schema.meta({ ...schema.meta(), format: "password", writeOnly: true }) as T;
}

/** Whether a schema itself is marked. Wrappers inherit the mark when they are compiled. */
export function isMarkedSecret(schema: z.core.$ZodType): boolean {
  return z.globalRegistry.get(schema)?.writeOnly === true;
}

/** A compiled schema whose issues show no input. */
export function concealed(compiled: CompiledSchema): CompiledSchema {
  const check: Check = (input, issues) => {
    const from = issues.length;
    const value = compiled.check(input, issues);
    if (value === INVALID) for (const issue of issues.slice(from)) issue.input = redacted;
    return value;
  };
  return { ...compiled, check, secret: true };
}

/**
 * Redacts a body with secret members, even if a secret has another name: members
 * that the schema does not have, objects that contain one of those or a secret, and texts and lists in an object's
 * place, which can be the object under another content type or quoted twice.
 */
export function redact(issues: readonly ValidationIssue[], { secretNames, openNames }: CompiledSchema): void {
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

/** Replaces an input of more than 2 KiB of JSON. */
export const omitted = "[omitted: longer than 2 KiB]";

/** Replaces the inputs that are too long. Many issues can show one input. */
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

/** The bytes left after a value is written as JSON. Negative if it takes more; then it stops early. */
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
