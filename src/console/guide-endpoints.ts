import { z } from "zod";
import { type Context, endpoint } from "../calls/context.ts";
import type { Call } from "../http/endpoint.ts";
import { ApiError } from "../http/errors.ts";
import { guidePages } from "./guide.ts";

const caching = { "cache-control": "public, max-age=300" };

export const guideEndpoints = [
  endpoint({
    id: "getGuidePage",
    method: "GET",
    path: "/docs/{page}",
    tag: "Documentation",
    summary: "A page of the customers' guide, as Markdown",
    description: "`/llms.txt` lists the pages; the console shows them at `/console/docs`.",
    audience: "none",
    params: z.object({ page: z.string().max(100).describe("The page's name with `.md`.") }),
    responseType: "text/markdown",
    errors: ["not_found"],
    head: true,
    extension: true,
    handle: (_context, call: Call<{ page: string }>) => {
      const found = guidePages().find(({ name }) => `${name}.md` === call.params.page);
      if (!found)
        throw new ApiError("not_found", `There is no page ${call.params.page}; /llms.txt lists the pages.`);
      return { body: found.text, type: "text/markdown; charset=utf-8", headers: caching };
    },
  }),
  endpoint({
    id: "getLlmsTxt",
    method: "GET",
    path: "/llms.txt",
    tag: "Documentation",
    summary: "What this service is and where its documentation is, for programs that read",
    audience: "none",
    responseType: "text/plain",
    head: true,
    extension: true,
    handle: (context) => ({ body: llmsTxt(context), type: "text/plain; charset=utf-8", headers: caching }),
  }),
];

function llmsTxt({ config: { publicUrl } }: Context): string {
  const pages = guidePages().map(({ name, title }) => `- [${title}](${publicUrl}/docs/${name}.md)`);
  return [
    "# Vingate",
    "",
    "> Vehicle data by HTTP: VIN and plate decoding, specifications, parts, recalls, liens, images, valuation, repair estimates, auction and sales history. Lookups take a subscription key in x-AuthKey and cost credits; what is not found is usually free.",
    "",
    "## Guide",
    "",
    ...pages,
    "",
    "## Reference",
    "",
    `- [Every operation, as OpenAPI 3.1](${publicUrl}/openapi.json)`,
    `- [What each error code means](${publicUrl}/docs/errors)`,
    "",
  ].join("\n");
}
