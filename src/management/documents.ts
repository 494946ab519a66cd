import { z } from "zod";
import type { App } from "../app.ts";
import { endpoint } from "../http/endpoint.ts";
import { openapiDocument } from "../http/openapi.ts";

const made = new WeakMap<App, Uint8Array>();

function openapiBytes(app: App): Uint8Array {
  let bytes = made.get(app);
  if (!bytes) {
    bytes = new TextEncoder().encode(JSON.stringify(openapiDocument(app.operations, app.config.publicUrl)));
    made.set(app, bytes);
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
    access: "none",
    response: z.looseObject({ openapi: z.string() }),
    head: true,
    extension: true,
    handle: (app) => ({
      body: openapiBytes(app),
      type: "application/json",
      headers: { "cache-control": "public, max-age=60" },
    }),
  }),
];
