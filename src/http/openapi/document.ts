import { z } from "zod";
import { apiVersion } from "../../base/version.ts";
import { bodyBytesMax } from "../body.ts";
import type { Endpoint } from "../endpoint.ts";
import { isManaged } from "../etag.ts";
import { Components, type FieldMeanings, type Json } from "./components.ts";
import { hasVersion, responseHeaders } from "./headers.ts";
import {
  errorCodes,
  errorExamples,
  namedExample,
  ndjson,
  responsesOf,
  takesLines,
  textOf,
} from "./responses.ts";
import { shareParts } from "./share.ts";

/** An example of an operation: a request, and the body of its successful response. */
export interface OperationExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly request?: unknown;
  readonly response?: unknown;
}

/** The parts of the document that the operations do not declare. */
export interface DocumentTexts {
  readonly fields: FieldMeanings;
  /** Descriptions of tags. */
  readonly tags: Readonly<Record<string, string>>;
  /** By operation id. */
  readonly examples: Readonly<Record<string, OperationExample>>;
  /** The events that receivers of webhooks get, with an example of each one's data. */
  readonly webhooks: readonly { readonly type: string; readonly meaning: string; readonly data: object }[];
}

const securitySchemes = {
  Authorization: {
    type: "http",
    scheme: "bearer",
    description: "A session, access, operator or client token. The word Bearer is optional.",
  },
  "x-AuthKey": {
    type: "apiKey",
    in: "header",
    name: "x-AuthKey",
    description:
      "A subscription key. The test key (`vgk_test…`) is free and answered from the demo set, with `x-test: true`. With it the VINs `TEST0000000000401`, `…402`, `…404`, `…422`, `…429` and `…503` return these errors.",
  },
};

/** The security of lookups, which most operations are. The others state their own. */
const lookupSecurity = [{ "x-AuthKey": [] }];

const securityOf: Record<Exclude<Endpoint["audience"], "key">, Json[]> = {
  none: [],
  optional: [{}, { Authorization: [] }],
  any: [{}, { Authorization: [] }, { "x-AuthKey": [] }],
  client: [{ Authorization: [] }],
  customer: [{ Authorization: [] }],
  operator: [{ Authorization: [] }],
};

/** The request headers that operations do not declare themselves. */
function conditions(endpoint: Endpoint): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    description,
    schema: { type: "string" },
  });
  const found: Json[] = [];
  if (endpoint.lookup && endpoint.method === "GET" && !endpoint.lookup.options)
    found.push(
      header(
        "X-Repeat-Of",
        "The ID of your call of the last 24 hours that was charged for this path and query. This call is then free.",
      ),
    );
  if (endpoint.answers === "lines")
    found.push(
      header(
        "Idempotency-Key",
        "Lines that were answered and charged under this key and body within 24 hours are answered again without a charge. The body can have 512 KiB then, also as lines, and `x-request-id` is chosen by the service.",
      ),
    );
  if (endpoint.callsLookups)
    found.push(
      header(
        "Idempotency-Key",
        "Lookups that were answered and charged under this key within 24 hours are answered again without a charge.",
      ),
    );
  if (endpoint.idempotent)
    found.push(
      header(
        "Idempotency-Key",
        "Repeated calls with one key have one effect. They return the first response for 24 hours.",
      ),
    );
  if (hasVersion(endpoint) || (isManaged(endpoint) && endpoint.method === "GET"))
    found.push(
      header(
        "If-None-Match",
        "The ETag of the version that the caller has. Returns 304 while that version is current.",
      ),
    );
  if (isManaged(endpoint) && /^(PUT|PATCH|DELETE)$/.test(endpoint.method))
    found.push(
      header("If-None-Match", "`*`: returns 412 if the resource exists already."),
      header(
        "If-Match",
        "The ETag of the version to change. Returns 412 if that version is no longer current.",
      ),
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
      // OpenAPI describes this one by the media types of the response.
      if (name === "accept") return [];
      const { description, example, ...json } = components.convert(part as z.ZodType, "input");
      const required = place === "path" || !z.safeParse(part as z.ZodType, undefined).success;
      const shownValue = values?.[name] ?? example;
      // Values of paths are texts in examples.
      const value = json.type === "integer" && shownValue !== undefined ? Number(shownValue) : shownValue;
      return {
        name,
        in: place,
        ...(required && { required }),
        description: description ?? components.meaning(endpoint.id, name),
        schema: json,
        ...namedExample(value),
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
  const { request: example } = shown;
  return {
    requestBody: {
      description: `At most ${(limits?.bodyBytes ?? bodyBytesMax) / 1024} KiB.`,
      required: !z.safeParse(body, undefined).success,
      content: {
        [form ? "application/x-www-form-urlencoded" : "application/json"]: {
          schema,
          ...namedExample(example),
        },
        ...(takesLines(endpoint) && { [ndjson]: { schema: textOf(ndjson) } }),
      },
    },
  };
}

function fileBody(types: readonly string[]): Json {
  const content = types.map((type) => [type, { schema: textOf(type) }]);
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
    ...(endpoint.deprecated && { deprecated: true }),
    ...(endpoint.extension && { "x-extension": true }),
    ...(endpoint.audience !== "key" && { security: securityOf[endpoint.audience] }),
    parameters: parametersOf(components, endpoint, shown),
    ...requestBody(components, endpoint, shown),
    responses: responsesOf(components, endpoint, shown.response),
  };
}

/** The operation whose response is the example. Operations that return the same resource share one example. */
function exampleOf(operations: readonly Endpoint[], endpoint: Endpoint): Endpoint {
  const { response, lookup } = endpoint;
  if (!response || lookup?.options) return endpoint;
  return operations.find((one) => one.method === "GET" && one.response === response) ?? endpoint;
}

const webhookEvent = {
  type: "object",
  description: "An event, signed as Standard Webhooks describes.",
  required: ["type", "timestamp", "data"],
  properties: {
    type: { type: "string", description: "The type of the event." },
    timestamp: { type: "string", format: "date-time", description: "When it happened." },
    data: { type: "object", description: "What happened." },
  },
};

/** The request that a webhook's receiver gets for an event. */
function webhookOf({ type, meaning, data }: DocumentTexts["webhooks"][number]): Json {
  const example = { type, timestamp: "2026-11-21T00:00:00.000Z", data };
  return {
    post: {
      operationId: `receive-${type}`,
      tags: ["Webhooks"],
      summary: meaning,
      requestBody: {
        required: true,
        content: { "application/json": { schema: { $ref: "#/components/schemas/WebhookEvent" }, example } },
      },
      responses: { "2XX": { description: "The event was received." } },
    },
  };
}

/** The OpenAPI 3.1 document of exactly the operations given. */
export function openapiDocument(
  operations: readonly Endpoint[],
  publicUrl: string,
  texts: DocumentTexts,
): Json {
  // Its parts that are the same in each document stay as they are.
  const document = structuredClone(unsharedDocument(operations, publicUrl, texts));
  shareParts(document);
  return document;
}

/** The same document before its repeated parts are components: only schemas with a name of their own are. */
export function unsharedDocument(
  operations: readonly Endpoint[],
  publicUrl: string,
  { fields, tags, examples, webhooks }: DocumentTexts,
) {
  const components = new Components(fields);
  const paths: Record<string, Json> = {};
  const templates = new Map<string, string>();
  for (const endpoint of operations) {
    // OpenAPI takes templates that differ only in parameter names for one path, which has the first names.
    const shape = endpoint.path.replace(/\{[^{}]+\}/g, "{}");
    const path = templates.get(shape) ?? endpoint.path;
    templates.set(shape, path);
    const names = [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1]);
    const response = examples[exampleOf(operations, endpoint).id]?.response;
    const entry = operationOf(components, endpoint, { ...examples[endpoint.id], response });
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
    security: lookupSecurity,
    tags: tagNames.map((name) => ({ name, description: tags[name] })),
    paths,
    webhooks: Object.fromEntries(webhooks.map((one) => [one.type, webhookOf(one)])),
    components: {
      securitySchemes,
      schemas: { ...components.schemas, WebhookEvent: webhookEvent },
      headers: responseHeaders,
      examples: errorExamples(new Set(operations.flatMap(errorCodes)), publicUrl),
    },
  };
}
