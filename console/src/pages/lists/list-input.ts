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

const looksLikeVin = (cell: string): boolean => /^[A-Z0-9]{17}$/i.test(cell.replace(/[\s-]/g, ""));
const isHeader = (line: string): boolean =>
  /\b(vin|plate|license|registration|chassis)\b/i.test(line) && !line.split(/[,;\t|]/).some(looksLikeVin);

const unquoted = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .trim();

function entryOf(line: string, kind: ListKind): Entry | undefined {
  const cells = line.split(/[,;\t|]/).map(unquoted);
  if (kind === "vins") {
    const vin = cells.find(looksLikeVin) ?? cells.find((cell) => cell !== "") ?? "";
    return vin === "" ? undefined : { name: vin.replace(/[\s-]/g, "").toUpperCase(), state: "" };
  }
  const [first = "", second = ""] = cells.length > 1 ? cells : line.trim().split(/\s+/);
  const [name, state] = [first.toUpperCase(), second.toUpperCase()];
  return name === "" ? undefined : { name, state };
}

/** The entries of a pasted text or a file: one per line, or a table with a column of VINs, or of plates and states. */
export function readList(text: string, kind: ListKind): ReadList {
  const known = new Set<string>();
  const entries: Entry[] = [];
  let [repeated, incomplete, left] = [0, 0, 0];
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "" || (index === 0 && isHeader(line))) continue;
    const entry = entryOf(line, kind);
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
