import { type CsvForm, csvFormOf } from "../../../base/reading/csv-form.ts";
import {
  type CsvSyntax,
  columnsMax,
  indexOrEnd,
  type QuotedRow,
  readQuotedRow,
} from "../../../base/reading/csv-row.ts";
import { ImportError, RecordError } from "../input/import-error.ts";
import { cellFault, cellMax, rowMax } from "./bounds.ts";
import { LongRows } from "./long-rows.ts";
import type { Batch } from "./row-batch.ts";

export type Cells = readonly string[];

/** A table with a header. */
export interface CsvTable {
  readonly columns: readonly string[];
  /** The line of the header: others can be before it. */
  readonly line: number;
  readonly delimiter: string;
  readonly batches: AsyncGenerator<Batch<Cells>>;
}

export interface CsvFormat {
  /** Found in the first rows if absent. */
  readonly delimiter?: string;
  /** Reads quotes as ordinary characters. */
  readonly unquoted?: true;
}

/** A longer name is none, and messages contain it. */
const nameMax = 1000;

/**
 * Opens a table whose first line has the column names; several can have one name. Throws `ImportError` if it does not.
 */
export async function openCsv(text: AsyncIterable<string>): Promise<CsvTable> {
  const begun = await beginText(text, isLong);
  const form = csvFormOf(begun.first.slice(0, guessedCharacters), isAll(begun));
  const batches = readTable(begun, form, {});
  let first = await batches.next();
  while (!first.done && first.value.rows.length === 0) first = await batches.next();
  const header = first.done ? undefined : first.value.rows[0];
  if (first.done || !header) throw new ImportError("the input is empty: not even a header line");
  const line = first.value.lineOf(0);
  const fault = first.value.faults.get(0);
  if (fault) throw new ImportError(`line ${line}: ${fault.message}`);
  const columns = columnsOf(form.surplus < 0 ? header.slice(0, -1) : header, line);
  const rows = afterHeader(first.value, batches);
  const { delimiter } = form;
  return { columns, line, delimiter, batches: form.surplus > 0 ? withoutSurplus(rows, header.length) : rows };
}

function columnsOf(header: Cells, line: number): readonly string[] {
  return header.map((cell, index) => {
    const column = cell.trim();
    if (column.length > nameMax)
      throw new ImportError(
        `line ${line}: the name of column ${index + 1} has more than ${nameMax} characters`,
      );
    return column;
  });
}

async function* afterHeader(first: Batch<Cells>, rest: AsyncGenerator<Batch<Cells>>) {
  const faults = new Map([...first.faults].map(([index, fault]) => [index - 1, fault]));
  try {
    yield { rows: first.rows.slice(1), faults, lineOf: (index: number) => first.lineOf(index + 1) };
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** Rows without the empty cell at their end. One without it lacks a cell, so its width becomes wrong. */
async function* withoutSurplus(batches: AsyncGenerator<Batch<Cells>>, width: number) {
  for await (const { rows, faults, lineOf } of batches) {
    const cut = (cells: Cells): Cells =>
      cells.at(-1) === "" || cells.length <= width ? cells.slice(0, -1) : cells;
    yield { rows: rows.map(cut), faults, lineOf };
  }
}

/** The cells of every row that is not empty, the header included. */
export async function* readCells(
  text: AsyncIterable<string>,
  format: CsvFormat = {},
): AsyncGenerator<Batch<Cells>> {
  const { delimiter } = format;
  const begun = await beginText(text, delimiter === undefined ? isLong : hasLine);
  const { first } = begun;
  if (delimiter === undefined) {
    const form = csvFormOf(first.slice(0, guessedCharacters), isAll(begun));
    return yield* readTable(begun, form, format);
  }
  const newline = first.includes("\n") || !first.includes("\r") ? "\n" : "\r";
  yield* readTable(begun, { delimiter, newline, start: 0 }, format);
}

const guessedCharacters = 65_536;
const isLong = (text: string): boolean => text.length >= guessedCharacters;
/** Old systems end lines with a bare carriage return, so what follows one must be known. */
const hasLine = (text: string): boolean => isLong(text) || /[\r\n]./s.test(text);

/** A text that comes in pieces, of which the first ones were read. */
interface BegunText {
  readonly first: string;
  readonly ended: boolean;
  readonly rest: AsyncIterator<string>;
}

const isAll = ({ first, ended }: BegunText): boolean => ended && first.length <= guessedCharacters;

/** Reads pieces until they are enough, or the text ends. */
async function beginText(
  text: AsyncIterable<string>,
  isEnough: (text: string) => boolean,
): Promise<BegunText> {
  const rest = text[Symbol.asyncIterator]();
  let first = "";
  for (;;) {
    const piece = await rest.next();
    if (piece.done) return { first, ended: true, rest };
    first += piece.value;
    if (isEnough(first)) return { first, ended: false, rest };
  }
}

async function* readTable(
  { first, ended, rest }: BegunText,
  { start, ...syntax }: CsvSyntax & Pick<CsvForm, "start">,
  { unquoted = false }: { readonly unquoted?: boolean },
): AsyncGenerator<Batch<Cells>> {
  const lines = linesIn(first.slice(0, start), syntax.newline);
  const reading = new CsvReading(syntax, unquoted, 1 + lines);
  try {
    yield* reading.read(first.slice(start), ended);
    if (ended) return;
    for (;;) {
      const piece = await rest.next();
      yield* reading.read(piece.done ? "" : piece.value, piece.done === true);
      if (piece.done) return;
    }
  } finally {
    await rest.return?.();
  }
}

/** A batch takes little memory, however short its rows are. */
const rowsPerBatch = 5000;

/** Reads rows from text that comes in pieces. With `\n` as newline a line can also end with `\r\n`. */
class CsvReading {
  readonly #syntax: CsvSyntax;
  readonly #unquoted: boolean;
  #line: number;
  /** The beginning of an incomplete row. */
  #rest = "";
  /** A row that did not end is read again when its text has doubled: its time stays linear. */
  #readAt = 0;
  #found = new Found();
  readonly #longRows = new LongRows();

  constructor(syntax: CsvSyntax, unquoted: boolean, line: number) {
    this.#syntax = syntax;
    this.#unquoted = unquoted;
    this.#line = line;
  }

  /** The rows that end in the next piece. Throws `ImportError` for a row that is too long or does not end. */
  *read(piece: string, last: boolean): Generator<Batch<Cells>> {
    this.#rest += piece;
    if (!last && this.#rest.length < this.#readAt) return;
    const text = this.#rest;
    let at = 0;
    let quoteAt = -1;
    while (at < text.length) {
      if (quoteAt < at) quoteAt = this.#unquoted ? text.length : indexOrEnd(text, '"', at);
      const end = this.#readRow(text, at, quoteAt, last);
      if (end === undefined) break;
      at = end;
      if (this.#found.rows.length === rowsPerBatch) yield this.#take();
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > rowMax) throw tooLong(this.#line);
    this.#readAt = Math.min(2 * this.#rest.length, rowMax + 1);
    yield this.#take();
  }

  #take(): Batch<Cells> {
    const found = this.#found;
    this.#found = new Found();
    return found;
  }

  /** Reads a row; returns where the next one begins, undefined if the row is incomplete. */
  #readRow(text: string, at: number, quoteAt: number, last: boolean): number | undefined {
    const { newline, delimiter } = this.#syntax;
    const newlineAt = text.indexOf(newline, at);
    if (newlineAt < 0 && !last) return undefined;
    const end = newlineAt < 0 ? text.length : newlineAt;
    if (quoteAt < end) {
      const row = readQuotedRow(text, at, this.#syntax, last);
      if (!row) return undefined;
      // Spreadsheets write rows without a value to the end of what was once filled.
      if (!row.open && row.end - at < blankMost && row.cells.every((cell) => cell.trim() === ""))
        this.#line += Math.max(1, linesIn(text.slice(at, row.end), newline));
      else this.#add(row.cells, text.slice(at, row.end), row);
      return row.end;
    }
    const line = text.slice(at, newline === "\n" ? withoutReturns(text, at, end) : end);
    if (line === "" || isBlank(line, delimiter)) this.#line += 1;
    else this.#add(line.split(delimiter, columnsMax + 1), line);
    return end + 1;
  }

  #add(cells: Cells, text: string, quoted?: QuotedRow): void {
    const { newline } = this.#syntax;
    const line = this.#line;
    if (text.length > rowMax) throw tooLong(line);
    this.#longRows.add(text.length);
    if (quoted?.open || (quoted?.malformed && cells.some((cell) => cell.includes(newline))))
      throw new ImportError(
        `line ${line}: a quoted value begins here and is not closed; write a quote inside it twice`,
      );
    const reason = quoted?.malformed
      ? "has a single quote inside a quoted value; write it twice"
      : faultOf(cells, text.length);
    const { rows, lines, faults } = this.#found;
    if (reason) faults.set(rows.length, new RecordError("", text.trimEnd(), reason));
    rows.push(cells);
    lines.push(line);
    this.#line += quoted ? Math.max(1, linesIn(text, newline)) : 1;
  }
}

/** Where a line ends before its `\r`; files that were converted twice have two. */
function withoutReturns(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && text[last - 1] === "\r") last -= 1;
  return last;
}

/** Whether a line has only spaces and delimiters. Most lines begin with another character. */
function isBlank(line: string, delimiter: string): boolean {
  if (line.length >= blankMost) return false;
  for (let at = 0; at < line.length; at += 1)
    if (line[at] !== delimiter && line.charCodeAt(at) > space && line[at]!.trim() !== "") return false;
  return true;
}
const space = 32;
/** Longer rows can be too long, or have too many columns. */
const blankMost = columnsMax;

/** Rows that were read. */
class Found implements Batch<Cells> {
  readonly rows: Cells[] = [];
  readonly lines: number[] = [];
  readonly faults = new Map<number, RecordError>();

  readonly lineOf = (index: number): number => this.lines[index]!;
}

function faultOf(cells: Cells, characters: number): string | undefined {
  if (cells.length > columnsMax) return "has more than 10,000 columns";
  // A short row has no long cell.
  return characters > cellMax && cells.some((cell) => cell.length > cellMax) ? cellFault : undefined;
}

function linesIn(text: string, newline: string): number {
  let lines = 0;
  for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) lines += 1;
  return lines;
}

const tooLong = (line: number) =>
  new ImportError(
    `line ${line}: a row of more than ${rowMax / 2 ** 20} MiB begins here; check that its quotes are closed`,
  );
