import { ImportError, RecordError } from "../input/import-error.ts";
import { cellFault, cellMax, columnsMax, rowMax } from "./bounds.ts";
import { LongRows } from "./long-rows.ts";
import { type CsvSyntax, indexOrEnd, type QuotedRow, readQuotedRow } from "./quoted-row.ts";
import type { Batch } from "./row-batch.ts";

export type Cells = readonly string[];

/** A table with a header. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly batches: AsyncGenerator<Batch<Cells>>;
}

export interface CsvFormat {
  /** Detected in the header if absent. */
  readonly delimiter?: string;
  /** Reads quotes as ordinary characters. */
  readonly unquoted?: true;
}

const delimiters = [",", ";", "\t", "|"] as const;
/** A longer name is none, and messages contain it. */
const nameMax = 1000;

/** Opens a table whose first line has the column names. Throws `ImportError` if it does not. */
export async function openCsv(text: AsyncIterable<string>, format: CsvFormat = {}): Promise<CsvTable> {
  const batches = readCells(text, format);
  let first = await batches.next();
  while (!first.done && first.value.rows.length === 0) first = await batches.next();
  const header = first.done ? undefined : first.value.rows[0];
  if (first.done || !header) throw new ImportError("the input is empty: not even a header line");
  const fault = first.value.faults.get(0);
  if (fault) throw new ImportError(`line 1: ${fault.message}`);
  return { columns: columnsOf(header), batches: afterHeader(first.value, batches) };
}

function columnsOf(header: Cells): readonly string[] {
  const known = new Set<string>();
  return header.map((cell, index) => {
    const column = cell.trim();
    if (column.length > nameMax)
      throw new ImportError(`line 1: the name of column ${index + 1} has more than ${nameMax} characters`);
    if (column !== "" && known.has(column))
      throw new ImportError(`line 1: the column "${column}" occurs twice`);
    known.add(column);
    return column;
  });
}

async function* afterHeader(first: Batch<Cells>, rest: AsyncGenerator<Batch<Cells>>) {
  const faults = new Map([...first.faults].map(([index, fault]) => [index - 1, fault]));
  yield { rows: first.rows.slice(1), faults, lineOf: (index: number) => first.lineOf(index + 1) };
  yield* rest;
}

/** The cells of every line that is not empty, the header included. */
export async function* readCells(
  text: AsyncIterable<string>,
  format: CsvFormat = {},
): AsyncGenerator<Batch<Cells>> {
  let reading: CsvReading | undefined;
  let begun = "";
  for await (const piece of text) {
    begun += piece;
    if (!reading && begun.length < guessedCharacters && !/[\r\n]./s.test(begun)) continue;
    reading ??= new CsvReading(syntaxOf(begun, format), format);
    yield* reading.read(begun, false);
    begun = "";
  }
  reading ??= new CsvReading(syntaxOf(begun, format), format);
  yield* reading.read(begun, true);
}

const guessedCharacters = 65_536;

/** The format that a beginning has. Old systems end lines with a bare carriage return. */
function syntaxOf(begun: string, { delimiter }: CsvFormat): CsvSyntax {
  const newline = begun.includes("\n") || !begun.includes("\r") ? "\n" : "\r";
  const header = begun.split(newline, 1)[0]!;
  const parts = (one: string) => header.split(one, columnsMax).length;
  const guessed = delimiters.reduce((best, one) => (parts(one) > parts(best) ? one : best));
  return { delimiter: delimiter ?? guessed, newline };
}

/** A batch takes little memory, however short its rows are. */
const rowsPerBatch = 5000;

/** Reads rows from text that comes in pieces. With `\n` as newline a line can also end with `\r\n`. */
class CsvReading {
  readonly #syntax: CsvSyntax;
  readonly #unquoted: boolean;
  #line = 1;
  /** The beginning of an incomplete row. */
  #rest = "";
  /** A row that did not end is read again when its text has doubled: its time stays linear. */
  #readAt = 0;
  #found = new Found();
  readonly #longRows = new LongRows();

  constructor(syntax: CsvSyntax, { unquoted = false }: { readonly unquoted?: boolean }) {
    this.#syntax = syntax;
    this.#unquoted = unquoted;
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
      if (row) this.#add(row.cells, text.slice(at, row.end), row);
      return row?.end;
    }
    const returned = newline === "\n" && end > at && text[end - 1] === "\r";
    const line = text.slice(at, returned ? end - 1 : end);
    if (line === "") this.#line += 1;
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
