/** The parts of our OpenAPI document that the reference shows. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
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
  /** Takes a subscription key: it can be tried here. */
  readonly lookup: boolean;
  readonly parameters: readonly Parameter[];
  readonly responses: readonly { readonly status: string; readonly description: string }[];
}

interface RawParameter extends Omit<Parameter, "example"> {
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly RawParameter[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

export interface OpenapiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
}

/** The operations of a document in its order. */
export function operationsOf(document: OpenapiDocument): Operation[] {
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
        lookup: one.security?.some((scheme) => "x-AuthKey" in scheme) ?? false,
        parameters: (one.parameters ?? []).map(({ examples = {}, ...rest }) => ({
          ...rest,
          example: Object.values(examples)[0]?.value,
        })),
        responses: Object.entries(one.responses).map(([status, { description }]) => ({
          status,
          description,
        })),
      })),
  );
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
