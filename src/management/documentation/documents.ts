import { z } from "zod";
import { errorFields } from "../../base/log.ts";
import { type Context, endpoint, type OpenapiDocument } from "../../calls/context.ts";
import { unavailable } from "../../http/errors.ts";
import { StoredBodyHeaders, storedAnswer } from "../../http/stored-body.ts";

async function documentOf(context: Context): Promise<OpenapiDocument> {
  try {
    return await context.openapi();
  } catch (error) {
    context.log.error("the OpenAPI document is unavailable", errorFields(error));
    throw unavailable("The OpenAPI document could not be made; the log of the service says why.");
  }
}

const cached = { "cache-control": "public, max-age=60" };

const shared = {
  method: "GET",
  tag: "Documentation",
  audience: "none",
  headers: StoredBodyHeaders,
  head: true,
  extension: true,
} as const;

export const documentEndpoints = [
  endpoint({
    ...shared,
    id: "getOpenapi",
    path: "/openapi.json",
    summary: "This API as an OpenAPI 3.1 document",
    response: z.looseObject({ openapi: z.string() }),
    handle: async (context, call) => storedAnswer((await documentOf(context)).json, call.headers, cached),
  }),
  endpoint({
    ...shared,
    id: "getOpenapiYaml",
    path: "/openapi.yaml",
    summary: "This API as an OpenAPI 3.1 document in YAML",
    types: ["application/yaml"],
    handle: async (context, call) => storedAnswer((await documentOf(context)).yaml, call.headers, cached),
  }),
];
