import { z } from "zod";
import { apiVersion } from "../../base/version.ts";
import { bodyBytesMax } from "../body.ts";
import type { Endpoint } from "../endpoint.ts";
import { isManaged } from "../etag.ts";
import { Components, type FieldMeanings, type Json } from "./components.ts";
import { responseHeaders } from "./headers.ts";
import { errorCodes, errorExamples, responsesOf } from "./responses.ts";

/** An example of an operation: what was sent, and what a success answered. */
export interface OperationExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly request?: unknown;
  readonly response?: unknown;
}

/** What the document says beyond the operations themselves. */
export interface DocumentTexts {
  readonly fields: FieldMeanings;
  /** What operations of a tag are about. */
  readonly tags: Readonly<Record<string, string>>;
  /** By operation id. */
  readonly examples: Readonly<Record<string, OperationExample>>;
}

const securitySchemes = {
  Authorization: {
    type: "http",
    scheme: "bearer",
    description: "A session, access, operator or client token. The word Bearer may be left out.",
  },
  "x-AuthKey": { type: "apiKey", in: "header", name: "x-AuthKey", description: "A subscription key." },
};

const securityOf: Record<Endpoint["audience"], Json[]> = {
  none: [],
  optional: [{}, { Authorization: [] }],
  client: [{ Authorization: [] }],
  customer: [{ Authorization: [] }],
  operator: [{ Authorization: [] }],
  key: [{ "x-AuthKey": [] }],
};

/** The headers that a managed call reads beside its operation's own. */
function conditions(endpoint: Endpoint): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  });
  const found: Json[] = [];
  if (endpoint.idempotent)
    found.push(
      header(
        "Idempotency-Key",
        "Repeated calls with one key have one effect: the first answer is given again for 24 hours.",
      ),
    );
  if (isManaged(endpoint) && endpoint.method === "GET")
    found.push(
      header(
        "If-None-Match",
        "The ETag of a version that the caller has; 304 while it is still the current one.",
      ),
    );
  if (isManaged(endpoint) && /^(PUT|PATCH|DELETE)$/.test(endpoint.method))
    found.push(
      header("If-Match", "The ETag of the version to change; 412 when it is no longer the current one."),
    );
  return found;
}

function parametersOf(components: Components, endpoint: Endpoint, shown: OperationExample): Json[] {
  const places = [
    ["path", endpoint.params, shown.params],
    ["query", endpoint.query, shown.query],
    ["header", endpoint.headers, undefined],
  ] as const;
  const own = places.flatMap(([place, schema, values]) =>
    Object.entries(schema?.shape ?? {}).flatMap(([name, part]) => {
      // OpenAPI leaves this one to the media types of the answer.
      if (name === "accept") return [];
      const { description, example, ...json } = components.convert(part as z.ZodType, "input");
      const required = place === "path" || !z.safeParse(part as z.ZodType, undefined).success;
      const value = values?.[name] ?? example;
      return {
        name,
        in: place,
        required,
        description: description ?? components.meaning(endpoint.id, name),
        schema: json,
        ...(value !== undefined && { examples: { example: { value } } }),
      };
    }),
  );
  return [...own, ...conditions(endpoint)];
}

function requestBody(components: Components, endpoint: Endpoint, shown: OperationExample): Json {
  const { body, form, upload, limits } = endpoint;
  if (upload) return fileBody(upload.types);
  if (!body) return {};
  const schema = components.convert(body, "input", endpoint.id);
  const { request } = shown;
  const examples = request === undefined ? {} : { examples: { example: { value: request } } };
  return {
    requestBody: {
      description: `At most ${(limits?.bodyBytes ?? bodyBytesMax) / 1024} KiB.`,
      required: !z.safeParse(body, undefined).success,
      content: { [form ? "application/x-www-form-urlencoded" : "application/json"]: { schema, ...examples } },
    },
  };
}

function fileBody(types: readonly string[]): Json {
  const content = types.map((type) => [type, { schema: { type: "string", contentMediaType: type } }]);
  return {
    requestBody: {
      description: "The file.",
      required: true,
      content: Object.fromEntries(content),
    },
  };
}

function operationOf(components: Components, endpoint: Endpoint, shown: OperationExample): Json {
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.description ?? `${endpoint.summary}.`,
    ...(endpoint.extension && { "x-extension": true }),
    security: securityOf[endpoint.audience],
    parameters: parametersOf(components, endpoint, shown),
    ...requestBody(components, endpoint, shown),
    responses: responsesOf(components, endpoint, shown.response),
  };
}

/** The OpenAPI 3.1 document of exactly the operations given. */
export function openapiDocument(
  operations: readonly Endpoint[],
  publicUrl: string,
  { fields, tags, examples }: DocumentTexts,
): Json {
  const components = new Components(fields);
  const paths: Record<string, Json> = {};
  const templates = new Map<string, string>();
  for (const endpoint of operations) {
    // Templates that differ in parameter names alone are one path to OpenAPI: the first name stands.
    const shape = endpoint.path.replace(/\{[^}]+\}/g, "{}");
    const path = templates.get(shape) ?? endpoint.path;
    templates.set(shape, path);
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
    const entry = operationOf(components, endpoint, examples[endpoint.id] ?? {});
    const own = (entry.parameters as Json[]).filter((item) => item.in === "path");
    own.forEach((item, index) => {
      item.name = names[index];
    });
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: entry };
  }
  const tagNames = [...new Set(operations.map((endpoint) => endpoint.tag))];
  return {
    openapi: "3.1.0",
    info: {
      title: "Vingate",
      version: apiVersion,
      summary: "Vehicle data and API management",
      description:
        "Lookups take a subscription key in `x-AuthKey`; management takes a token in `Authorization`. Errors are problem documents (RFC 9457), except 422.",
      contact: { name: "The operator of this service", url: publicUrl },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: publicUrl }],
    tags: tagNames.map((name) => ({ name, description: tags[name] })),
    paths,
    components: {
      securitySchemes,
      schemas: components.schemas,
      headers: responseHeaders,
      examples: errorExamples(new Set(operations.flatMap(errorCodes)), publicUrl),
    },
  };
}
