import { isMap, LineCounter, parseDocument, visit } from "yaml";
import { parseJson } from "../../../http/validation/python-json.ts";
import { jsonOffset } from "./json-offset.ts";
import type { Path } from "./tree.ts";

/** What is wrong with a document, and where. Lines and columns count from 1. */
export interface DocumentFault {
  readonly line: number;
  readonly column: number;
  readonly path: Path;
  readonly reason: string;
}

/** A document's value, and where its parts are. */
export interface Parsed {
  readonly value: unknown;
  fault(path: Path, reason: string): DocumentFault;
}

const aliasesMax = 1000;

/** Parses JSON or YAML 1.2. Returns the fault if it is neither. */
export function parseText(text: string, isYaml: boolean): Parsed | DocumentFault {
  return isYaml ? parseYaml(text) : parseJsonText(text);
}

function parseJsonText(text: string): Parsed | DocumentFault {
  try {
    const value: unknown = JSON.parse(text);
    return {
      value,
      fault(path, reason) {
        const before = text.slice(0, jsonOffset(text, path)).split("\n");
        return { line: before.length, column: before.at(-1)!.length + 1, path, reason };
      },
    };
  } catch {
    const parsed = parseJson(text);
    if (parsed.ok) return { line: 1, column: 1, path: [], reason: "This is not JSON." };
    const before = text.slice(0, parsed.position).split("\n");
    const reason = `This is not JSON: ${parsed.error.replace(/\.$/, "")}.`;
    return { line: before.length, column: before.at(-1)!.length + 1, path: [], reason };
  }
}

/** Where the deepest part of a path that is in the document begins; undefined if the document is empty. */
export function offsetOf(document: ReturnType<typeof parseDocument>, path: Path): number | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    const range = (node as { range?: [number, number, number] } | undefined)?.range;
    if (range) return range[0];
  }
  return undefined;
}

function readYaml(text: string) {
  const lines = new LineCounter();
  // Its own search for names that occur twice takes the square of their number.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const at = (offset: number, path: Path, reason: string): DocumentFault => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col, path, reason };
  };
  const fault = (path: Path, reason: string) => at(offsetOf(document, path) ?? 0, path, reason);
  return { document, at, fault };
}

function parseYaml(text: string): Parsed | DocumentFault {
  const { document, at, fault } = readYaml(text);
  const [error] = document.errors;
  if (error) return at(error.pos[0], [], yamlReason(error.message));
  let twice: DocumentFault | undefined;
  visit(document, (_, node) => {
    if (!isMap(node)) return undefined;
    const names = new Set<string>();
    for (const { key } of node.items) {
      const { value, range } = key as { value?: unknown; range?: [number, number, number] };
      const name = String(value);
      if (names.has(name) && range) twice ??= at(range[0], [], `The member ${shown(name)} occurs twice.`);
      names.add(name);
    }
    return twice ? visit.BREAK : undefined;
  });
  if (twice) return twice;
  try {
    return { value: document.toJS({ maxAliasCount: aliasesMax }), fault };
  } catch {
    return at(0, [], `Its aliases repeat more than ${aliasesMax} parts. Write them out, or use $ref.`);
  }
}

function yamlReason(message: string): string {
  if (message.includes("call stack")) return "Its parts are nested too deeply.";
  return `This is not YAML: ${message.replace(/\.$/, "")}.`;
}

/** A name from a document, short enough for a message. */
export function shown(name: unknown): string {
  const text = typeof name === "string" ? name : (JSON.stringify(name) ?? "nothing");
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
