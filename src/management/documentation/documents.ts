import { z } from "zod";
import { once } from "../../base/loading.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { yamlOf } from "../../http/openapi/yaml.ts";
import { compressedBody, type StoredBody, StoredBodyHeaders, storedAnswer } from "../../http/stored-body.ts";

interface Documents {
  readonly json: () => Promise<StoredBody>;
  readonly yaml: () => Promise<StoredBody>;
}

const documents = new WeakMap<Context, Documents>();

/** Most processes never serve the document, so what builds it is loaded by its first request. */
async function buildDocument({ operations, config }: Context) {
  const { openapiDocument } = await import("../../http/openapi/document.ts");
  const { documentTexts } = await import("./document-texts.ts");
  return openapiDocument(operations, config.publicUrl, documentTexts);
}

/** The document in both forms; each is built by its first request. */
function documentsOf(context: Context): Documents {
  const known = documents.get(context);
  if (known) return known;
  const document = once(() => buildDocument(context));
  const made = {
    json: once(async () => compressedBody("application/json", JSON.stringify(await document()))),
    yaml: once(async () => compressedBody("application/yaml", yamlOf(await document()))),
  };
  documents.set(context, made);
  return made;
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
    handle: async (context, call) => storedAnswer(await documentsOf(context).json(), call.headers, cached),
  }),
  endpoint({
    ...shared,
    id: "getOpenapiYaml",
    path: "/openapi.yaml",
    summary: "This API as an OpenAPI 3.1 document in YAML",
    types: ["application/yaml"],
    handle: async (context, call) => storedAnswer(await documentsOf(context).yaml(), call.headers, cached),
  }),
];
