/** Texts as one row of a CSV table (RFC 4180). */
export const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\r\n`;

const separators = [",", ";", "\t", "|"] as const;

/** The separator that a header has most of. */
function separatorOf(text: string): string {
  const [header = ""] = text.split(/\r?\n/, 1);
  return [...separators].sort((a, b) => header.split(b).length - header.split(a).length)[0] ?? ",";
}

/** The first rows of a CSV table. The last line is left out if `text` is only the beginning of a file. */
export function csvRows(text: string, most: number, whole: boolean): string[][] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let cells: string[] = [];
  let cell = "";
  let quoted = false;
  const endCell = () => {
    cells.push(cell);
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (cells.length > 1 || cells[0] !== "") rows.push(cells);
    cells = [];
  };
  const plain = text.replace(/^\uFEFF/, "");
  for (let at = 0; at < plain.length && rows.length < most; at += 1) {
    const character = plain[at] ?? "";
    if (quoted) {
      if (character !== '"') cell += character;
      else if (plain[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell === "") quoted = true;
    else if (character === separator) endCell();
    else if (character === "\n") endRow();
    else if (character !== "\r") cell += character;
  }
  if (whole && rows.length < most && (cell !== "" || cells.length > 0)) endRow();
  return rows;
}
