import { snakeCase } from "../base/operation-names.ts";

export type Language = "curl" | "TypeScript" | "Python";

/** A call with a key. */
export interface SampleCall {
  /** Path and query as sent. */
  readonly path: string;
  /** GET if it is left out. */
  readonly method?: string | undefined;
  /** A body as text, and its media type if that is not JSON. */
  readonly body?: string | undefined;
  readonly type?: string | undefined;
  /** The operation, and its path with names of parameters. An API that an operator registered has none. */
  readonly operation?: { readonly id: string; readonly path: string } | undefined;
}

/** The call that decodes a VIN. */
export const decodeCall = (vin: string) => ({
  path: `/vin-decoder/${vin}`,
  operation: { id: "decodeVin", path: "/vin-decoder/{vin}" },
});

const jsonType = "application/json";

/** A call in three languages. Those of the service's own operations use its clients. */
export function samples(call: SampleCall, key: string, url: string): Readonly<Record<Language, string>> {
  const own = call.operation && !call.operation.id.includes(".") ? call.operation : undefined;
  return {
    curl: curlOf(call, key, url),
    TypeScript: own ? typescriptOf(call, own, key, url) : requestOf(call, key, url),
    Python: own ? pythonOf(call, own, key, url) : urllibOf(call, key, url),
  };
}

export const languages: readonly Language[] = ["curl", "TypeScript", "Python"];

function curlOf(
  { path, method = "GET", body, type = jsonType }: SampleCall,
  key: string,
  url: string,
): string {
  const value = parsed(body);
  const isForm = type.includes("form") && typeof value === "object" && value !== null;
  const sent = isForm
    ? Object.entries(value).map(([name, one]) => `--data-urlencode ${quoted(`${name}=${one}`)}`)
    : body === undefined
      ? []
      : [`-H "Content-Type: ${type}"`, `-d ${quoted(compact(body))}`];
  return [
    `curl${method === "GET" ? "" : ` -X ${method}`} "${url}${path}"`,
    `-H "x-AuthKey: ${key}"`,
    ...sent,
  ].join(" \\\n  ");
}

type Operation = NonNullable<SampleCall["operation"]>;

/** The arguments of a client's method: the path's values, the body, and the query by name. */
function argumentsOf({ path, body }: SampleCall, operation: Operation) {
  const [place = "", search = ""] = path.split("?", 2);
  const parts = place.split("/");
  const values = operation.path
    .split("/")
    .flatMap((part, index) => (part.startsWith("{") ? [decoded(parts[index] ?? "")] : []));
  // The clients read one form of answer.
  const query = [...new URLSearchParams(search)].filter(([name]) => name !== "format");
  const sent = parsed(body);
  const isBatch = operation.id === "decodeVins";
  return {
    positional: [
      ...values,
      ...(sent === undefined ? [] : [isBatch ? (sent as { vins?: unknown }).vins : sent]),
    ],
    named: query.map(([name, text]) => [name, queryValue(text)] as const),
    isBatch,
  };
}

function typescriptOf(call: SampleCall, operation: Operation, key: string, url: string): string {
  const { positional, named, isBatch } = argumentsOf(call, operation);
  const values = positional.map((value) => literal(value, typescript));
  const options = named.length > 0 ? [literal(Object.fromEntries(named), typescript)] : [];
  const made = `client.${operation.id}(${[...values, ...options].join(", ")})`;
  const head = `import { Vingate } from "@vingate/client";\n\nconst client = new Vingate({\n  url: "${url}",\n  key: "${key}",\n});\n`;
  return `${head}${isBatch ? `for await (const result of ${made})\n  console.log(result);` : `console.log(await ${made});`}`;
}

function pythonOf(call: SampleCall, operation: Operation, key: string, url: string): string {
  const { positional, named, isBatch } = argumentsOf(call, operation);
  const values = positional.map((value) => literal(value, python));
  const options = named.map(([name, value]) => `${name}=${literal(value, python)}`);
  const made = `client.${snakeCase(operation.id)}(${[...values, ...options].join(", ")})`;
  const head = `from vingate import Vingate\n\nclient = Vingate(\n    url="${url}",\n    key="${key}",\n)\n`;
  return `${head}${isBatch ? `for result in ${made}:\n    print(result)` : `print(${made})`}`;
}

/** A call of an operation that the client has no method for. */
function requestOf({ path, method = "GET", body }: SampleCall, key: string, url: string): string {
  const sent = body === undefined ? "" : `, body: ${literal(parsed(body), typescript)}`;
  return `import { Vingate } from "@vingate/client";\n\nconst client = new Vingate({\n  url: "${url}",\n  key: "${key}",\n});\nconsole.log(await client.request("${method} ${path}", { as: "key"${sent} }));`;
}

function urllibOf(
  { path, method = "GET", body, type = jsonType }: SampleCall,
  key: string,
  url: string,
): string {
  const parts = [
    `"${url}${path}"`,
    ...(method === "GET" ? [] : [`method="${method}"`]),
    `headers={"x-AuthKey": "${key}"${body === undefined ? "" : `, "Content-Type": "${type}"`}}`,
    ...(body === undefined ? [] : [`data=${JSON.stringify(compact(body))}.encode()`]),
  ];
  return `import json, urllib.request\n\nrequest = urllib.request.Request(\n    ${parts.join(",\n    ")})\nwith urllib.request.urlopen(request) as response:\n    print(response.status, json.load(response))`;
}

interface Words {
  readonly member: (name: string) => string;
  readonly constants: Readonly<Record<string, string>>;
  /** Inside of braces. */
  readonly space: string;
}
const typescript: Words = {
  member: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)),
  constants: {},
  space: " ",
};
const python: Words = {
  member: (name) => JSON.stringify(name),
  constants: { true: "True", false: "False", null: "None" },
  space: "",
};

/** A value of JSON as a language writes it. */
function literal(value: unknown, words: Words): string {
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, words)).join(", ")}]`;
  if (typeof value !== "object" || value === null)
    return words.constants[String(value)] ?? JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => `${words.member(name)}: ${literal(one, words)}`);
  const { space } = words;
  return members.length === 0 ? "{}" : `{${space}${members.join(", ")}${space}}`;
}

/** A value of a query: numbers and truth values as such. */
function queryValue(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}

/** The value of JSON; any other text as it is. */
function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

/** JSON on one line; any other text as it is. */
function compact(text: string): string {
  const value = parsed(text);
  return typeof value === "object" ? JSON.stringify(value) : text;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
