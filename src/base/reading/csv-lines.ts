import { type QuotedRow, readQuotedRow } from "./csv-row.ts";

/** A quoted value of more lines is a quote that was not closed. */
const openLinesMax = 30;

/** Reads the rows of a table from its lines, which can have quotes that no one closed. */
export class CsvLines {
  readonly #delimiter: string;
  /** Lines whose last value has an open quote. */
  #open: string[] = [];

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** The cells of the rows that end in these lines; of an empty line one empty cell. */
  rowsOf(lines: readonly string[]): readonly (readonly string[])[] {
    const rows: (readonly string[])[] = [];
    for (const line of lines) this.#add(line, rows);
    return rows;
  }

  /** The rows that did not end. */
  end(): readonly (readonly string[])[] {
    const rows: (readonly string[])[] = [];
    while (this.#open.length > 0) this.#giveUp(rows);
    return rows;
  }

  #add(line: string, rows: (readonly string[])[]): void {
    if (this.#open.length === 0) {
      if (!line.includes('"')) rows.push(line.split(this.#delimiter));
      else if (this.#read(line).open) this.#open = [line];
      else rows.push(this.#read(line).cells);
      return;
    }
    this.#open.push(line);
    if (line.includes('"')) {
      const row = this.#read(this.#open.join("\n"));
      if (!row.open && !row.malformed) {
        this.#open = [];
        rows.push(row.cells);
        return;
      }
    }
    if (this.#open.length > openLinesMax) this.#giveUp(rows);
  }

  /** Ends the open quote with its line, and reads the lines after it again. */
  #giveUp(rows: (readonly string[])[]): void {
    const [first = "", ...others] = this.#open;
    this.#open = [];
    rows.push(this.#read(`${first}"`).cells);
    for (const line of others) this.#add(line, rows);
  }

  #read(text: string): QuotedRow {
    return readQuotedRow(text, 0, { delimiter: this.#delimiter, newline: "\n" }, true)!;
  }
}
