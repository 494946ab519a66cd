/** The most columns of a table. */
export const columnsMax = 10_000;

export interface CsvSyntax {
  readonly delimiter: string;
  readonly newline: "\n" | "\r";
}

/** A row of which some cells are quoted. */
export interface QuotedRow {
  /** At most one more than a table can have. */
  readonly cells: readonly string[];
  /** Where the next row begins. */
  readonly end: number;
  /** A quoted value has a single quote inside. */
  readonly malformed: boolean;
  /** A quoted value does not end. */
  readonly open: boolean;
}

/** Reads the row that begins at `start`; undefined if its end is not in the text, which can go on unless `last`. */
export function readQuotedRow(
  text: string,
  start: number,
  syntax: CsvSyntax,
  last: boolean,
): QuotedRow | undefined {
  const row = new RowReading(text, start, syntax);
  const complete = row.read();
  if (!complete && !last) return undefined;
  const { cells, at, malformed, open } = row;
  return { cells, end: at, malformed, open };
}

class RowReading {
  readonly cells: string[] = [];
  malformed = false;
  open = false;
  at: number;
  readonly #text: string;
  readonly #delimiter: string;
  readonly #newline: string;
  #delimiterAt = -1;
  #newlineAt = -1;

  constructor(text: string, start: number, { delimiter, newline }: CsvSyntax) {
    this.#text = text;
    this.at = start;
    this.#delimiter = delimiter;
    this.#newline = newline;
  }

  /** Reads to the row's end; false if the text ends first. */
  read(): boolean {
    const text = this.#text;
    for (;;) {
      const end = text[this.at] === '"' ? this.#quoted() : this.#plain();
      const after = text[end];
      this.at = end + 1;
      if (after === this.#delimiter) continue;
      if (after === this.#newline) return true;
      this.at = text.length;
      return false;
    }
  }

  /** Adds a cell without quotes; returns where it ends. */
  #plain(): number {
    const text = this.#text;
    if (this.#delimiterAt < this.at) this.#delimiterAt = indexOrEnd(text, this.#delimiter, this.at);
    if (this.#newlineAt < this.at) this.#newlineAt = indexOrEnd(text, this.#newline, this.at);
    const end = Math.min(this.#delimiterAt, this.#newlineAt);
    let last = end;
    if (this.#newline === "\n" && end === this.#newlineAt)
      while (last > this.at && text[last - 1] === "\r") last -= 1;
    this.#add(text.slice(this.at, last));
    return end;
  }

  /** Adds a quoted cell; returns where it ends, spaces after it included. */
  #quoted(): number {
    const text = this.#text;
    let doubled = false;
    for (let from = this.at + 1; ; ) {
      const closing = text.indexOf('"', from);
      if (closing < 0) {
        this.open = true;
        return text.length;
      }
      if (text[closing + 1] === '"') {
        doubled = true;
        from = closing + 2;
        continue;
      }
      const end = this.#spacesEnd(closing + 1);
      if (end === text.length || text[end] === this.#delimiter || text[end] === this.#newline) {
        const value = text.slice(this.at + 1, closing);
        this.#add(doubled ? value.replaceAll('""', '"') : value);
        return end;
      }
      this.malformed = true;
      from = closing + 1;
    }
  }

  #spacesEnd(from: number): number {
    const text = this.#text;
    let at = from;
    while (text[at] !== this.#delimiter && text[at] !== this.#newline && isSpace(text[at])) at += 1;
    return at;
  }

  #add(cell: string): void {
    if (this.cells.length <= columnsMax) this.cells.push(cell);
  }
}

const isSpace = (character: string | undefined): boolean =>
  character !== undefined && character.trim() === "";

/** Where a part is; the text's length if it is not there. */
export function indexOrEnd(text: string, part: string, from: number): number {
  const at = text.indexOf(part, from);
  return at < 0 ? text.length : at;
}
