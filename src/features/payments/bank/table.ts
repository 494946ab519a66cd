import { csvFormOf } from "../../../base/reading/csv-form.ts";
import { type CsvSyntax, readQuotedRow } from "../../../base/reading/csv-row.ts";
import { ImportError } from "../../../vehicles/imports/input/import-error.ts";
import { linesMax } from "./bank-line.ts";
import { namedIn } from "./heads.ts";

export interface TableRow {
  readonly cells: readonly string[];
  /** From 1. */
  readonly line: number;
}

/** A bank's table, which can have a title of several lines. */
export interface BankTable {
  readonly title: readonly TableRow[];
  readonly header: TableRow;
  readonly rows: readonly TableRow[];
}

/** A title is not longer. */
const titleMax = 40;
const characters = 65_536;
/** Debits are lines too. */
const rowsMax = 10 * linesMax;
const delimiters = [";", ",", "\t", "|"];

/**
 * Finds the header: the row among the first ones that names the most columns as banks do, or that has `wanted`, the names
 * that a person gave. Throws `ImportError`.
 */
export function readTable(text: string, wanted: readonly string[]): BankTable {
  const newline = text.includes("\n") || !text.includes("\r") ? "\n" : "\r";
  const first = text.slice(0, characters);
  const found = delimiters
    .map((delimiter) => ({ delimiter, ...headerIn(first, { delimiter, newline }, wanted) }))
    .reduce((best, one) => (one.named > best.named ? one : best));
  // Two columns that are known are a header; without them the first row is.
  const isKnown = found.named >= 2;
  const delimiter = isKnown ? found.delimiter : csvFormOf(first, first.length === text.length).delimiter;
  const rows = readRows(text, { delimiter, newline });
  const at = isKnown ? found.at : 0;
  const header = rows[at];
  if (!header) throw new ImportError("the file is empty: it has not even a header");
  return { title: rows.slice(0, at), header, rows: rows.slice(at + 1) };
}

function headerIn(text: string, syntax: CsvSyntax, wanted: readonly string[]) {
  let best = { named: 0, at: 0 };
  readRows(text, syntax, titleMax).forEach(({ cells }, at) => {
    const given = wanted.filter((name) => cells.some((cell) => cell.trim() === name)).length;
    const named = wanted.length > 0 ? given * 2 : namedIn(cells);
    if (cells.length > 1 && named > best.named) best = { named, at };
  });
  return best;
}

function readRows(text: string, syntax: CsvSyntax, most = rowsMax): TableRow[] {
  const rows: TableRow[] = [];
  let line = 1;
  const isAll = most === rowsMax;
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at < text.length; ) {
    const row = readQuotedRow(text, at, syntax, true)!;
    if (row.open && isAll)
      throw new ImportError(`line ${line}: a quoted value begins here and is not closed`);
    if (row.cells.some((cell) => cell.trim() !== "")) rows.push({ cells: row.cells, line });
    if (rows.length >= most) {
      if (!isAll) return rows;
      throw new ImportError(`the file has more than ${rowsMax} rows; export fewer days`);
    }
    line += Math.max(1, text.slice(at, row.end).split(syntax.newline).length - 1);
    at = row.end;
  }
  return rows;
}
