/**
 * A text as a cell of a CSV table (RFC 4180), quoted if it matches `quoted`. A text that starts like a formula gets an
 * apostrophe, because spreadsheets would execute it.
 */
export function csvCell(text: string, quoted = /[",\r\n]/): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return quoted.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Texts as one line of a CSV table, without its end. */
export const csvLine = (cells: readonly string[], quoted?: RegExp): string =>
  cells.map((cell) => csvCell(cell, quoted)).join(",");
