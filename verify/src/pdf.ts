import { pieces, unpacked } from "./files.ts";
import { Malformed } from "./findings.ts";

const sizeMax = 256 * 1024 * 1024;

/** The only embedded file of a PDF, and its name; undefined if the bytes are no PDF. Throws `Malformed`. */
export async function embeddedFile(pdf: Uint8Array) {
  const text = new TextDecoder("latin1").decode(pdf);
  if (!text.startsWith("%PDF-")) return undefined;
  // Streams become blanks of their length, so that places are those of the text. One without an end goes to the end.
  const objects = text.replace(/\bstream\r?\n[\s\S]*?(?:\bendstream\b|$)/g, (all) =>
    "stream".padEnd(all.length),
  );
  const bare = objects
    .replace(/\\[\s\S]/g, "")
    .replace(/\([^()]*\)/g, "()")
    .replaceAll("/application#2Fjson", "");
  const [at = -1, ...more] = [...objects.matchAll(/\/EmbeddedFile\b/g)].map(({ index }) => index);
  // A second file could be in packed objects, or behind another spelling of a name.
  if (at < 0 || /\/(ObjStm|Encrypt)\b|\/\w*#/.test(bare))
    throw new Malformed("the PDF has no embedded file that can be read");
  if (more.length > 0 || bare.split(/\/EF\b/).length > 2)
    throw new Malformed("the PDF has more than one embedded file");
  const names = [...objects.matchAll(/\/U?F\s*(?:\(([^)]{0,200})\)|<([0-9A-Fa-f]{0,400})>)/g)].map(nameIn);
  const begin = objects.indexOf("stream", at);
  const dictionary = objects.slice(objects.lastIndexOf("obj", at), begin).replace(/\s+/g, " ");
  const from = begin + (text[begin + 6] === "\r" ? 8 : 7);
  const to = from + Number(/\/Length (\d+)(?! \d+ R|\d)/.exec(dictionary)?.[1]);
  const isPacked = /\/Filter ?\[? ?\/FlateDecode ?\]? ?(?=[/>])/.test(dictionary);
  if (new Set(names).size !== 1) throw new Malformed("the embedded file of the PDF does not have one name");
  if (!/^\s*endstream/.test(text.slice(to, to + 20)))
    throw new Malformed("the embedded file of the PDF has another length");
  if (!isPacked && /\/Filter\b/.test(dictionary))
    throw new Malformed("the embedded file is neither plain nor deflated");
  const bytes = pdf.subarray(from, to);
  return { name: names[0]!, bytes: isPacked ? await inflated(bytes) : bytes };
}

/** A string of a PDF: `(…)`, or hexadecimal digits, perhaps of UTF-16. */
const nameIn = ([, literal, digits = ""]: RegExpMatchArray) =>
  literal ??
  digits.replace(/../g, (two) => String.fromCharCode(Number.parseInt(two, 16))).replace(/[^ -~]/g, "");

async function inflated(bytes: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for await (const part of unpacked(pieces([bytes]), "deflate")) {
      parts.push(part as Uint8Array<ArrayBuffer>);
      size += part.length;
      if (size > sizeMax) throw new Malformed("it is larger than 256 MiB");
    }
  } catch (error) {
    throw new Malformed(`the embedded file cannot be unpacked: ${(error as Error).message}`);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
