import { fieldsOf, type Schema, type SchemaField } from "./schema-fields.ts";

/** A parameter, request body, response or schema of the OpenAPI document, as the reference shows it. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: { readonly enum?: readonly string[]; readonly default?: unknown };
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Takes a subscription key, so it can be called from the page. */
  readonly lookup: boolean;
  /** Takes no credential. */
  readonly open: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly responses: readonly OperationResponse[];
}

/** What a request or a response carries. */
export interface Body {
  readonly type: string;
  readonly example: unknown;
  readonly fields: readonly SchemaField[];
}

export interface OperationResponse {
  /** A status, or `default` for any other. */
  readonly status: string;
  readonly description: string;
  /** The body of a response with status 200. */
  readonly body: Body | undefined;
}

/** A part of the document, or a reference to a component. */
type Shared<T> = T & { readonly $ref?: string };

interface RawExamples {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Shared<{ readonly value: unknown }>>>;
}

interface RawMedia extends RawExamples {
  readonly schema?: Schema;
}

interface RawContent {
  readonly content?: Readonly<Record<string, RawMedia>>;
}

interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Shared<Parameter & RawExamples>[];
  readonly requestBody?: RawContent;
  readonly responses: Readonly<Record<string, Shared<RawContent & { readonly description: string }>>>;
}

export interface OpenapiDocument {
  readonly security?: RawOperation["security"];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The operations of a document in its order. */
export function operationsOf(document: OpenapiDocument): Operation[] {
  const resolve = <T>(part: Shared<T>): T => {
    if (part.$ref === undefined) return part;
    const names = part.$ref.split("/").slice(1).map(unescaped);
    return names.reduce(
      (at: unknown, name) => (at as Record<string, unknown> | undefined)?.[name],
      document,
    ) as T;
  };
  /** The first named example, or the only one. */
  const exampleOf = ({ examples = {}, example }: RawExamples): unknown => {
    const [shared] = Object.values(examples);
    return shared ? resolve(shared).value : example;
  };
  const bodyOf = ({ content = {} }: RawContent): Body | undefined => {
    const [type, media] = Object.entries(content)[0] ?? [];
    if (type === undefined || media === undefined) return undefined;
    return { type, example: exampleOf(media), fields: media.schema ? fieldsOf(media.schema, resolve) : [] };
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, one]) => typeof one.operationId === "string")
      .map(([method, one]) => ({
        id: one.operationId,
        method: method.toUpperCase(),
        path,
        tag: one.tags[0] ?? "",
        summary: one.summary,
        description: one.description ?? "",
        lookup: (one.security ?? document.security)?.some((scheme) => "x-AuthKey" in scheme) ?? false,
        open: one.security?.length === 0,
        parameters: (one.parameters ?? []).map((parameter) => {
          const { schema, ...rest } = resolve(parameter);
          return {
            ...rest,
            example: exampleOf(rest),
            schema: resolve(schema as Shared<Parameter["schema"]>),
          };
        }),
        // On demand: a page shows one operation of many.
        get body() {
          return one.requestBody && bodyOf(one.requestBody);
        },
        get responses() {
          return Object.entries(one.responses).map(([status, response]) => {
            const { description, ...content } = resolve(response);
            return { status, description, body: status === "200" ? bodyOf(content) : undefined };
          });
        },
      })),
  );
}

/** A name of a reference (RFC 6901 in a URL's fragment). */
function unescaped(name: string): string {
  return decoded(name).replaceAll("~1", "/").replaceAll("~0", "~");
}

const optionNames: Readonly<Record<string, string>> = {
  category: "categories",
  subcategory: "subcategories",
};

/** The operation that lists the choices of a parameter, where its family has one. */
export function optionsFor(
  operation: Operation,
  parameter: string,
  all: readonly Operation[],
): Operation | undefined {
  const [, family = "", version] = operation.path.split("/");
  const base = `/${family}/options/`;
  const versioned = /^v\d$/.test(version ?? "") ? `${base}${version}/` : base;
  const name = optionNames[parameter] ?? parameter;
  const starts = (prefix: string) =>
    all.find(({ path }) => path === `${prefix}${name}` || path.startsWith(`${prefix}${name}/`));
  if (operation.path.startsWith(base)) return undefined;
  return (
    starts(versioned) ?? (versioned === base ? (starts(`${base}v3/`) ?? starts(`${base}v2/`)) : undefined)
  );
}

const parameterIn = /\{([^}]+)\}/g;

/** A path with its parameters filled in; undefined while one is missing. */
export function filledPath(path: string, values: Readonly<Record<string, string>>): string | undefined {
  let missing = false;
  const filled = path.replace(parameterIn, (_, name: string) => {
    const value = values[name]?.trim();
    if (!value) missing = true;
    return encodeURIComponent(value ?? "");
  });
  return missing ? undefined : filled;
}

/**
 * The parameters that a call was made with, by its path and query as the log has them. Undefined where the
 * path is not the operation's.
 */
export function valuesIn(path: string, called: string): Record<string, string> | undefined {
  const [place = "", query = ""] = called.split("?", 2);
  const names = [...path.matchAll(parameterIn)].map(([, name = ""]) => name);
  const pattern = path
    .split(parameterIn)
    .map((part, index) => (index % 2 === 1 ? "([^/]+)" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")))
    .join("");
  const found = new RegExp(`^${pattern}/?$`, "i").exec(place);
  if (!found) return undefined;
  const stated = [...new URLSearchParams(query)];
  return Object.fromEntries([...stated, ...names.map((name, at) => [name, decoded(found[at + 1] ?? "")])]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
