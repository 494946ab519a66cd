import { csvFormOf } from "../../../../src/base/reading/csv-form.ts";
import { CsvLines } from "../../../../src/base/reading/csv-lines.ts";
import { vinOf } from "../../../../src/base/reading/vins.ts";

/** What a list has. */
export type ListKind = "vins" | "plates";

/** One line of a list: a VIN, or a plate and its state. */
export interface Entry {
  /** As it is shown and sent. */
  readonly name: string;
  /** Two letters, of a plate. */
  readonly state: string;
}

export interface ReadList {
  readonly entries: readonly Entry[];
  /** Entries that were there before. */
  readonly repeated: number;
  /** Lines of plates without a state. */
  readonly incomplete: number;
  /** Entries beyond the most. */
  readonly left: number;
}

export const entriesMax = 100_000;

const looksLikeVin = (cell: string): boolean =>
  vinOf(cell) !== undefined || /^[A-Z0-9]{17}$/i.test(cell.replace(/[\s-]/g, ""));
const isHeader = (cells: readonly string[]): boolean =>
  /\b(vin|plate|license|registration|chassis)\b/i.test(cells.join(" ")) && !cells.some(looksLikeVin);

/** The cells of each row; a line that has no delimiter of the table can have another one. */
function cellsIn(text: string): readonly (readonly string[])[] {
  const { start, delimiter } = csvFormOf(text, true);
  const reader = new CsvLines(delimiter);
  const rows = [...reader.rowsOf(text.slice(start).split(/\r\n?|\n/)), ...reader.end()];
  return rows.map((cells) =>
    (cells.length > 1 ? cells : cells[0]!.split(/[,;\t|]/)).map((cell) => cell.trim()),
  );
}

function entryOf(cells: readonly string[], kind: ListKind): Entry | undefined {
  if (kind === "vins") {
    const vin = cells.find(looksLikeVin) ?? cells.find((cell) => cell !== "") ?? "";
    return vin === ""
      ? undefined
      : { name: vinOf(vin) ?? vin.replace(/[\s-]/g, "").toUpperCase(), state: "" };
  }
  const [first = "", second = ""] = cells.length > 1 ? cells : cells[0]!.split(/\s+/);
  const [name, state] = [first.toUpperCase(), second.toUpperCase()];
  return name === "" ? undefined : { name, state };
}

/** The entries of a pasted text or a file: one per line, or a table with a column of VINs, or of plates and states. */
export function readList(text: string, kind: ListKind): ReadList {
  const known = new Set<string>();
  const entries: Entry[] = [];
  let [repeated, incomplete, left] = [0, 0, 0];
  for (const [index, cells] of cellsIn(text).entries()) {
    if (index === 0 && isHeader(cells)) continue;
    const entry = entryOf(cells, kind);
    if (!entry) continue;
    const key = `${entry.name} ${entry.state}`;
    if (kind === "plates" && !/^[A-Z]{2}$/.test(entry.state)) incomplete += 1;
    else if (known.has(key)) repeated += 1;
    else if (entries.length === entriesMax) left += 1;
    else {
      known.add(key);
      entries.push(entry);
    }
  }
  return { entries, repeated, incomplete, left };
}

/** A list with one more line. */
export const withLine = (text: string, line: string): string =>
  text === "" || text.endsWith("\n") ? `${text}${line}\n` : `${text}\n${line}\n`;
