import { z } from "zod";
import { type Context, endpoint } from "../../calls/context.ts";

const made = new WeakMap<Context, Uint8Array>();

/** Most processes are never asked for the document, and load what makes it when they are. */
async function openapiBytes(context: Context): Promise<Uint8Array> {
  let bytes = made.get(context);
  if (!bytes) {
    const { openapiDocument } = await import("../../http/openapi/document.ts");
    const { documentTexts } = await import("./document-texts.ts");
    bytes = new TextEncoder().encode(
      JSON.stringify(openapiDocument(context.operations, context.config.publicUrl, documentTexts)),
    );
    made.set(context, bytes);
  }
  return bytes;
}

export const documentEndpoints = [
  endpoint({
    id: "getOpenapi",
    method: "GET",
    path: "/openapi.json",
    tag: "Documentation",
    summary: "This API as an OpenAPI 3.1 document",
    audience: "none",
    response: z.looseObject({ openapi: z.string() }),
    head: true,
    extension: true,
    handle: async (context) => ({
      body: await openapiBytes(context),
      type: "application/json",
      headers: { "cache-control": "public, max-age=60" },
    }),
  }),
];
