import { z } from "zod";

/** The problem document (RFC 9457) of every error but 422. */
export const Problem = z
  .looseObject({
    type: z.url().describe("The URL of the page that explains the code."),
    title: z.string().describe("The kind of error, the same for all errors of one code."),
    status: z.int().describe("The HTTP status."),
    detail: z.string().describe("The reason of this error, for people."),
    code: z.string().describe("The kind of error, for programs."),
    request_id: z.string().describe("The request ID, as in `x-request-id` and the log of the service."),
  })
  .meta({ id: "Problem" });

const ValidationError = z
  .object({
    type: z.string().describe("The kind of fault, by pydantic's name."),
    loc: z
      .array(z.union([z.string(), z.int()]))
      .describe("The position of the input: path, query, header or body, then names and indices."),
    msg: z.string().describe("The fault of the input."),
    input: z.unknown().describe("The value as sent; `[redacted]` if it is or can contain a secret."),
    ctx: z.record(z.string(), z.unknown()).optional().describe("The values in the message."),
  })
  .meta({ id: "ValidationError" });

/** The body of a 422. */
export const HttpValidationError = z
  .object({
    detail: z.array(ValidationError).describe("Every invalid input."),
    links: z
      .record(z.string(), z.url())
      .optional()
      .describe("Where a program begins, after a call without a key."),
  })
  .meta({ id: "HTTPValidationError" });
