import { z } from "zod";
import { apiVersion } from "../base/version.ts";
import type { Endpoint } from "./endpoint.ts";
import { type ErrorCode, errors } from "./errors.ts";
import { isManaged } from "./etag.ts";
import { HttpValidationError, Problem } from "./openapi-schemas.ts";

type Json = Record<string, unknown>;

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
  client: [{ Authorization: [] }],
  customer: [{ Authorization: [] }],
  operator: [{ Authorization: [] }],
  key: [{ "x-AuthKey": [] }],
};

const lookupErrors: readonly ErrorCode[] = [
  "credits_exhausted",
  "subscription_inactive",
  "api_not_in_product",
  "ip_not_allowed",
  "rate_limited",
  "quota_exceeded",
];

// What an operation can answer follows from what it asks for; only the rest is declared beside it.
function errorCodes(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(endpoint.errors);
  if (endpoint.audience !== "none")
    codes.add("not_authenticated").add("invalid_credential").add("unavailable");
  if (isManaged(endpoint) && /^(PUT|PATCH|DELETE)$/.test(endpoint.method)) codes.add("precondition_failed");
  if (endpoint.idempotent) codes.add("conflict");
  if (endpoint.audience === "customer" || endpoint.audience === "operator") codes.add("forbidden");
  if (endpoint.audience === "customer") codes.add("rate_limited");
  if (endpoint.lookup) for (const code of lookupErrors) codes.add(code);
  if (endpoint.body) codes.add("content_too_large");
  if (endpoint.params || endpoint.body) codes.add("bad_request");
  return [...codes];
}

/** Turns schemas into JSON Schema and gathers those with a name of their own as components. */
class Components {
  readonly schemas: Json = {};

  convert(schema: z.ZodType, io: "input" | "output"): Json {
    const { $schema: _, $defs, ...root } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
    for (const [name, definition] of Object.entries(($defs ?? {}) as Json))
      this.add(name, definition as Json);
    const id = root.id;
    if (typeof id !== "string") return rewriteRefs(root) as Json;
    this.add(id, root);
    return { $ref: `#/components/schemas/${id}` };
  }

  private add(name: string, { id: _, ...definition }: Json): void {
    this.schemas[name] = rewriteRefs(definition);
  }
}

function rewriteRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewriteRefs);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === "$ref" ? String(part).replace("#/$defs/", "#/components/schemas/") : rewriteRefs(part),
    ]),
  );
}

/** What `calls/managed-call.ts` reads beside an operation's own headers. */
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
      header("Idempotency-Key", "Makes repeated calls one: the first answer is given again for 24 hours."),
    );
  if (isManaged(endpoint) && endpoint.method === "GET")
    found.push(
      header("If-None-Match", "The ETag of a version at hand; 304 when it is still the current one."),
    );
  if (isManaged(endpoint) && /^(PUT|PATCH|DELETE)$/.test(endpoint.method))
    found.push(
      header("If-Match", "The ETag of the version to change; 412 when it is no longer the current one."),
    );
  return found;
}

function parameters(components: Components, endpoint: Endpoint): Json[] {
  const places = [
    ["path", endpoint.params],
    ["query", endpoint.query],
    ["header", endpoint.headers],
  ] as const;
  const own = places.flatMap(([place, schema]) =>
    Object.entries(schema?.shape ?? {}).flatMap(([name, part]) => {
      // OpenAPI leaves this one to the media types of the answer.
      if (name === "accept") return [];
      const { description, example, ...json } = components.convert(part as z.ZodType, "input");
      const required = place === "path" || !z.safeParse(part as z.ZodType, undefined).success;
      return {
        name,
        in: place,
        required,
        ...(description !== undefined && { description }),
        schema: json,
        ...(example !== undefined && { example }),
      };
    }),
  );
  return [...own, ...conditions(endpoint)];
}

function responses(components: Components, endpoint: Endpoint): Json {
  const type = endpoint.responseType ?? "application/json";
  const schema = endpoint.response ? components.convert(endpoint.response, "output") : { type: "string" };
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodes(endpoint)) {
    const { status } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const problemSchema = components.convert(Problem, "output");
  const content = { [type]: { schema }, ...(endpoint.csv && { "text/csv": { schema: { type: "string" } } }) };
  const entries: [string, Json][] = [["200", { description: "Success", content }]];
  for (const [status, codes] of byStatus) {
    const description = codes.map((code) => `\`${code}\` (${errors[code].title})`).join(", ");
    entries.push([
      String(status),
      { description, content: { "application/problem+json": { schema: problemSchema } } },
    ]);
  }
  if (endpoint.params || endpoint.query || endpoint.headers || endpoint.body) {
    const invalid = components.convert(HttpValidationError, "output");
    entries.push([
      "422",
      { description: "Invalid request", content: { "application/json": { schema: invalid } } },
    ]);
  }
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function operation(components: Components, endpoint: Endpoint): Json {
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    ...(endpoint.extension && { "x-extension": true }),
    security: securityOf[endpoint.audience],
    parameters: parameters(components, endpoint),
    ...(endpoint.body && {
      requestBody: {
        required: !z.safeParse(endpoint.body, undefined).success,
        content: { "application/json": { schema: components.convert(endpoint.body, "input") } },
      },
    }),
    responses: responses(components, endpoint),
  };
}

/** The OpenAPI 3.1 document of exactly the operations given. */
export function openapiDocument(operations: readonly Endpoint[], publicUrl: string): Json {
  const components = new Components();
  const paths: Record<string, Json> = {};
  const templates = new Map<string, string>();
  for (const endpoint of operations) {
    // Templates that differ in parameter names alone are one path to OpenAPI: the first name stands.
    const shape = endpoint.path.replace(/\{[^}]+\}/g, "{}");
    const path = templates.get(shape) ?? endpoint.path;
    templates.set(shape, path);
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
    const entry = operation(components, endpoint);
    const own = (entry.parameters as Json[]).filter((item) => item.in === "path");
    own.forEach((item, index) => {
      item.name = names[index];
    });
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: entry };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Vingate",
      version: apiVersion,
      summary: "Vehicle data and API management",
      description:
        "Lookups take a subscription key in `x-AuthKey`; management takes a token in `Authorization`. Errors are problem documents (RFC 9457), but for 422.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(operations.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    paths,
    components: { securitySchemes, schemas: components.schemas },
  };
}
