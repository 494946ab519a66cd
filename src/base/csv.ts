/**
 * A text as a cell of a CSV table (RFC 4180), quoted where it holds what `quoted` names. Spreadsheets run texts that
 * begin like a formula: those get a quote mark.
 */
export function csvCell(text: string, quoted = /[",\r\n]/): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return quoted.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
