import type { Answer } from "../../http/endpoint.ts";
import { type Format, types } from "./format.ts";

type Cell = string | number | boolean | null;
/** One result: its members in vPIC's order of JSON. */
export type Result = Readonly<Record<string, Cell | readonly Readonly<Record<string, Cell>>[]>>;

/** Names in XML and CSV. */
export interface ResultForm {
  /** The element of one result in XML. */
  readonly element: string;
  /** Its members in the order of XML and CSV, which can differ from that of JSON. */
  readonly columns: readonly string[];
}

/** vPIC's envelope around results. */
export interface Envelope {
  readonly count: number;
  readonly message: string;
  readonly criteria: string | null;
}

/** Text before, between and after results. */
export interface Around {
  readonly before: string;
  readonly between: string;
  readonly after: string;
}

const namespaces =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

// Characters that XML 1.0 cannot hold in any form.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** Most texts. */
const plain = /^[ -%'-;=?-~]*$/;
const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function xmlText(text: string): string {
  if (plain.test(text)) return text;
  return text
    .toWellFormed()
    .replace(unwritable, "")
    .replace(/[&<>]/g, (character) => entities[character]!);
}

/** An element; none for `null`, an empty one for an empty text. */
function xmlElement(name: string, value: Result[string]): string {
  if (value === null) return "";
  if (typeof value === "object") {
    const items = value.map(
      (item) => `<${name.replace(/s$/, "")}>${xmlMembers(item)}</${name.replace(/s$/, "")}>`,
    );
    return `<${name}>${items.join("")}</${name}>`;
  }
  const text = xmlText(String(value));
  return text === "" ? `<${name}/>` : `<${name}>${text}</${name}>`;
}

function xmlMembers(members: Result, names: readonly string[] = Object.keys(members)): string {
  let xml = "";
  for (const name of names) xml += xmlElement(name, members[name] ?? null);
  return xml;
}

/** A cell of CSV; a list becomes its names. Quoted as vPIC's clients read it: no text is changed. */
function csvCell(value: Result[string]): string {
  if (value === null) return "";
  const text = typeof value === "object" ? value.map(({ Name }) => Name ?? "").join("; ") : String(value);
  return /[",\r\n\ufeff]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One result in a format. */
export function writeResult(format: Format, { element, columns }: ResultForm, result: Result): string {
  if (format === "json") return JSON.stringify(result);
  if (format === "xml") return `<${element}>${xmlMembers(result, columns)}</${element}>`;
  return `${columns.map((name) => csvCell(result[name] ?? null)).join()}\r\n`;
}

/** Text around results in a format. CSV has only the members' names, in lower case. */
export function aroundResults(format: Format, { columns }: ResultForm, envelope: Envelope): Around {
  const { count, message, criteria } = envelope;
  if (format === "json") {
    const members = { Count: count, Message: message, SearchCriteria: criteria };
    return { before: `${JSON.stringify(members).slice(0, -1)},"Results":[`, between: ",", after: "]}" };
  }
  if (format === "csv") return { before: `${columns.join().toLowerCase()}\r\n`, between: "", after: "" };
  const head = xmlMembers({ Count: count, Message: message, SearchCriteria: criteria });
  return { before: `<Response ${namespaces}>${head}<Results>`, between: "", after: "</Results></Response>" };
}

/** The body of a response with these results. */
export function writeResults(
  format: Format,
  form: ResultForm,
  heading: Omit<Envelope, "count"> & Partial<Pick<Envelope, "count">>,
  results: readonly Result[],
): string {
  const { before, between, after } = aroundResults(format, form, { count: results.length, ...heading });
  return before + results.map((result) => writeResult(format, form, result)).join(between) + after;
}

/** The response with these results. */
export function answerResults(
  format: Format,
  form: ResultForm,
  heading: Parameters<typeof writeResults>[2],
  results: readonly Result[],
  source: string,
): Answer {
  return {
    body: writeResults(format, form, heading, results),
    type: types[format],
    headers: headersOf(source),
  };
}

/** Headers of every response; it depends on `Accept`. */
export const headersOf = (source: string) =>
  ({ "x-data-source": source, vary: "x-AuthKey, Origin, Accept" }) as const;
