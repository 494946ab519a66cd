import { z } from "zod";
import { type Context, endpoint } from "../../calls/context.ts";
import { openapiDocument } from "../../http/openapi/document.ts";
import { documentTexts } from "./document-texts.ts";

const made = new WeakMap<Context, Uint8Array>();

function openapiBytes(context: Context): Uint8Array {
  let bytes = made.get(context);
  if (!bytes) {
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
    handle: (context) => ({
      body: openapiBytes(context),
      type: "application/json",
      headers: { "cache-control": "public, max-age=60" },
    }),
  }),
];
