import { z } from "zod";
import { type Context, endpoint } from "../../../calls/context.ts";
import { type Answer, json, type QueryCall } from "../../../http/endpoint.ts";
import { missingLetters } from "../../../pdf/coverage.ts";

const LettersQuery = z.object({ text: z.string().min(1).max(500).describe("What papers are to print.") });

const MissingLetters = z
  .object({ missing: z.array(z.string()).describe("Each letter once. Empty: papers show the whole text.") })
  .meta({ id: "MissingLetters", example: { missing: ["株", "式"] } });

export const lettersEndpoint = endpoint({
  id: "listMissingLetters",
  tag: "Papers",
  audience: "customer",
  extension: true,
  permission: "papers.view",
  method: "GET",
  path: "/papers/letters",
  summary: "List the letters of a text that papers cannot show",
  description: "PDFs have a box for each, since no font has it. `VINGATE_STATEMENT_FONT` names another font.",
  query: LettersQuery,
  response: MissingLetters,
  async handle({ config }: Context, { query: { text } }: QueryCall<typeof LettersQuery>): Promise<Answer> {
    const missing = missingLetters(text, config.statementFont);
    return json({ missing } satisfies z.output<typeof MissingLetters>);
  },
});
