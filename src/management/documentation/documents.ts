import { z } from "zod";
import { errorFields } from "../../base/log.ts";
import { type Context, endpoint, type OpenapiDocument, type ShownApi } from "../../calls/context.ts";
import type { Caller } from "../../http/caller.ts";
import { unavailable } from "../../http/errors.ts";
import { StoredBodyHeaders, storedAnswer } from "../../http/stored-body.ts";
import { shownApis } from "../apis/shown-apis.ts";

const documentFor = async (context: Context, caller: Caller): Promise<OpenapiDocument> =>
  documentOf(context, await shownApis(context.database, caller));

/** The document with these registered APIs. Throws 503. */
export async function documentOf(context: Context, apis: readonly ShownApi[]): Promise<OpenapiDocument> {
  try {
    return await context.openapi(apis);
  } catch (error) {
    context.log.error("the OpenAPI document is unavailable", errorFields(error));
    throw unavailable("The OpenAPI document could not be made; the log of the service says why.");
  }
}

/** All strangers get one body; what another caller gets depends on the credential. */
const vary = "authorization, x-authkey";
const publicly = { "cache-control": "public, max-age=60", vary };
const privately = { "cache-control": "private, no-cache", vary };
const cachingFor = ({ kind }: Caller) => (kind === "anonymous" || kind === "client" ? publicly : privately);

const shared = {
  method: "GET",
  tag: "Documentation",
  audience: "any",
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
    description:
      "With a credential it also has the operations of the registered APIs that the caller may see: operators all, customers those of published products and of their own subscriptions.",
    response: z.looseObject({ openapi: z.string() }),
    handle: async (context, call) =>
      storedAnswer((await documentFor(context, call.caller)).json, call.headers, cachingFor(call.caller)),
  }),
  endpoint({
    ...shared,
    id: "getOpenapiYaml",
    path: "/openapi.yaml",
    summary: "This API as an OpenAPI 3.1 document in YAML",
    types: ["application/yaml"],
    handle: async (context, call) =>
      storedAnswer((await documentFor(context, call.caller)).yaml, call.headers, cachingFor(call.caller)),
  }),
];
