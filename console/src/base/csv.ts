import { csvFormOf } from "../../../src/base/reading/csv-form.ts";
import { readQuotedRow } from "../../../src/base/reading/csv-row.ts";

/** Texts as one row of a CSV table (RFC 4180). */
export const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\r\n`;

/** The first rows of a CSV table. The last line is left out if `text` is only the beginning of a file. */
export function csvRows(text: string, most: number, whole: boolean): string[][] {
  const form = csvFormOf(text, whole);
  const rows: (readonly string[])[] = [];
  for (let at = form.start; at < text.length && rows.length < most; ) {
    const row = readQuotedRow(text, at, form, whole);
    if (!row) break;
    if (row.cells.length > 1 || row.cells[0] !== "") rows.push(row.cells);
    at = row.end;
  }
  // An empty cell that only the header has, or only its rows.
  const surplus = (index: number): boolean => form.surplus === (index === 0 ? -1 : 1);
  return rows.map((cells, index) => (surplus(index) ? cells.slice(0, -1) : [...cells]));
}
