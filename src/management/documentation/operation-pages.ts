import type { StoredBody } from "../../http/stored-body.ts";

type Json = Readonly<Record<string, unknown>>;

interface Part extends Json {
  readonly $ref?: string;
}

interface Parameter extends Part {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Part>>;
  readonly schema: Part;
}

interface Media {
  readonly schema?: Part;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Part>>;
}

interface Content extends Part {
  readonly description?: string;
  readonly content?: Readonly<Record<string, Media>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Json[];
  readonly parameters?: readonly Part[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** The parts of an OpenAPI document that pages are made from. */
export interface Documented {
  readonly servers: readonly { readonly url: string }[];
  readonly security?: readonly Json[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const kept = new WeakMap<StoredBody, Promise<ReadonlyMap<string, string>>>();

/** What a lookup costs, in words; undefined for other operations. */
type CostOf = (operationId: string) => string | undefined;

/** A page in Markdown for each operation of an OpenAPI document, by its ID. Made once for each document. */
export function operationPages(document: StoredBody, costOf: CostOf): Promise<ReadonlyMap<string, string>> {
  const known = kept.get(document);
  if (known) return known;
  const made = madePages(document, costOf);
  kept.set(document, made);
  made.catch(() => kept.delete(document));
  return made;
}

async function madePages(document: StoredBody, costOf: CostOf): Promise<ReadonlyMap<string, string>> {
  const whole = await document.form("identity");
  return pagesOf(JSON.parse(await whole.text()), costOf);
}

function pagesOf(document: Documented, costOf: CostOf): ReadonlyMap<string, string> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      request: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  return new Map(
    operations.map(({ request, operation }) => [
      operation.operationId,
      new OperationPage(document, operation).text(request, costOf(operation.operationId)),
    ]),
  );
}

/** One operation as a page that needs no other: its parameters, bodies, schemas and errors. */
class OperationPage {
  readonly #document: Documented;
  readonly #operation: DocumentedOperation;
  /** The schemas that the page names, in the order of their first mention. */
  readonly #schemas = new Set<string>();

  constructor(document: Documented, operation: DocumentedOperation) {
    this.#document = document;
    this.#operation = operation;
  }

  text(request: string, cost: string | undefined): string {
    const { summary, description, requestBody, responses } = this.#operation;
    const { 200: success, ...others } = responses;
    return [
      `# ${summary}`,
      `\`${request}\` at ${this.#document.servers[0]?.url}, ${this.#credential()}.`,
      ...(description && description !== summary ? [description] : []),
      ...(cost === undefined ? [] : [`Costs ${cost} if something is found. A plan may set another price.`]),
      ...this.#parameters(),
      ...this.#body("Request body", requestBody),
      ...this.#body("Response", success),
      ...this.#schemaList(),
      ...this.#errors(others),
    ]
      .join("\n\n")
      .concat("\n");
  }

  #credential(): string {
    const accepted = this.#operation.security ?? this.#document.security ?? [];
    if (accepted.length === 0) return "without a credential";
    const names = accepted.map((scheme) => Object.keys(scheme)[0]);
    if (names.includes("x-AuthKey")) return "with a subscription's key in the header `x-AuthKey`";
    return "with a token in the header `Authorization: Bearer`";
  }

  #parameters(): string[] {
    const rows = (this.#operation.parameters ?? []).map((part) => {
      const {
        name,
        in: place,
        required,
        description = "",
        schema,
        ...more
      } = this.#resolve(part) as Parameter;
      const example = this.#example(more);
      const shown = example === undefined ? "" : `\`${cell(String(example))}\``;
      return `| \`${name}\` | ${place}${required ? ", required" : ""} | ${typeOf(this.#resolve(schema))} | ${cell(description)} | ${shown} |`;
    });
    if (rows.length === 0) return [];
    const head = ["| Name | In | Type | Description | Example |", "|---|---|---|---|---|"];
    return ["## Parameters", [...head, ...rows].join("\n")];
  }

  /** The first named example, or the only one. */
  #example({ examples = {}, example }: Pick<Media, "example" | "examples">): unknown {
    const [shared] = Object.values(examples);
    return shared ? this.#resolve(shared).value : example;
  }

  #body(title: string, found: Content | undefined): string[] {
    const [type, media] =
      Object.entries(found ? ((this.#resolve(found) as Content).content ?? {}) : {})[0] ?? [];
    if (type === undefined || media === undefined) return [];
    const example = this.#example(media);
    return [
      `## ${title}`,
      `\`${type}\`${media.schema ? `: ${this.#shown(media.schema)}` : ""}`,
      ...(example === undefined ? [] : [fenced(example)]),
    ];
  }

  /** A schema's text. What it refers to is listed later on the page. */
  #shown(schema: Part): string {
    return `\`${JSON.stringify(schema, (name, value) => {
      if (name !== "$ref" || typeof value !== "string") return value;
      const schemaName = value.split("/").at(-1)!;
      this.#schemas.add(schemaName);
      return schemaName;
    })}\``;
  }

  #schemaList(): string[] {
    const rows: string[] = [];
    // The set grows while schemas name others.
    for (const name of this.#schemas)
      rows.push(`- \`${name}\`: ${this.#shown((this.#document.components.schemas?.[name] ?? {}) as Part)}`);
    return rows.length === 0 ? [] : ["## Schemas", rows.join("\n")];
  }

  #errors(responses: Readonly<Record<string, Content>>): string[] {
    const rows = Object.entries(responses)
      .filter(([status]) => status !== "default")
      .map(
        ([status, response]) =>
          `- ${status}: ${((this.#resolve(response) as Content).description ?? "").replaceAll(/\n+/g, " ")}`,
      );
    if (rows.length === 0) return [];
    const text =
      "Errors are problem documents (RFC 9457). `type` is the address of a page that says what to do.";
    return ["## Other responses", rows.join("\n"), text];
  }

  #resolve(part: Part): Part {
    if (part.$ref === undefined) return part;
    const names = part.$ref.split("/").slice(1);
    return names.reduce(
      (at: unknown, name) => (at as Json | undefined)?.[decodeURIComponent(name)],
      this.#document,
    ) as Part;
  }
}

function typeOf(schema: Part): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => `\`${cell(String(one))}\``).join(", ");
  return String(schema.type ?? "any");
}

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

const fenced = (example: unknown) => `Example:\n\n\`\`\`json\n${JSON.stringify(example, null, 1)}\n\`\`\``;
