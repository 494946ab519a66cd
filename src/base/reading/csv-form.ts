import { type CsvSyntax, type QuotedRow, readQuotedRow } from "./csv-row.ts";
import { readVin } from "./vins.ts";

/** How the rows of a table are written. */
export interface CsvForm extends CsvSyntax {
  /** Where the table begins: a line such as `sep=;` or a title can stand before it. */
  readonly start: number;
  /** The cells that rows have more than the header, all of them empty: 1 where each row ends with a delimiter. */
  readonly surplus: -1 | 0 | 1;
}

const delimiters = [",", ";", "\t", "|"] as const;
/** So many rows show a form, and a row that is written otherwise does not decide. */
const rowsMost = 100;

/**
 * The form of the table that a text begins; `whole`: the text has all of it. The delimiter is the one by which most
 * rows have as many cells as the header; of several the one with the most cells.
 */
export function csvFormOf(text: string, whole: boolean): CsvForm {
  const newline = text.includes("\n") || !text.includes("\r") ? "\n" : "\r";
  const [before = "", declared] = /^\uFEFF*(?:"?sep=([^"\r\n])"?(?:\r\n?|\n))?/i.exec(text) ?? [];
  const start = before.length;
  const read = (delimiter: string) => readForm(text, start, { delimiter, newline }, whole);
  const forms = (declared === undefined ? delimiters : [declared]).map(read);
  const best = bestOf(forms);
  const below = (best.width < 2 || best.fit < 0.5 ? forms : [best])
    .filter(({ tableAt }) => tableAt > start)
    .map(({ delimiter, tableAt }) => readForm(text, tableAt, { delimiter, newline }, whole))
    .filter(({ fit }) => fit >= 0.5);
  const { delimiter, surplus, tableAt } = below.length === 0 ? best : bestOf(below);
  return { delimiter, newline, start: below.length === 0 ? start : tableAt, surplus };
}

const bestOf = (forms: readonly ReadForm[]): ReadForm =>
  forms.reduce((last, one) => (isBetter(one, last) ? one : last));

interface ReadForm {
  readonly delimiter: string;
  /** The cells of the header. */
  readonly width: number;
  /** The share of rows that have as many cells; a half if no row is known. */
  readonly fit: number;
  readonly surplus: CsvForm["surplus"];
  /** Where the first row begins that is no title. */
  readonly tableAt: number;
}

/** With one cell a row, a text has no such delimiter. */
function isBetter(one: ReadForm, last: ReadForm): boolean {
  if (one.width < 2 || last.width < 2) return one.width > last.width;
  return one.fit === last.fit ? one.width > last.width : one.fit > last.fit;
}

function readForm(text: string, start: number, syntax: CsvSyntax, whole: boolean): ReadForm {
  const { delimiter } = syntax;
  const all = firstRows(text, start, syntax, whole);
  const [header, ...rows] = all;
  const tableAt = tableIn(all) ?? start;
  if (!header || header.malformed) return { delimiter, width: 1, fit: 0, surplus: 0, tableAt };
  const width = header.cells.length;
  const surplus = surplusOf(header, rows);
  const fitting = rows.filter(({ cells, malformed }) => !malformed && cells.length === width + surplus);
  return { delimiter, width, fit: rows.length === 0 ? 0.5 : fitting.length / rows.length, surplus, tableAt };
}

const isNumber = /^[\d\s.,'€$-]+$/;
const titlesMost = 20;

/**
 * Where the table begins below titles: they have less than half as many cells as its rows, empty ones not counted.
 * Undefined without titles. A row with numbers is no header.
 */
function tableIn(rows: readonly FirstRow[]): number | undefined {
  const counts = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== "").length);
  const most = Math.max(0, ...counts);
  const first = counts.findIndex((count) => 2 * count >= most);
  const row = rows[first];
  if (!row || most < 3 || first > titlesMost) return undefined;
  // A list without a header can have few cells in its first rows.
  if (rows.slice(0, first).some(({ cells }) => cells.some((cell) => readVin(cell)))) return undefined;
  return first === 0 || row.cells.some((cell) => isNumber.test(cell)) ? undefined : row.start;
}

/** A single row with one more cell has rather a delimiter inside a value: all rows must have it. */
function surplusOf({ cells: header }: QuotedRow, rows: readonly QuotedRow[]): CsvForm["surplus"] {
  if (rows.length === 0) return 0;
  const width = header.length;
  const hasLastName = header.at(-1)?.trim() !== "";
  if (hasLastName && rows.every(({ cells }) => cells.length === width + 1 && cells[width] === "")) return 1;
  return !hasLastName && rows.every(({ cells }) => cells.length === width - 1) ? -1 : 0;
}

interface FirstRow extends QuotedRow {
  readonly start: number;
}

/** The rows that end in the text, without empty ones. */
function firstRows(text: string, start: number, syntax: CsvSyntax, whole: boolean): FirstRow[] {
  const rows: FirstRow[] = [];
  for (let at = start; at < text.length && rows.length < rowsMost; ) {
    const row = readQuotedRow(text, at, syntax, whole);
    // The rest of the text can be in a quote that is not closed.
    if (!row || row.open) break;
    if (row.cells.some((cell) => cell.trim() !== "")) rows.push({ ...row, start: at });
    at = row.end;
  }
  return rows;
}
