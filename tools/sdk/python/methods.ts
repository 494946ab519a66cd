import {
  type Parameter,
  resolved,
  type Schema,
  type SdkDocument,
  type SdkOperation,
  snakeCase,
} from "../document.ts";
import { isIdentifier, oneLine, type PythonTypes } from "./models.ts";

/** Written by hand: they take any number of VINs. */
const byHand = new Set(["decodeVins"]);
/** Headers that the client sends itself, or that would return a body-less 304. */
const own = /^(origin|accept-encoding|if-none-match)$/i;

/** One argument of a method. */
interface Argument {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** As it is sent. */
  readonly sent: string;
  readonly in: Parameter["in"];
}

interface Method {
  readonly operation: SdkOperation;
  readonly name: string;
  readonly constant: string;
  readonly arguments: readonly Argument[];
  readonly body: string | undefined;
  readonly returns: string;
}

/** The methods of both clients, and the values that describe their operations. */
export class PythonMethods {
  readonly #methods: readonly Method[];
  readonly #document: SdkDocument;
  readonly #types: PythonTypes;

  constructor(document: SdkDocument, types: PythonTypes) {
    this.#document = document;
    this.#types = types;
    this.#methods = document.operations
      .filter(({ id }) => !byHand.has(id))
      .map((operation) => this.#methodOf(operation));
  }

  /** The text of `_operations.py` below its imports. */
  get operations(): string {
    return this.#methods
      .map(({ operation, constant, returns }) => {
        const { id, method, path, credentials, required, response, parameters, body } = operation;
        const sends = (name: string) => parameters.some((one) => one.name === name);
        const facts = [
          `    ${quoted(snakeCase(id))},`,
          `    ${quoted(method)},`,
          `    ${quoted(path)},`,
          `    ${quoted(response.type)},`,
          ...(credentials.length > 0
            ? [`    credentials=(${credentials.map((one) => `${quoted(one)},`).join(" ")}),`]
            : []),
          ...(credentials.length > 0 && !required ? ["    anonymous=True,"] : []),
          ...(body ? [`    body_type=${quoted(body.types[0]!)},`] : []),
          ...(sends("Idempotency-Key") ? ["    idempotent=True,"] : []),
          ...(method === "GET" && credentials.includes("key") && required && !sends("Idempotency-Key")
            ? ["    charged=True,", `    lookup=${quoted(id)},`]
            : []),
        ];
        return `${constant}: Operation[${returns.startsWith("Iterator[") ? "str" : returns}] = Operation(\n${facts.join("\n")}\n)\n`;
      })
      .join("\n");
  }

  /** The methods of one client. */
  text(kind: "sync" | "async"): string {
    return this.#methods
      .flatMap((method) => [
        call(method, kind),
        ...(method.operation.pages === undefined ? [] : [this.#pages(method, kind)]),
      ])
      .join("\n");
  }

  #methodOf(operation: SdkOperation): Method {
    const { id, parameters, body, response } = operation;
    const shown = parameters.filter(
      (one) =>
        !(
          own.test(one.name) &&
          ((one.in === "header" && operation.method === "GET") ||
            /^(origin|accept-encoding)$/i.test(one.name))
        ),
    );
    return {
      operation,
      name: snakeCase(id),
      constant: snakeCase(id).toUpperCase(),
      arguments: shown.map((one) => argumentOf(one)),
      body:
        body &&
        bodyType(body.types[0]!, body.schema, () => this.#types.typeOf(body.schema, `${pascalId(id)}Body`)),
      returns: answerType(response.type, () => this.#types.typeOf(response.schema, `${pascalId(id)}Answer`)),
    };
  }

  #pages({ operation, arguments: all, constant }: Method, kind: "sync" | "async"): string {
    const entries = this.#entries(operation);
    const rest = all.filter(({ name }) => name !== "page");
    const asynchronous = kind === "async";
    const name = snakeCase(operation.id.replace(/^list/, ""));
    const iterator = `${asynchronous ? "AsyncIterator" : "Iterator"}[${entries}]`;
    const docs = `The entries of all pages: ${decapital(oneLine(operation.summary))}.`;
    return [
      ...signature(`iter_${name}`, rest, undefined, iterator, false),
      `        """${docs}"""`,
      `        return self._pages(${[`op.${constant}`, ...sent(rest, undefined), `entries=${quoted(operation.pages!)}`, "options=options"].join(", ")})`,
      "",
    ].join("\n");
  }

  /** The type of one entry of a page. */
  #entries({ id, pages, response }: SdkOperation): string {
    const { schemas } = this.#document;
    const list: Schema = resolved(response.schema, schemas);
    const array = pages === "" ? list : list.properties![pages!]!;
    const place = response.schema.$ref?.split("/").at(-1) ?? `${pascalId(id)}Answer`;
    return /^list\[(.*)\]$/.exec(
      this.#types.typeOf(array, `${place}${pages === "" ? "" : pascalId(pages!)}`),
    )![1]!;
  }
}

const pascalId = (id: string): string => id[0]!.toUpperCase() + id.slice(1);
const decapital = (text: string): string => text[0]!.toLowerCase() + text.slice(1);
const quoted = (text: string): string => JSON.stringify(text);

function argumentOf({ name, in: place, required = false, schema }: Parameter): Argument {
  const wanted = snakeCase(name.replace(/^x-/i, ""));
  return {
    name: isIdentifier(wanted) ? wanted : `${wanted}_`,
    type: valueType(schema),
    required,
    sent: name,
    in: place,
  };
}

/** The type of a value of a path, query or header. */
function valueType(schema: Schema): string {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values && [...values].sort().join() === "false,true") return "bool";
  if (values) return `Literal[${values.map((value) => JSON.stringify(value)).join(", ")}]`;
  if (schema.type === "boolean") return "bool";
  if (schema.type === "integer") return "int";
  return schema.format === "date-time" ? "When" : "Value";
}

function bodyType(type: string, { contentMediaType }: Schema, ofSchema: () => string): string {
  return contentMediaType === undefined && /^application\/(json|x-www-form-urlencoded)$/.test(type)
    ? ofSchema()
    : "Upload";
}

function answerType(type: string, ofSchema: () => string): string {
  if (type === "application/json") return ofSchema();
  if (type === "text/event-stream") return "Iterator[ServerEvent]";
  return type.startsWith("image/") ? "bytes" : "str";
}

function signature(
  name: string,
  all: readonly Argument[],
  body: string | undefined,
  returns: string,
  asynchronous: boolean,
  types: readonly string[] = [],
): string[] {
  const isPath = (one: Argument) => one.in === "path";
  const named = all.filter((one) => !isPath(one));
  const parts = [
    "self",
    ...all.filter(isPath).map((one) => `${one.name}: ${one.type}`),
    ...(body === undefined ? [] : [`body: ${body}`]),
    "*",
    ...named.filter((one) => one.required).map((one) => `${one.name}: ${one.type}`),
    ...named.filter((one) => !one.required).map((one) => `${one.name}: ${one.type} | None = None`),
    ...types,
    "options: Options | None = None",
  ];
  const line = `    ${asynchronous ? "async " : ""}def ${name}(${parts.join(", ")}) -> ${returns}:`;
  if (line.length <= 110) return [line];
  return [
    `    ${asynchronous ? "async " : ""}def ${name}(`,
    ...parts.map((part) => `        ${part},`),
    `    ) -> ${returns}:`,
  ];
}

/** The values of a call, as `_call` and its likes take them. */
function sent(all: readonly Argument[], body: string | undefined): string[] {
  const inPlace = (place: Parameter["in"]) => all.filter((one) => one.in === place);
  const entries = (place: Parameter["in"]) =>
    inPlace(place)
      .map((one) => `${quoted(one.sent)}: ${one.name}`)
      .join(", ");
  return [
    ...(inPlace("path").length > 0 ? [`path={${entries("path")}}`] : []),
    ...(inPlace("query").length > 0 ? [`query={${entries("query")}}`] : []),
    ...(inPlace("header").length > 0 ? [`headers={${entries("header")}}`] : []),
    ...(body === undefined ? [] : ["body=body"]),
  ];
}

function call(
  { operation, name, constant, arguments: all, body, returns }: Method,
  kind: "sync" | "async",
): string {
  const asynchronous = kind === "async";
  const streams = returns.startsWith("Iterator[");
  const answer = streams && asynchronous ? `Async${returns}` : returns;
  const uploads = body === "Upload" || (operation.body?.types.length ?? 0) > 1;
  const types = uploads ? ["content_type: str | None = None"] : [];
  const taken = body === "Upload" && asynchronous ? "AsyncUpload" : body;
  const values = [
    `op.${constant}`,
    ...sent(all, body),
    ...(uploads ? ["content_type=content_type"] : []),
    "options=options",
  ];
  const awaits = asynchronous && !streams;
  return [
    ...signature(name, all, taken, answer, awaits, types),
    docstring(operation),
    `        return ${awaits ? "await " : ""}self.${streams ? "_events" : "_call"}(${values.join(", ")})`,
    "",
  ].join("\n");
}

function docstring({ summary, description }: SdkOperation): string {
  const text = description.startsWith(summary) ? description : `${summary}.\n\n${description}`;
  const lines = text.split("\n").map((line) => (line === "" ? "" : `        ${line}`));
  return `        """${lines.join("\n").trim().replaceAll("\\", "\\\\")}\n        """`;
}
