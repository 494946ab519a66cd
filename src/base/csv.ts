/** A text as a cell of a CSV table (RFC 4180), quoted if it matches `quoted`. */
const quotedCell = (text: string, quoted = /[",\r\n]/): string =>
  quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A text that starts like a formula gets an apostrophe, because spreadsheets would execute it. */
export const noFormula = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);

/** A text as a cell of a CSV table that is no formula. */
export const csvCell = (text: string, quoted?: RegExp): string => quotedCell(noFormula(text), quoted);

const always = /^/;
/** Spaces at the ends are quoted too: some readers leave them out. */
const spaced = /[",\r\n]|^ | $/;

/** Texts as one line of a table that has them unchanged, for programs. */
export const exactCsvLine = (cells: readonly string[], delimiter = ","): string =>
  `${cells.map((cell) => quotedCell(cell, cell.includes(delimiter) ? always : spaced)).join(delimiter)}\n`;
