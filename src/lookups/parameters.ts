import { z } from "zod";

/**
 * A 17-character VIN. Spaces and hyphens, which people write between its sections, are dropped and
 * lower case is taken; I, O and Q are no VIN characters (49 CFR 565.12).
 */
export const vin = z
  .string()
  .overwrite((text) => text.replace(/[\s-]/g, "").toUpperCase())
  .min(17)
  .max(17)
  .regex(/^[A-HJ-NPR-Z0-9]{17}$/);
