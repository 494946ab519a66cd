import { csvCell } from "../base/csv.ts";
import { csvFormOf } from "../base/reading/csv-form.ts";
import { CsvLines } from "../base/reading/csv-lines.ts";
import { readQuotedRow } from "../base/reading/csv-row.ts";
import { vinOf } from "../base/reading/vins.ts";
import type { Decode } from "../vin/answer/describe.ts";
import { FIELDS } from "../vin/answer/fields.ts";
import { checkOf, groupsOf } from "../vin/answer/groups.ts";
import { UsageError } from "./command.ts";

/** All columns: the fields of `GET /vin-decoder/{vin}`, and the result of the check digit. */
export const columnNames: readonly string[] = [
  ...FIELDS.flatMap(([, fields]) =>
    fields.flatMap(([name, source]) => (source === "origin" ? ["region", "country"] : [name])),
  ).filter((name) => name !== "vin"),
  "valid",
  "warnings",
];

/** The columns of a list, `make,model,year`. Throws `UsageError` for an unknown name. */
export function columnsOf(list: string): string[] {
  const columns = list.split(",").map((name) => name.trim());
  const unknown = columns.find((name) => !columnNames.includes(name));
  if (unknown === undefined) return columns;
  throw new UsageError(`--columns has no column "${unknown}". Columns: ${columnNames.join(", ")}`);
}

/** Spreadsheets of some countries separate cells with a semicolon. */
const quoted = /[",;\r\n]/;

export const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => csvCell(cell, quoted)).join(",")}\n`;

/** The values of a decode in these columns. */
export function valuesOf(decode: Decode, columns: readonly string[]): string[] {
  const { valid, warnings } = checkOf(decode);
  const fields = Object.assign({}, ...Object.values(groupsOf(decode))) as Record<string, string>;
  const all: Record<string, string> = { ...fields, valid: String(valid), warnings: warnings.join(" ") };
  return columns.map((name) => all[name] ?? "");
}

/** A VIN of a list, with its model year if a table has it; 0 otherwise. */
export interface ListedVin {
  readonly vin: string;
  readonly year: number;
}

/** VINs that were read from so many lines. */
export interface ListedVins {
  readonly rows: readonly ListedVin[];
  readonly lines: number;
}

/**
 * The VINs of a list with one per line, or of a table, in any of the usual forms of CSV, from its column with the name
 * (`vin` if none is given). Throws `UsageError` if a column is given and the header does not have it.
 */
export async function* listedVins(
  lines: AsyncIterable<readonly string[]>,
  column?: string,
): AsyncGenerator<ListedVins> {
  let table: VinTable | undefined;
  let first: readonly string[] | undefined = [];
  const begin = (begun: readonly string[]): ListedVins => {
    first = undefined;
    table = vinTable(begun, column);
    if (column !== undefined && !table && begun.length > 0) throw noColumn(begun, column);
    return { rows: rowsOf(begun.slice(table?.headLines ?? 0)), lines: begun.length };
  };
  const rowsOf = (some: readonly string[]): readonly ListedVin[] =>
    table ? table.rowsOf(some) : some.map((vin) => ({ vin, year: 0 }));
  for await (const some of lines) {
    if (!first) yield { rows: rowsOf(some), lines: some.length };
    else {
      first = [...first, ...some];
      // A table can have a line before its header; who types a VIN waits for no second one.
      if (first.length > 1 || vinOf(first[0] ?? "") !== undefined) yield begin(first);
    }
  }
  if (first) yield begin(first);
  if (table) yield { rows: table.end(), lines: 0 };
}

const columnKey = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The table that these lines begin; undefined for a list of VINs. */
function vinTable(lines: readonly string[], column = "vin"): VinTable | undefined {
  const text = `${lines.slice(0, sampleLines).join("\n")}\n`;
  const { start, delimiter } = csvFormOf(text, true);
  for (const one of new Set([delimiter, ",", ";", "\t"])) {
    const header = readQuotedRow(text, start, { delimiter: one, newline: "\n" }, true);
    if (!header || header.open) continue;
    const names = header.cells.map(columnKey);
    const vin = names.indexOf(columnKey(column));
    if (vin < 0) continue;
    const year = names.findIndex((name) => name === "year" || name === "modelyear");
    return new VinTable(one, { vin, year }, text.slice(0, header.end).split("\n").length - 1);
  }
  return undefined;
}

const sampleLines = 100;
const shownColumns = 8;
const shownMax = 30;

function noColumn(lines: readonly string[], column: string): UsageError {
  const text = `${lines.slice(0, sampleLines).join("\n")}\n`;
  const { start, ...syntax } = csvFormOf(text, true);
  const { cells } = readQuotedRow(text, start, syntax, true)!;
  const shown = cells.slice(0, shownColumns).map((cell) => cell.trim().slice(0, shownMax));
  const line = text.slice(0, start).split("\n").length;
  return new UsageError(`line ${line}: the header has no column "${column}"; it has ${shown.join(", ")}`);
}
/** Reads the VINs of a table from its lines. */
class VinTable {
  /** The lines of its header, with what stands before it. */
  readonly headLines: number;
  readonly #lines: CsvLines;
  readonly #columns: { readonly vin: number; readonly year: number };

  constructor(
    delimiter: string,
    columns: { readonly vin: number; readonly year: number },
    headLines: number,
  ) {
    this.#lines = new CsvLines(delimiter);
    this.#columns = columns;
    this.headLines = headLines;
  }

  /** The rows that end in these lines. */
  rowsOf = (lines: readonly string[]): readonly ListedVin[] => this.#lines.rowsOf(lines).map(this.#listed);

  /** The rows that did not end. */
  end = (): readonly ListedVin[] => this.#lines.end().map(this.#listed);

  #listed = (cells: readonly string[]): ListedVin => {
    const { vin, year: at } = this.#columns;
    const year = cells[at]?.trim() ?? "";
    return { vin: cells[vin]?.trim() ?? "", year: /^\d{4}$/.test(year) ? Number(year) : 0 };
  };
}
