import { z } from "zod";

/** RFC 9457 problem document, as every error but 422 is answered. */
export const Problem = z
  .looseObject({
    type: z.url().describe("The address of the page that explains the code."),
    title: z.string().describe("The kind of error, the same for every error of its code."),
    status: z.int().describe("The HTTP status."),
    detail: z.string().describe("What was wrong with this call, for people."),
    code: z.string().describe("The kind of error, for programs."),
    request_id: z.string().describe("The call's id, as in `x-request-id`; the operator finds it in the log."),
  })
  .meta({ id: "Problem" });

const ValidationError = z
  .object({
    type: z.string().describe("The kind of fault, as pydantic names it."),
    loc: z
      .array(z.union([z.string(), z.int()]))
      .describe("Where the input stands: path, query, header or body, then the names and indices to it."),
    msg: z.string().describe("What is wrong with the input."),
    input: z.unknown().describe("What was sent; `[redacted]` where it is or may hold a secret."),
    ctx: z.record(z.string(), z.unknown()).optional().describe("The values in the message."),
  })
  .meta({ id: "ValidationError" });

/** The body of a 422. */
export const HttpValidationError = z
  .object({ detail: z.array(ValidationError).describe("Every refused input.") })
  .meta({ id: "HTTPValidationError" });
