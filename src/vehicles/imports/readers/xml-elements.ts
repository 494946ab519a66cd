import { withoutEntities } from "../../../base/reading/xml-entities.ts";
import { ImportError } from "../input/import-error.ts";

/** An element that contains no other of its name. */
export interface XmlElement {
  readonly content: string;
  /** The text before it, from the last element of its name on. */
  readonly before: string;
  /** From 1. */
  readonly line: number;
}

/** More is no record, and would fill memory. */
const charactersMax = 2 ** 20;

/** The elements of a name in XML that comes in pieces; several documents may follow one another. */
export async function* readElements(text: AsyncIterable<string>, name: string): AsyncGenerator<XmlElement> {
  const [opening, closing] = [`<${name}`, `</${name}>`];
  let rest = "";
  let line = 1;
  for await (const piece of text) {
    const from = Math.max(0, rest.length - closing.length);
    rest += piece;
    for (let end = rest.indexOf(closing, from); end >= 0; end = rest.indexOf(closing)) {
      const start = rest.lastIndexOf(opening, end);
      const begin = start < 0 ? -1 : rest.indexOf(">", start);
      if (begin < 0 || begin > end) throw new ImportError(`line ${line}: "${closing}" ends no element`);
      const before = rest.slice(0, start);
      line += linesIn(before);
      yield { content: rest.slice(begin + 1, end), before, line };
      line += linesIn(rest.slice(start, end));
      rest = rest.slice(end + closing.length);
    }
    if (rest.length > charactersMax)
      throw new ImportError(`line ${line}: more than 1 MiB without the end of an element "${name}"`);
  }
}

const linesIn = (text: string): number => text.split("\n").length - 1;

/** The text of an element's member, without markup and repeated spaces; `""` if it has none. */
export function memberText(content: string, name: string): string {
  const start = content.search(new RegExp(`<${name}[\\s>]`));
  const begin = start < 0 ? -1 : content.indexOf(">", start);
  const end = begin < 0 ? -1 : content.indexOf(`</${name}>`, begin);
  if (end < 0) return "";
  const plain = content
    .slice(begin + 1, end)
    .replaceAll("<![CDATA[", "")
    .replaceAll("]]>", "")
    .replace(/<[^>]*>?/g, " ");
  return withoutEntities(plain).replace(/\s+/g, " ").trim();
}
