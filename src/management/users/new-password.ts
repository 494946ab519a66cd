import { z } from "zod";
import { commonPasswords } from "../../access/passwords.ts";
import { secret } from "../../http/validation/secrets.ts";

/** A new password. */
export const password = secret(
  z
    .string()
    .min(10)
    .max(256)
    .refine((text) => !commonPasswords.has(text.toLowerCase()), "Password is too common; choose another"),
);

/** A password to compare with the current one. */
export const givenPassword = secret(z.string().max(256));

/** A code of the second factor. */
export const secondFactorCode = secret(z.string().max(20));
