import { z } from "zod";

/** RFC 9457 problem document, as every error but 422 is answered. */
export const Problem = z
  .looseObject({
    type: z.url().describe("Address of the page that explains the code."),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    request_id: z.string(),
  })
  .meta({ id: "Problem" });

export const ValidationError = z
  .object({
    type: z.string(),
    loc: z.array(z.union([z.string(), z.int()])),
    msg: z.string(),
    input: z.unknown(),
    ctx: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: "ValidationError" });

/** The body of a 422. */
export const HttpValidationError = z
  .object({ detail: z.array(ValidationError) })
  .meta({ id: "HTTPValidationError" });
