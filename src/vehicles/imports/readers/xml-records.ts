import { withoutEntities } from "../../../base/reading/xml-entities.ts";
import { ImportError } from "../input/import-error.ts";

/** One element of XML, with what it contains. */
export interface XmlElement {
  /** The text of the first child at any depth with this name, `""` if there is none. */
  text(name: string): string;
  /** The texts of all of them. */
  texts(name: string): readonly string[];
}

/** A longer element is not a record. */
const elementMax = 4 * 2 ** 20;

/**
 * The elements of one name, in batches, from a document of any size. It must not contain itself, attributes of it and
 * its children are not read, and the parts named `without` are skipped. Throws `ImportError` if there is none, or
 * if the last one does not end.
 */
export async function* readXmlElements(
  utf8: AsyncIterable<Buffer>,
  name: string,
  without?: string,
): AsyncGenerator<readonly XmlElement[]> {
  let reading: ElementReading | undefined;
  let rest = Buffer.alloc(0);
  for await (const piece of utf8) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    reading ??= openReading(bytes, name, without);
    if (!reading) {
      if (bytes.length > elementMax) break;
      rest = Buffer.from(bytes);
      continue;
    }
    const { elements, end } = reading.read(bytes);
    if (bytes.length - end > elementMax)
      throw new ImportError(`an element ${name} of more than ${elementMax / 2 ** 20} MiB begins here`);
    // A copy, because the piece is overwritten.
    rest = Buffer.from(bytes.subarray(end));
    if (elements.length > 0) yield elements;
  }
  if (!reading) throw new ImportError(`this is not the XML expected here: it has no element ${name}`);
  if (reading.begins(rest)) throw new ImportError(`the document ends inside an element ${name}`);
}

function openReading(bytes: Buffer, name: string, without?: string): ElementReading | undefined {
  const prefix = new RegExp(`<([A-Za-z_][\\w.-]*:)?${name}[\\s>]`).exec(bytes.toString("latin1"));
  return prefix ? new ElementReading(prefix[1] ?? "", name, without) : undefined;
}

class ElementReading {
  readonly #prefix: string;
  readonly #open: string;
  readonly #close: string;
  readonly #skipped: { readonly open: string; readonly close: string } | undefined;

  constructor(prefix: string, name: string, without: string | undefined) {
    this.#prefix = prefix;
    this.#open = `<${prefix}${name}>`;
    this.#close = `</${prefix}${name}>`;
    if (without !== undefined)
      this.#skipped = { open: `<${prefix}${without}>`, close: `</${prefix}${without}>` };
  }

  /** Whether some bytes have the beginning of an element. */
  begins(bytes: Buffer): boolean {
    return bytes.includes(this.#open);
  }

  /** The whole elements in some bytes, and where the rest begins. */
  read(bytes: Buffer): { readonly elements: readonly XmlElement[]; readonly end: number } {
    const elements: XmlElement[] = [];
    let at = 0;
    for (;;) {
      const start = bytes.indexOf(this.#open, at);
      if (start < 0) return { elements, end: Math.max(at, bytes.length - this.#open.length) };
      const end = bytes.indexOf(this.#close, start);
      if (end < 0) return { elements, end: start };
      elements.push(new Element(this.#prefix, this.#textOf(bytes.subarray(start, end))));
      at = end + this.#close.length;
    }
  }

  /** Latin-1, which takes a fraction of the time; values are decoded when they are read. */
  #textOf(bytes: Buffer): string {
    const from = this.#skipped ? bytes.indexOf(this.#skipped.open) : -1;
    if (from < 0) return bytes.toString("latin1");
    const to = bytes.indexOf(this.#skipped!.close, from);
    return bytes.toString("latin1", 0, from) + bytes.toString("latin1", to < 0 ? bytes.length : to);
  }
}

class Element implements XmlElement {
  readonly #prefix: string;
  readonly #xml: string;

  constructor(prefix: string, xml: string) {
    this.#prefix = prefix;
    this.#xml = xml;
  }

  text(name: string): string {
    return this.#next(`<${this.#prefix}${name}>`, 0)?.text ?? "";
  }

  texts(name: string): readonly string[] {
    const open = `<${this.#prefix}${name}>`;
    const found: string[] = [];
    for (let next = this.#next(open, 0); next; next = this.#next(open, next.end)) found.push(next.text);
    return found;
  }

  #next(open: string, from: number): { readonly text: string; readonly end: number } | undefined {
    const start = this.#xml.indexOf(open, from);
    if (start < 0) return undefined;
    const end = this.#xml.indexOf("<", start + open.length);
    return { text: decoded(this.#xml.slice(start + open.length, end < 0 ? undefined : end)), end };
  }
}

function decoded(latin1: string): string {
  const text = /[\x80-\xff]/.test(latin1) ? Buffer.from(latin1, "latin1").toString() : latin1;
  return withoutEntities(text).trim();
}
