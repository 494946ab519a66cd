import { ImportError, RecordError } from "../input/import-error.ts";
import { rowMax } from "./bounds.ts";
import { BegunBytes } from "./byte-lines.ts";
import { LongRows } from "./long-rows.ts";
import { type JsonObject, objectOf } from "./ndjson.ts";
import type { Batch } from "./row-batch.ts";

/**
 * Reads a file that is one array of objects, each as a line of NDJSON is read; the rest of the array is not in memory.
 * Throws `ImportError` if it does not end, or has anything else beside it.
 */
export async function* readJsonArray(
  utf8: AsyncIterable<Buffer>,
  carried: readonly string[] = [],
): AsyncGenerator<Batch<JsonObject>> {
  const reading = new ArrayReading(carried);
  for await (const piece of utf8) {
    const batch = reading.read(piece);
    if (batch.rows.length > 0) yield batch;
  }
  reading.end();
}

const codeOf = (character: string): number => character.charCodeAt(0);
const [quote, backslash, comma, lineBreak] = [codeOf('"'), codeOf("\\"), codeOf(","), codeOf("\n")];
const [openList, closeList, openObject, closeObject] = [codeOf("["), codeOf("]"), codeOf("{"), codeOf("}")];
const space = codeOf(" ");

/** What comes next. */
type Place = "array" | "first item" | "item" | "in item" | "after item" | "end";

const cut = "the file may be cut off: export or download it again";
const faults: Readonly<Record<Place, string>> = {
  array: "the file does not begin with [",
  "first item": `the array does not end with ]; ${cut}`,
  item: `after a comma of the array no object follows; ${cut}`,
  "in item": `the array does not end with ]: the object that begins here is not closed; ${cut}`,
  "after item": `between two objects of the array there is no comma, or at its end no ]; ${cut}`,
  end: "after the array comes more; send one array, or one object per line",
};

class ArrayReading {
  readonly #carried: readonly string[];
  readonly #begun = new BegunBytes();
  readonly #longRows = new LongRows();
  #place: Place = "array";
  #depth = 0;
  #inText = false;
  #escaped = false;
  #line = 1;
  /** The line on which the last item begins. */
  #itemLine = 1;
  #items = 0;
  /** Two items are in one line, so that only an item's number gives its place. */
  #numbered = false;

  constructor(carried: readonly string[]) {
    this.#carried = carried;
  }

  /** The objects that end in the next piece. */
  read(piece: Buffer): Batch<JsonObject> {
    const rows: JsonObject[] = [];
    const places: (readonly [line: number, item: number])[] = [];
    const refused = new Map<number, RecordError>();
    for (let at = 0; at < piece.length; ) {
      if (this.#place !== "in item" && !this.#begins(piece[at]!)) {
        at += 1;
        continue;
      }
      const end = this.#itemEnd(piece, at);
      const bytes = piece.subarray(at, end < 0 ? piece.length : end);
      if (end < 0 || this.#begun.length > 0) this.#begun.add(bytes);
      if (this.#begun.length > rowMax)
        throw fault(this.#itemLine, `an object of more than ${rowMax / 2 ** 20} MiB begins here`);
      if (end < 0) break;
      at = end;
      const item = this.#begun.length > 0 ? this.#begun.take() : bytes;
      this.#longRows.add(item.length);
      const read = objectOf(item, this.#carried);
      if (read instanceof RecordError) refused.set(rows.length, read);
      rows.push(read instanceof RecordError ? {} : read);
      places.push([this.#itemLine, this.#items]);
      this.#place = "after item";
    }
    return { rows, faults: refused, lineOf: (index) => places[index]![this.#numbered ? 1 : 0] };
  }

  /** Throws `ImportError` if the array has not ended. */
  end(): void {
    if (this.#place === "end") return;
    throw fault(this.#place === "in item" ? this.#itemLine : this.#line, faults[this.#place]);
  }

  /** Reads a byte that is not in an item; returns whether one begins with it. */
  #begins(byte: number): boolean {
    if (byte === lineBreak) this.#line += 1;
    if (byte <= space) return false;
    const place = this.#place;
    if (place === "array" && byte === openList) this.#place = "first item";
    else if (place === "after item" && byte === comma) this.#place = "item";
    else if ((place === "after item" || place === "first item") && byte === closeList) this.#place = "end";
    else if ((place === "first item" || place === "item") && byte !== comma && byte !== closeList) {
      this.#numbered ||= this.#items > 0 && this.#line === this.#itemLine;
      this.#place = "in item";
      this.#itemLine = this.#line;
      this.#items += 1;
      return true;
    } else throw fault(this.#line, faults[place]);
    return false;
  }

  /** Where the item ends in a piece; below 0 if it goes on. */
  #itemEnd(piece: Buffer, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      const byte = piece[at]!;
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === backslash) this.#escaped = true;
        else if (byte === quote) {
          this.#inText = false;
          if (this.#depth === 0) return at + 1;
        }
      } else if (byte === quote) this.#inText = true;
      else if (byte === openObject || byte === openList) this.#depth += 1;
      else if (byte === closeObject || byte === closeList) {
        // A number ends with its list.
        if (this.#depth === 0) return at;
        this.#depth -= 1;
        if (this.#depth === 0) return at + 1;
      } else if (this.#depth === 0 && (byte === comma || byte <= space)) return at;
      else if (byte === lineBreak) this.#line += 1;
    }
    return -1;
  }
}

const fault = (line: number, reason: string): ImportError => new ImportError(`line ${line}: ${reason}`);
