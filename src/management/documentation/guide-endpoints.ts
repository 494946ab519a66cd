import { z } from "zod";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Answer, Call } from "../../http/endpoint.ts";
import { type ApiError, notFound } from "../../http/errors.ts";
import { pathPrefix } from "../../http/path-prefix.ts";
import { lookupApis } from "../../vehicles/families/lookup-apis.ts";
import { documentOf, whileMade } from "./documents.ts";
import { documentedCodes, errorMarkdown, errorPage, isDocumented } from "./error-pages.ts";
import { guidePages } from "./guide.ts";
import { costOf, findLookupApi, lookupMarkdown } from "./lookup-pages.ts";
import { operationPages } from "./operation-pages.ts";
import { withDigests } from "./packages.ts";
import { caching, page, publicPage } from "./pages.ts";

export const guideEndpoints = [
  endpoint({
    ...publicPage,
    id: "getErrorsPage",
    path: "/docs/errors",
    summary: "Describe the error codes, for readers",
    types: ["text/html"],
    handle: () => html("Errors", errorList()),
  }),
  endpoint({
    ...publicPage,
    id: "getErrorPage",
    path: "/docs/errors/{code}",
    summary: "Describe an error code and what to do about it; an error's `type` links here",
    description: "With `.md` after the code, the page is Markdown.",
    params: z.object({ code: z.string().max(100).meta({ example: "credits_exhausted" }) }),
    types: ["text/html"],
    errors: ["not_found"],
    handle: (context, call: Call<{ code: string }>) => getErrorPage(context, call.params.code),
  }),
  endpoint({
    ...publicPage,
    id: "getLookupPage",
    path: "/docs/lookups/{page}",
    summary: "Describe a family of lookups in Markdown: calls, costs and an example",
    params: z.object({ page: pageName("auction.md") }),
    types: ["text/markdown"],
    errors: ["not_found"],
    handle: (context, call: Call<{ page: string }>) => {
      const api = findLookupApi(call.params.page.replace(/\.md$/, ""));
      if (!api || !call.params.page.endsWith(".md")) throw missing(call.params.page);
      return markdown(context, lookupMarkdown(context, api));
    },
  }),
  endpoint({
    ...publicPage,
    id: "getOperationPage",
    path: "/docs/operations/{page}",
    summary: "Describe an operation in Markdown, with its parameters, schemas and errors",
    description:
      "For agents and language models: the page needs no other. It names an operation by its `operationId`.",
    params: z.object({ page: pageName("decodeVin.md") }),
    types: ["text/markdown"],
    errors: ["not_found", "unavailable"],
    handle: async (context, call: Call<{ page: string }>) => {
      const pages = await whileMade(context, pagesOfDocument(context));
      const found = call.params.page.endsWith(".md") && pages.get(call.params.page.slice(0, -3));
      if (!found) throw missing(call.params.page);
      return markdown(context, found);
    },
  }),
  endpoint({
    ...publicPage,
    id: "getGuidePage",
    path: "/docs/{page}",
    summary: "A page of the customers' guide, in Markdown",
    description: "`/llms.txt` lists the pages; the console shows them at `/console/docs`.",
    params: z.object({ page: pageName("credits.md") }),
    types: ["text/markdown"],
    errors: ["not_found"],
    handle: (context, call: Call<{ page: string }>) => {
      const found = guidePages().find(({ name }) => `${name}.md` === call.params.page);
      if (call.params.page === "operations.md") return markdown(context, operationsIndex(context));
      if (!found) throw missing(call.params.page);
      return markdown(context, found.text);
    },
  }),
  endpoint({
    ...publicPage,
    id: "getLlmsTxt",
    path: "/llms.txt",
    summary: "Describe this service and its documentation, for language models",
    types: ["text/plain"],
    handle: (context) => ({ body: llmsTxt(context), type: "text/plain; charset=utf-8", headers: caching }),
  }),
];

function pageName(example: string) {
  return z.string().max(100).describe("The page's name with `.md`.").meta({ example });
}

function missing(name: string): ApiError {
  return notFound(`Page ${name} not found. See /llms.txt.`);
}

function lookupCost({ operations }: Context, id: string): string | undefined {
  const operation = operations.find((one) => one.id === id);
  return operation?.lookup?.cost ? costOf(operation) : undefined;
}

/** The address of a service on the reader's machine, which the guide's examples have. */
const exampleUrl = "http://127.0.0.1:8080";

/** Adds the path prefix of the service to the links of a page, its address to the examples, and the digests of wheels. */
function markdown({ config: { publicUrl } }: Context, text: string): Answer {
  const linked = text.replaceAll("](/", `](${pathPrefix(publicUrl)}/`).replaceAll(exampleUrl, publicUrl);
  const body = withDigests(linked);
  return { body, type: "text/markdown; charset=utf-8", headers: caching };
}

function html(title: string, body: string): Answer {
  return { body: page(title, body), type: "text/html; charset=utf-8" };
}

/** Converts a trusted text to HTML, with parts between backquotes as code. */
function inline(text: string): string {
  return text.replace(/`([^`]+)`/g, "<code>$1</code>");
}

function errorList(): string {
  const items = documentedCodes
    .map(errorPage)
    .map(
      ({ code, status, title, meaning }) =>
        `<dt id="${code}"><a href="errors/${code}">${status} <code>${code}</code> · ${title}</a></dt><dd>${inline(meaning)}</dd>`,
    );
  return `<p>Errors are problem documents (RFC 9457); <code>code</code> is one of these.</p><dl>${items.join("\n")}</dl>`;
}

function getErrorPage(context: Context, name: string): Answer {
  const code = name.replace(/\.md$/, "");
  if (!isDocumented(code)) throw missing(name);
  if (name.endsWith(".md")) return markdown(context, errorMarkdown(code));
  const { status, title, meaning, when, todo, charged } = errorPage(code);
  const parts = [
    ["Meaning", meaning],
    ["When it happens", when],
    ["What to do", todo],
    ["Cost", charged],
  ].map(([heading, text = ""]) => `<dt>${heading}</dt><dd>${inline(text)}</dd>`);
  const links = `<p><a href="../errors">All errors</a>, <a href="${code}.md">this page as Markdown</a></p>`;
  return html(`${status} ${title}`, `<p><code>${code}</code></p><dl>${parts.join("\n")}</dl>${links}`);
}

/** Every operation in a line, for programs that choose one. */
function operationsIndex({ operations }: Context): string {
  const byTag = Map.groupBy(operations, ({ tag }) => tag);
  const sections = [...byTag].map(([tag, all]) => {
    const lines = all.map(
      ({ id, method, path, summary }) => `- [${method} ${path}](/docs/operations/${id}.md): ${summary}`,
    );
    return `## ${tag}\n\n${lines.join("\n")}\n`;
  });
  return `# Operations\n\nAll ${operations.length} operations of this service. Each page needs no other.\n\n${sections.join("\n")}`;
}

async function pagesOfDocument(context: Context): Promise<ReadonlyMap<string, string>> {
  const { json } = await documentOf(context);
  return operationPages(json, (id) => lookupCost(context, id));
}

function llmsTxt({ config: { publicUrl } }: Context): string {
  const link = (title: string, path: string) => `- [${title}](${publicUrl}/docs/${path}.md)`;
  const titles = documentedCodes.map((code) => {
    const { status, title } = errorPage(code);
    return link(`${status} ${title}`, `errors/${code}`);
  });
  return [
    "# Vingate",
    "",
    "> Vehicle data by HTTP: VIN and plate decoding, specifications, parts, recalls, liens, images, valuation, repair estimates, auction and sales history. Lookups take a subscription key in x-AuthKey and cost credits; calls that find nothing are usually free.",
    "",
    "## Guide",
    "",
    ...guidePages().map(({ name, title }) => link(title, name)),
    "",
    "## For programs",
    "",
    `- Which lookups would answer for a vehicle, and what each costs, free: ${publicUrl}/coverage/{vin}`,
    `- Several lookups of a vehicle as one typed answer: ${publicUrl}/report/{vin}?families=vin-decoder,open-recall`,
    `- Model Context Protocol, for assistants and agents: ${publicUrl}/mcp`,
    `- Credits and calls of a key, free: ${publicUrl}/ and ${publicUrl}/usage`,
    `- [All operations, one line each](${publicUrl}/docs/operations.md)`,
    "",
    "## Lookups",
    "",
    ...lookupApis.map(({ id, displayName }) => link(displayName, `lookups/${id}`)),
    "",
    "## Errors",
    "",
    ...titles,
    "",
    "## Reference",
    "",
    `- [OpenAPI 3.1 document](${publicUrl}/openapi.json)`,
    `- One operation as Markdown: ${publicUrl}/docs/operations/OPERATION_ID.md; the pages of lookups link to theirs`,
    `- [API reference](${publicUrl}/docs)`,
    `- [Error codes](${publicUrl}/docs/errors)`,
    "",
  ].join("\n");
}
