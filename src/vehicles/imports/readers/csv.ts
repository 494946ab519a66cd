import Papa from "papaparse";
import { ImportError, RecordError } from "../input/import-error.ts";
import { type Batch, rowCharactersMax } from "./batch.ts";

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

/** Opens a table whose first line has the column names. Throws `ImportError` if it does not. */
export async function openCsv(text: AsyncIterable<string>, format: CsvFormat = {}): Promise<CsvTable> {
  const batches = readCells(text, format);
  const first = await batches.next();
  const header = first.done ? undefined : first.value.rows[0];
  if (first.done || !header) throw new ImportError("the input is empty: not even a header line");
  const fault = first.value.faults.get(0);
  if (fault) throw new ImportError(`line 1: ${fault.message}`);
  const columns = header.map((cell) => cell.trim());
  const twice = columns.find((column, index) => column !== "" && columns.indexOf(column) !== index);
  if (twice !== undefined) throw new ImportError(`line 1: the column "${twice}" occurs twice`);
  return { columns, batches: afterHeader(first.value, batches) };
}

async function* afterHeader(first: Batch<Cells>, rest: AsyncGenerator<Batch<Cells>>) {
  const faults = new Map([...first.faults].map(([index, fault]) => [index - 1, fault]));
  yield { rows: first.rows.slice(1), faults, lineOf: (index: number) => first.lineOf(index + 1) };
  yield* rest;
}

/** The cells of every line, the header included; an empty line has one empty cell. */
export async function* readCells(
  text: AsyncIterable<string>,
  format: CsvFormat = {},
): AsyncGenerator<Batch<Cells>> {
  let parser: Papa.Parser | undefined;
  let newline: "\n" | "\r" = "\n";
  let rest = "";
  let line = 1;
  const parse = (input: string, last: boolean): Batch<Cells> => {
    const { data, errors, meta } = parser!.parse(input, 0, !last) as Papa.ParseResult<string[]>;
    const used = last ? input.length : meta.cursor;
    const batch = batchOf(data, errors, line, newline);
    rest = input.slice(used);
    for (let at = input.indexOf(newline); at >= 0 && at < used; at = input.indexOf(newline, at + 1))
      line += 1;
    return batch;
  };
  for await (const piece of text) {
    const input = rest + piece;
    if (!parser) {
      rest = input;
      if (input.length < guessedCharacters && !/[\r\n]./s.test(input)) continue;
      newline = newlineOf(input);
      parser = parserFor(input, format, newline);
    }
    const batch = parse(input, false);
    if (rest.length > rowCharactersMax)
      throw new ImportError(
        `line ${line}: a row of more than ${rowCharactersMax / 2 ** 20} MiB begins here; check that its quotes are closed`,
      );
    if (batch.rows.length > 0) yield batch;
  }
  if (rest === "") return;
  newline = parser ? newline : newlineOf(rest);
  parser ??= parserFor(rest, format, newline);
  yield parse(rest, true);
}

const guessedCharacters = 65_536;

/** Old systems end lines with a bare carriage return. With `\n` the parser also accepts `\r\n`. */
function newlineOf(text: string): "\n" | "\r" {
  return text.includes("\n") || !text.includes("\r") ? "\n" : "\r";
}

function parserFor(first: string, { delimiter, unquoted }: CsvFormat, newline: "\n" | "\r"): Papa.Parser {
  const header = first.split(newline, 1)[0]!;
  const parts = (one: string) => header.split(one).length;
  const guessed = delimiters.reduce((best, one) => (parts(one) > parts(best) ? one : best));
  return new Papa.Parser({
    delimiter: delimiter ?? guessed,
    newline,
    ...(unquoted && { fastMode: true }),
  });
}

function batchOf(
  rows: string[][],
  errors: readonly Papa.ParseError[],
  line: number,
  newline: string,
): Batch<Cells> {
  if (newline === "\n")
    for (const row of rows) {
      const last = row.at(-1)!;
      if (last.endsWith("\r")) row[row.length - 1] = last.slice(0, -1);
    }
  let lines: readonly number[] | undefined;
  const lineOf = (index: number): number => {
    lines ??= linesOf(rows, line, newline);
    return lines[index]!;
  };
  const faults = new Map<number, RecordError>();
  for (const { row, code } of errors) {
    // An error beyond the rows belongs to an incomplete row.
    const cells = row === undefined ? undefined : rows[row];
    if (row === undefined || !cells) continue;
    if (code === "MissingQuotes" || cells.some((cell) => cell.includes(newline)))
      throw new ImportError(
        `line ${lineOf(row)}: a quoted value begins here and is not closed; write a quote inside it twice`,
      );
    const text = cells.join(",");
    faults.set(row, new RecordError("", text, "has a single quote inside a quoted value; write it twice"));
  }
  return { rows, faults, lineOf };
}

/** The line on which each row begins; values can contain line breaks. */
function linesOf(rows: readonly Cells[], first: number, newline: string): readonly number[] {
  let line = first;
  return rows.map((row) => {
    const begins = line;
    line += 1;
    for (const cell of row) if (cell.includes(newline)) line += cell.split(newline).length - 1;
    return begins;
  });
}
