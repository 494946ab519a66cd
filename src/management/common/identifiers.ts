import { z } from "zod";

/** An id, created here or given by the operator, that needs no escape in a path. */
export const entityId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._~-]*$/);

/** One line of text for people. PostgreSQL accepts no NUL. */
export function line(charactersMax: number) {
  return z
    .string()
    .min(1)
    .max(charactersMax)
    .refine((text) => !text.includes("\0"), "a NUL character is not allowed");
}

/** A longer remark; it may be empty. */
export function remark(charactersMax: number) {
  return z
    .string()
    .max(charactersMax)
    .refine((text) => !text.includes("\0"), "a NUL character is not allowed");
}
