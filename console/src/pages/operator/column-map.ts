import type { Schemas } from "../../api/client.ts";
import { csvRow } from "../../base/csv.ts";

export type Columns = Schemas["DatasetColumns"];
type Column = Columns["columns"][number];

/** The documented column of each column of a file by index; "" for one that is ignored. */
export type ColumnChoice = readonly string[];

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Items of lists have numbers: `liens.2.status` is documented as `liens.1.status`. */
const firstItem = (name: string) => name.replace(/\.\d+(?=\.|$)/g, ".1");

/** Whether a name is documented as it is. */
export const isDocumented = (name: string, columns: readonly Column[]): boolean =>
  columns.some((one) => one.name === name || one.name === firstItem(name));

/** The documented column that a file's column most probably is. */
function guess(name: string, columns: readonly Column[]): string {
  if (isDocumented(name, columns)) return name;
  const text = plain(name);
  const same = columns.find((one) => plain(one.name) === text);
  if (same) return same.name;
  const last = columns.filter((one) => plain(one.name.split(".").at(-1) ?? "") === text);
  return last.length === 1 ? (last[0]?.name ?? "") : "";
}

/** A first choice for the columns of a file; no documented column is chosen twice. */
export function guessed(header: readonly string[], columns: readonly Column[]): ColumnChoice {
  const taken = new Set<string>();
  return header.map((name) => {
    const found = guess(name, columns);
    if (found === "" || taken.has(found)) return "";
    taken.add(found);
    return found;
  });
}

/** Required columns without a column of the file. */
export const missing = (choice: ColumnChoice, columns: readonly Column[]): string[] =>
  columns.filter(({ name, required }) => required && !choice.includes(name)).map(({ name }) => name);

/** Documented columns that were chosen for more than one column of the file. */
export const repeated = (choice: ColumnChoice): string[] => [
  ...new Set(choice.filter((name, index) => name !== "" && choice.indexOf(name) !== index)),
];

/** The `map` of an import; empty if the file has documented names only. */
export function mapOf(header: readonly string[], choice: ColumnChoice): string {
  if (header.every((name, index) => name === choice[index])) return "";
  const chosen = choice.flatMap((name, index) => (name === "" ? [] : [[name, header[index] ?? ""] as const]));
  return JSON.stringify(Object.fromEntries(chosen));
}

/** A file with every documented column and one row that can be imported. */
export const templateOf = ({ columns }: Columns): string =>
  csvRow(columns.map(({ name }) => name)) + csvRow(columns.map(({ example }) => example));
