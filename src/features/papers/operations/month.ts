import { z } from "zod";

/** A calendar month. */
export const month = z
  .string()
  .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/)
  .meta({ example: "2026-11" });
