import { csvFormOf } from "../../base/reading/csv-form.ts";
import { CsvLines } from "../../base/reading/csv-lines.ts";
import { listLines } from "../../cli/list-lines.ts";
import { streamOf } from "./batch-input.ts";

/** Columns of a table by their names in small letters, and where they are in a list without a header. */
const isVin = (name: string): boolean => name === "vin";
const isFamilies = (name: string): boolean => name === "families" || name === "family";

/** The lines of a file as the service takes them: a VIN, and behind a comma what to watch of it, with spaces between several. */
export async function watchLinesIn(file: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const some of listLines(streamOf(file), "auto")) lines.push(...some);
  // Objects and strings of JSON go as they are.
  if (/^[{[]/.test(lines.find((line) => line.trim() !== "") ?? "")) return lines;
  const text = lines.join("\n");
  const { start, delimiter } = csvFormOf(text, true);
  const reader = new CsvLines(delimiter);
  const rows = [...reader.rowsOf(text.slice(start).split("\n")), ...reader.end()];
  const header = (rows[0] ?? []).map((cell) => cell.trim().toLowerCase());
  const vinAt = header.findIndex(isVin);
  const familiesAt = header.findIndex(isFamilies);
  // Empty lines in place of what stands before the rows: the service names lines of the file.
  const before = text.slice(0, start).split("\n").length - 1 + (vinAt < 0 ? 0 : 1);
  const listed = vinAt < 0 ? rows : rows.slice(1);
  const made = listed.map((cells) => {
    const own = vinAt < 0 ? cells.slice(1) : [cells[familiesAt] ?? ""];
    const vin = (cells[Math.max(vinAt, 0)] ?? "").trim();
    const families = own
      .join(" ")
      .replace(/[\s,;]+/g, " ")
      .trim();
    return families === "" ? vin : `${vin},${families}`;
  });
  return [...Array<string>(before).fill(""), ...made];
}
