import { ImportError } from "./import-error.ts";
import { cellText, textsIn } from "./sheet-texts.ts";
import type { Sheet } from "./workbook.ts";

/** More is no row of a table. */
const rowMax = 4 * 2 ** 20;
const rowsMax = 2 ** 20;
const columnsMax = 16_384;

/**
 * A sheet as CSV, a line for each of its rows, so that lines have the numbers of rows; line breaks in cells become
 * spaces. Throws `ImportError` for rows that are too long or not in order, and formulas without a value.
 */
export async function* sheetCsv(
  sheet: Pick<Sheet, "name" | "texts" | "styles">,
  xml: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const reading = new SheetReading(sheet);
  const decoder = new TextDecoder();
  for await (const chunk of xml) {
    const csv = reading.read(decoder.decode(chunk, { stream: true }));
    if (csv !== "") yield Buffer.from(csv);
  }
}

class SheetReading {
  readonly #sheet: Pick<Sheet, "name" | "texts" | "styles">;
  #rest = "";
  /** The namespace's prefix of the sheet's elements. */
  #prefix: string | undefined;
  /** The last row that was written. */
  #row = 0;
  /** The cells of the header: of the first row that has two, because a title has one. */
  #width = 0;

  constructor(sheet: Pick<Sheet, "name" | "texts" | "styles">) {
    this.#sheet = sheet;
  }

  /** The rows that end in the next piece. */
  read(piece: string): string {
    this.#rest += piece;
    this.#prefix ??= /<(\w+:)?worksheet[\s>]/.exec(this.#rest)?.slice(1).join("");
    if (this.#prefix === undefined) return "";
    const xml = this.#rest;
    const [open, close] = [`<${this.#prefix}row`, `</${this.#prefix}row>`];
    let csv = "";
    let at = 0;
    for (;;) {
      const start = xml.indexOf(open, at);
      if (start < 0) {
        at = Math.max(at, xml.length - open.length);
        break;
      }
      const tagEnd = xml.indexOf(">", start);
      const isEmpty = xml[tagEnd - 1] === "/" || !/\s|>/.test(xml[start + open.length] ?? " ");
      const end = tagEnd < 0 || isEmpty ? tagEnd : xml.indexOf(close, tagEnd);
      if (end < 0) {
        at = start;
        break;
      }
      if (!isEmpty) csv += this.#rowCsv(xml.slice(start, tagEnd), xml.slice(tagEnd + 1, end));
      at = end;
    }
    this.#rest = xml.slice(at);
    if (this.#rest.length > rowMax) throw this.#fault(this.#row + 1, "is longer than 4 MiB");
    return csv;
  }

  #rowCsv(tag: string, xml: string): string {
    const number = Number(/\sr="(\d{1,8})"/.exec(tag)?.[1] ?? this.#row + 1);
    if (number <= this.#row || number > rowsMax) throw this.#fault(number, "is not in order");
    const cells = this.#cells(xml, number);
    while (cells.length > this.#width && (cells.at(-1) ?? "") === "") cells.pop();
    const before = "\n".repeat(number - 1 - this.#row);
    this.#row = number;
    if (cells.every((cell = "") => cell === "")) return `${before}\n`;
    // A header in quotes has one delimiter: those in its names are none.
    const isHeader = this.#width < 2;
    if (isHeader) this.#width = Math.max(this.#width, cells.length);
    const texts = Array.from(
      { length: Math.max(this.#width, cells.length) },
      (_, index) => cells[index] ?? "",
    );
    return `${before}${texts.map((text) => (isHeader || /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(",")}\n`;
  }

  #cells(xml: string, row: number): (string | undefined)[] {
    const cells: (string | undefined)[] = [];
    const [open, close] = [`<${this.#prefix}c`, `</${this.#prefix}c>`];
    let column = 0;
    for (let start = xml.indexOf(open); start >= 0; ) {
      const tagEnd = xml.indexOf(">", start);
      if (tagEnd < 0) break;
      const isEmpty = xml[tagEnd - 1] === "/";
      const end = isEmpty ? tagEnd : xml.indexOf(close, tagEnd);
      if (end < 0) throw this.#fault(row, "has a cell that does not end");
      const tag = xml.slice(start, tagEnd);
      const letters = /\sr="([A-Z]{1,3})\d/.exec(tag)?.[1];
      column = letters === undefined ? column + 1 : columnOf(letters);
      if (column > columnsMax) throw this.#fault(row, "has more than 16,384 columns");
      if (!isEmpty) {
        const text = this.#valueOf(tag, xml.slice(tagEnd + 1, end), () => `${letters ?? column}${row}`);
        cells[column - 1] = text.replace(/\r\n|[\r\n]/g, " ");
      }
      start = xml.indexOf(open, end);
    }
    return cells;
  }

  #valueOf(tag: string, xml: string, place: () => string): string {
    const type = /\st="(\w+)"/.exec(tag)?.[1] ?? "n";
    if (type === "inlineStr") return textsIn(xml);
    const begin = Math.max(xml.indexOf(`<${this.#prefix}v>`), xml.indexOf(`<${this.#prefix}v `));
    const from = xml.indexOf(">", begin) + 1;
    const end = xml.indexOf("<", from);
    const value = begin < 0 ? "" : xml.slice(from, end < 0 ? undefined : end);
    if (value === "") {
      // A formula can have the result of an empty text.
      if ((type === "str" && begin >= 0) || !xml.includes(`<${this.#prefix}f`)) return "";
      throw new ImportError(
        `sheet "${this.#sheet.name}", cell ${place()}: the formula has no stored value; open the file in a spreadsheet program and save it`,
      );
    }
    if (type === "s") return this.#sheet.texts[Number(value)] ?? "";
    if (type === "b") return value === "1" ? "TRUE" : "FALSE";
    if (type !== "n") return cellText(value);
    return this.#numberText(value, Number(/\ss="(\d{1,6})"/.exec(tag)?.[1] ?? 0));
  }

  /** A spreadsheet has 15 digits of a number: a longer one stays in the form that shows so. */
  #numberText(value: string, style: number): string {
    const number = Number(value);
    if (value.trim() === "" || !Number.isFinite(number)) return value;
    const date = this.#sheet.styles.dateOf(style, number);
    if (date !== undefined) return date;
    const text = Math.abs(number) >= 1e15 ? number.toExponential().toUpperCase() : String(number);
    return this.#sheet.styles.withUnit(style, text);
  }

  #fault(row: number, reason: string): ImportError {
    return new ImportError(`sheet "${this.#sheet.name}": row ${row} ${reason}; save the sheet as CSV`);
  }
}

/** The number of a column, from 1: `AA` is 27. */
function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}
