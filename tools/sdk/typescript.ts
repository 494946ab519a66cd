import program from "../../package.json" with { type: "json" };
import { errors } from "../../src/http/errors.ts";
import type { Parameter, SdkDocument, SdkOperation } from "./document.ts";
import { repeatsInTypeScript } from "./repeats.ts";
import { docComment, SchemaTypes } from "./schema-types.ts";

const heading = "// Made by `npm run sdk` from the OpenAPI document. Do not edit.\n";

/** Lookups of many vehicles, whose methods are written by hand. */
const byHand = ["decodeVins"];

const camel = (name: string): string =>
  name.replaceAll(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());

const placed = (operation: SdkOperation, place: Parameter["in"]): readonly Parameter[] =>
  operation.parameters.filter((one) => one.in === place);

const isIdempotent = ({ parameters }: SdkOperation): boolean =>
  parameters.some(({ name }) => name === "Idempotency-Key");

/** Operations whose methods are in the client. The others are called by `request`. */
const isMethod = (operation: SdkOperation): boolean => takesKey(operation) && !byHand.includes(operation.id);

/** Whether its caller is a subscription's key, and nothing else. */
const takesKey = ({ credentials, required }: SdkOperation): boolean =>
  required && credentials.join() === "key";

class Writer {
  readonly #types: SchemaTypes;
  readonly #document: SdkDocument;

  constructor(document: SdkDocument) {
    this.#document = document;
    this.#types = new SchemaTypes(document.schemas);
  }

  files(): Readonly<Record<string, string>> {
    const { operations } = this.#document;
    const codes = Object.keys(errors).sort();
    const methods = operations.filter(isMethod);
    const others = operations.filter((one) => !takesKey(one) || one.pages !== undefined);
    const faces = [
      "/** A part of a path or query. */\nexport type Value = string | number;\n",
      `/** The codes of errors; a later version of the service can have more. */\nexport type ErrorCode =\n${codes.map((code) => `  | "${code}"`).join("\n")};\n`,
      `/** The operations for the key: the parameters of the path in their order, the body, and those of the query with options of the call. */\nexport interface Methods<Options> {\n${methods.map((one) => this.#method(one)).join("")}}\n`,
      `/** The operations for tokens or for no credential, and lists, by method and path. */\nexport interface Operations {\n${others.map((one) => this.#entry(one)).join("")}}\n`,
    ];
    for (const name of ["VinDecode", "VehicleReport", "VehicleReportBatch"])
      this.#types.typeOf({ $ref: `#/components/schemas/${name}` });
    this.#types.typeOf({ $ref: "#/components/schemas/ValidationError" });
    return {
      "types.gen.ts": [heading, ...faces, this.#types.declarations()].join("\n"),
      "operations.gen.ts": this.#table(methods, operations),
      "repeats.gen.ts": repeatsInTypeScript,
    };
  }

  #answerType({ response: { type, schema } }: SdkOperation): string {
    if (type.includes("json")) return this.#types.typeOf(schema, "    ");
    return /^(text|application)\//.test(type) ? "string" : "unknown";
  }

  #method(operation: SdkOperation): string {
    const names = placed(operation, "path").map(({ name }) => `${camel(name)}: Value`);
    const queries = placed(operation, "query");
    const options = [...queries.map((one) => this.#member(one)), ""].join("");
    const body = operation.body ? [`body: ${this.#bodyType(operation)}`] : [];
    const optional = queries.some(({ required }) => required) ? "" : "?";
    const given = options ? `options${optional}: {\n${options}  } & Options` : "options?: Options";
    const { summary, description } = operation;
    const text = description.startsWith(summary) ? description : `${summary}. ${description}`;
    return `${docComment(text, "  ")}  ${operation.id}(${[...names, ...body, given].join(", ")}): Answer<${this.#answerType(operation)}>;\n`;
  }

  #member({ name, required, description, schema }: Parameter): string {
    const values = [...(schema.enum ?? [])].sort().join();
    const type = values === "false,true" ? "boolean" : this.#types.typeOf(schema, "    ");
    const taken = type === "string" ? "Value" : type;
    return `${docComment(description, "    ")}    ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required ? "" : "?"}: ${taken}${required ? "" : " | undefined"};\n`;
  }

  #entry(operation: SdkOperation): string {
    const parameters = [...placed(operation, "path"), ...placed(operation, "query")];
    const params =
      parameters.length > 0 ? `{\n${parameters.map((one) => this.#member(one)).join("")}    }` : "{}";
    const sent = this.#bodyType(operation);
    return `${docComment(operation.summary, "  ")}  "${operation.method} ${operation.path}": {\n    params: ${params};\n    body: ${sent};\n    answer: ${this.#answerType(operation)};\n  };\n`;
  }

  #bodyType({ body }: SdkOperation): string {
    if (!body) return "undefined";
    const kind = kindOf(body);
    const types = [
      kind !== "file" && this.#types.typeOf(body.schema, "    "),
      kind !== "form" && body.types.length > 1 && "Upload",
      kind === "file" && "Upload",
    ];
    return [...new Set(types)].filter(Boolean).join(" | ");
  }

  #table(methods: readonly SdkOperation[], all: readonly SdkOperation[]): string {
    const rows = methods.map((one) => `  ${one.id}: "${rowOf(one)}",\n`);
    const keyed = all.filter(isIdempotent).map(({ method, path }) => `  "${method} ${path}",\n`);
    return `${heading}
/** The version of the service that this package was made from. */
export const version = "${program.version}";

/** The paths of the methods; unless it is GET, with the HTTP method before and after it the body: JSON, a form, or a media type. */
export const methods: Readonly<Record<string, string>> = {
${rows.join("")}};

/** Operations that have one effect for calls with one \`Idempotency-Key\`. */
export const idempotent: readonly string[] = [
${keyed.join("")}];
`;
  }
}

function kindOf({ types }: NonNullable<SdkOperation["body"]>): "json" | "form" | "file" {
  if (types[0] === "application/json") return "json";
  return types[0] === "application/x-www-form-urlencoded" ? "form" : "file";
}

function rowOf({ method, path, body }: SdkOperation): string {
  if (method === "GET") return path;
  if (!body) return `${method} ${path}`;
  const kind = kindOf(body);
  return `${method} ${path} ${kind === "file" ? body.types[0] : kind}`;
}

/** The generated files of \`sdk/typescript/src\`, by name. */
export function typescriptFiles(document: SdkDocument): Readonly<Record<string, string>> {
  const { "types.gen.ts": types = "", ...others } = new Writer(document).files();
  const imports = 'import type { Answer } from "./answer.ts";\nimport type { Upload } from "./upload.ts";\n';
  return { ...others, "types.gen.ts": types.replace(heading, `${heading}${imports}`) };
}
