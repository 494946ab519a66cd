import { z } from "zod";

/** An id, created here or given by the operator, that needs no escape in a path. */
export const entityId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._~-]*$/);

/** Text without NUL, which PostgreSQL does not accept. */
function text(charactersMin: number, charactersMax: number) {
  return z
    .string()
    .min(charactersMin)
    .max(charactersMax)
    .refine((given) => !given.includes("\0"), "a NUL character is not allowed")
    .meta({ accepts: "^[^\\u0000]*$" });
}

/** One line of text for people. */
export function line(charactersMax: number) {
  return text(1, charactersMax);
}

/** A longer remark; it may be empty. */
export function remark(charactersMax: number) {
  return text(0, charactersMax);
}
