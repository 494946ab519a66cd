import { type Document, isScalar, LineCounter, parseDocument, visit } from "yaml";
import { nearest } from "../../../base/edit-distance.ts";
import { ImportError } from "../input/import-error.ts";

export type Path = readonly string[];
/** Throws `ImportError` with the file, the line and the member. */
export type Fail = (path: Path, reason: string) => never;

/** A text in YAML or JSON, and what reports a fault in it with its place. Throws `ImportError` for any other text. */
export function parseMappingText(
  text: string,
  file: string,
  bytesMax: number,
): { readonly value: unknown; readonly fail: Fail } {
  if (Buffer.byteLength(text) > bytesMax)
    throw new ImportError(`${file} has more than ${bytesMax / 1024} KiB, which no mapping needs`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const at = (offset: number) => `${file}, line ${lines.linePos(offset).line}`;
  const [error] = document.errors;
  if (error)
    throw new ImportError(`${at(error.pos[0])}: this is neither YAML nor JSON: ${lowered(error.message)}`);
  const repeated = repeatedKey(document);
  if (repeated !== undefined)
    throw new ImportError(`${at(repeated)}: this is neither YAML nor JSON: map keys must be unique`);
  const fail: Fail = (path, reason) => {
    const where = path.length === 0 ? "" : `${path.join(".")} `;
    throw new ImportError(`${at(offsetOf(document, path))}: ${where}${reason}`);
  };
  try {
    return { value: document.toJS({ maxAliasCount: 100 }), fail };
  } catch (error) {
    throw new ImportError(`${file}: ${lowered((error as Error).message)}`);
  }
}

/**
 * Where a key of a map stands that the map already has. The parser's own check compares each key with each other: 20,000
 * keys take it six seconds.
 */
function repeatedKey(document: Document.Parsed): number | undefined {
  let found: number | undefined;
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) {
          found = key.range?.[0] ?? 0;
          return visit.BREAK;
        }
        keys.add(key.value);
      }
      return undefined;
    },
  });
  return found;
}

/** Where the deepest part of a path begins that the document has. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as { range?: [number] } | undefined;
    if (node?.range) return node.range[0];
  }
  return 0;
}

const lowered = (message: string): string => `${message[0]?.toLowerCase()}${message.slice(1)}`;

export type Members = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Refuses members that nothing reads. */
export function requireKnown(value: Members, known: readonly string[], path: Path, fail: Fail): void {
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  fail([...path, unknown], `is not known${near ? `; is "${near}" meant?` : `: write ${known.join(", ")}`}`);
}

/** Scalars of YAML: `value: 5` is the text 5. */
export const asText = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;

/** A member that is a text, if it is there. */
export function textAt<Name extends string>(
  given: Members,
  name: Name,
  path: Path,
  fail: Fail,
): { readonly [name in Name]?: string } {
  const value = given[name];
  if (value === undefined || value === null) return {};
  const text = asText(value);
  if (text === undefined || (text === "" && name !== "value")) fail([...path, name], "must be a text");
  return { [name]: text } as { readonly [name in Name]?: string };
}

/** A list of texts; one text is a list too. */
export function textsOf(value: unknown, path: Path, fail: Fail): readonly string[] {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  const texts = list.map(asText);
  if (texts.includes(undefined)) fail(path, "must be a list of texts, such as [N/A, none]");
  return texts as string[];
}
