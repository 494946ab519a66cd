import type { DocumentOperation, DocumentParameter } from "./operations.ts";

/** The parts of a request that a document describes. */
export interface CheckedInput {
  readonly params: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The headers that an operation declares, in lower case. */
export function declaredHeaders({ parameters }: DocumentOperation): string[] {
  return parameters.flatMap((one) => (one.in === "header" ? [one.name.toLowerCase()] : []));
}

const separators: Readonly<Record<string, string>> = { spaceDelimited: " ", pipeDelimited: "|" };

/** The value of a parameter as its schema describes it; undefined if it was not sent. Texts stay texts. */
export function sentValue(
  parameter: DocumentParameter,
  input: CheckedInput,
  query: URLSearchParams,
): unknown {
  const { name, shape } = parameter;
  if (parameter.in === "query") return queryValue(parameter, query);
  const text =
    parameter.in === "path"
      ? Object.hasOwn(input.params, name)
        ? input.params[name]
        : undefined
      : input.headers[name.toLowerCase()];
  if (text === undefined) return undefined;
  if (shape === "json") return json(text);
  if (shape === "list") return items(labelled(parameter, text), ",");
  return shape === "object" ? pairs(items(text, ",")) : text;
}

/** The text without the mark of the styles `label` and `matrix`. */
function labelled({ style, name }: DocumentParameter, text: string): string {
  if (style === "label") return text.replace(/^\./, "");
  return style === "matrix" && text.startsWith(`;${name}=`) ? text.slice(name.length + 2) : text;
}

function queryValue(parameter: DocumentParameter, query: URLSearchParams): unknown {
  const { name, shape, style, explode } = parameter;
  if (shape === "object" && style === "deepObject") return deepObject(name, query);
  if (shape === "object" && explode) return members(parameter, query);
  const sent = query.getAll(name);
  if (sent.length === 0) return undefined;
  const last = sent.at(-1)!;
  if (shape === "json") return json(last);
  const separator = separators[style] ?? ",";
  if (shape === "object") return pairs(items(last, separator));
  if (shape !== "list") return last;
  return explode ? sent : items(last, separator);
}

function items(text: string, separator: string): string[] {
  return text === "" ? [] : text.split(separator);
}

/** `R,100,G,200` as an object. */
function pairs(list: readonly string[]): Record<string, string> {
  const entries: [string, string][] = [];
  for (let at = 0; at + 1 < list.length; at += 2) entries.push([list[at]!, list[at + 1]!]);
  return Object.fromEntries(entries);
}

function deepObject(name: string, query: URLSearchParams): unknown {
  const start = `${name}[`;
  const entries = [...query].filter(([key]) => key.startsWith(start) && key.endsWith("]"));
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(start.length, -1), value]));
}

function members({ members: names }: DocumentParameter, query: URLSearchParams): unknown {
  const entries = names.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : []));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
