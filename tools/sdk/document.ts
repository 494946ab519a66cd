export { snakeCase, wordsOf } from "../../console/src/base/operation-names.ts";

import type { Json } from "../../src/http/openapi/components.ts";
import { unsharedDocument } from "../../src/http/openapi/document.ts";
import { documentTexts } from "../../src/management/documentation/document-texts.ts";
import { operations as endpoints } from "../../src/operations.ts";

// What the generators of the SDKs read: the OpenAPI document of this source, with one entry per operation. In every
// language a method is named after its operation's ID: `decodeVin` is `decodeVin` in TypeScript and `decode_vin` in
// Python. It takes the path's parameters in their order, then the body, then everything else by name.

export interface Schema extends Json {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
}

export interface Parameter {
  /** As it is sent. */
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly schema: Schema;
}

export interface SdkOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Those of the path first, in its order. Which form the answer has is left out: it is `response.type`. */
  readonly parameters: readonly Parameter[];
  readonly body?: {
    /** The first one is sent, unless the caller names another. */
    readonly types: readonly string[];
    readonly schema: Schema;
    readonly required: boolean;
  };
  readonly response: { readonly type: string; readonly schema: Schema };
  /** The credentials that it takes; `required` if it does not answer without one. */
  readonly credentials: readonly ("key" | "token")[];
  readonly required: boolean;
  /** For a list in pages: the member that has the entries, or "" if the body is the list. */
  readonly pages?: string;
}

export interface SdkDocument {
  readonly version: string;
  readonly operations: readonly SdkOperation[];
  /** The schemas with a name of their own. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> };
  /** The success comes first. A redirect has no content. */
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

export function readDocument(): SdkDocument {
  const document = unsharedDocument(endpoints, "http://localhost:8080", documentTexts);
  const paths = document.paths as Record<string, Record<string, Described>>;
  const schemas = document.components.schemas as Record<string, Schema>;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => operationOf(path, method, described, schemas)),
  );
  return { version: document.info.version, operations, schemas };
}

const noContent = { "text/plain": { schema: { type: "string" } } };

function operationOf(
  path: string,
  method: string,
  described: Described,
  schemas: Readonly<Record<string, Schema>>,
): SdkOperation {
  const { operationId: id, tags, summary, description, requestBody, security } = described;
  const parameters = described.parameters.filter(({ name }) => name !== "format");
  const [success] = Object.values(described.responses);
  const [type, { schema }] = Object.entries(success?.content ?? noContent)[0]!;
  const schemes = security?.flatMap((one) => Object.keys(one)) ?? ["x-AuthKey"];
  const pages = parameters.some(({ name }) => name === "page_size")
    ? entriesOf(resolved(schema, schemas))
    : undefined;
  return {
    id,
    method: method.toUpperCase(),
    path,
    tag: tags[0]!,
    summary,
    description,
    parameters,
    ...(requestBody && {
      body: {
        types: Object.keys(requestBody.content),
        schema: Object.values(requestBody.content)[0]!.schema,
        required: requestBody.required,
      },
    }),
    response: { type, schema },
    credentials: [...new Set(schemes.map((name) => (name === "x-AuthKey" ? "key" : "token")))],
    required: schemes.length > 0 && !security?.some((one) => Object.keys(one).length === 0),
    ...(pages !== undefined && { pages }),
  };
}

/** The schema that a reference names. */
export function resolved(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : resolved(schemas[name]!, schemas);
}

function entriesOf({ type, properties = {} }: Schema): string | undefined {
  if (type === "array") return "";
  return Object.keys(properties).find((name) => properties[name]!.type === "array");
}
