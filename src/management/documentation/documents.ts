import { z } from "zod";
import { once } from "../../base/loading.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { compressedBody, type StoredBody, StoredBodyHeaders, storedAnswer } from "../../http/stored-body.ts";

const documents = new WeakMap<Context, () => Promise<StoredBody>>();

/** Most processes never serve the document, so what builds it is loaded by its first request. */
async function buildDocument({ operations, config }: Context): Promise<StoredBody> {
  const { openapiDocument } = await import("../../http/openapi/document.ts");
  const { documentTexts } = await import("./document-texts.ts");
  const document = openapiDocument(operations, config.publicUrl, documentTexts);
  return compressedBody("application/json", JSON.stringify(document));
}

function documentOf(context: Context): Promise<StoredBody> {
  const known = documents.get(context) ?? once(() => buildDocument(context));
  documents.set(context, known);
  return known();
}

export const documentEndpoints = [
  endpoint({
    id: "getOpenapi",
    method: "GET",
    path: "/openapi.json",
    tag: "Documentation",
    summary: "This API as an OpenAPI 3.1 document",
    audience: "none",
    headers: StoredBodyHeaders,
    response: z.looseObject({ openapi: z.string() }),
    head: true,
    extension: true,
    handle: async (context, call) =>
      storedAnswer(await documentOf(context), call.headers, { "cache-control": "public, max-age=60" }),
  }),
];
