import { csvCell } from "../base/csv.ts";
import { readQuotedRow } from "../vehicles/imports/readers/quoted-row.ts";
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

/** The cells of one line, without quotes. A quote that is not closed ends with the line. */
function cellsIn(line: string, delimiter: string): string[] {
  const read = (text: string) => readQuotedRow(text, 0, { delimiter, newline: "\n" }, true)!;
  const row = line.includes('"') ? read(line) : { open: false, cells: line.split(delimiter) };
  return (row.open ? read(`${line}"`) : row).cells.map((text) => text.trim());
}

/** Reads VINs from a table, and model years if it has such a column (0 otherwise). */
export interface VinTable {
  vinOf(line: string): { readonly vin: string; readonly year: number };
}

const columnKey = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * The table with this first line, separated by commas, semicolons or tabs; undefined for a list of VINs. Its VINs are
 * in the column with the name.
 */
export function vinTable(firstLine: string, column = "vin"): VinTable | undefined {
  const header = firstLine.replace(/^\uFEFF/, "");
  for (const delimiter of [",", ";", "\t"]) {
    const names = cellsIn(header, delimiter).map(columnKey);
    const vin = names.indexOf(columnKey(column));
    if (vin < 0) continue;
    const year = names.findIndex((name) => name === "year" || name === "modelyear");
    return {
      vinOf(line) {
        const cells = cellsIn(line, delimiter);
        const text = cells[year] ?? "";
        return { vin: cells[vin] ?? "", year: /^\d{4}$/.test(text) ? Number(text) : 0 };
      },
    };
  }
  return undefined;
}
