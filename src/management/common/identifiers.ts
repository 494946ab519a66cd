import { z } from "zod";

/** An id, made here or given by the operator: what stands in a path without an escape. */
export const entityId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._~-]*$/);

/** One line of text for people. The database takes no NUL. */
export function line(charactersMax: number) {
  return z
    .string()
    .min(1)
    .max(charactersMax)
    .refine((text) => !text.includes("\0"), "a NUL character is not allowed");
}

/** A remark of some length; it may be empty. */
export function remark(charactersMax: number) {
  return z
    .string()
    .max(charactersMax)
    .refine((text) => !text.includes("\0"), "a NUL character is not allowed");
}
