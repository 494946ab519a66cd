import { nearest } from "../../../base/edit-distance.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { ImportError } from "../input/import-error.ts";
import type { Cells } from "../readers/csv.ts";
import { type CellPath, cellValue, setPath } from "./cell-path.ts";
import { type WordReader, wordReader } from "./cell-words.ts";
import { keyColumnsOf } from "./key-columns.ts";
import type { MappedColumn } from "./mapped-column.ts";
import type { Mapping } from "./mapping.ts";
import type { Shape } from "./record-shape.ts";
import { rowShape, targetOf } from "./row-shape.ts";

/** The last column of a file of rejected rows, with the reason; such a file is corrected and loaded again. */
export const reasonColumn = "vingate_reason";

/** Parses a map, the short form of a mapping: documented name → the file's column, or a value. Throws `ImportError`. */
export function parseColumnMap(text: string, file: string): Mapping {
  let map: unknown;
  try {
    map = JSON.parse(text);
  } catch (error) {
    throw new ImportError(`${file} is not JSON: ${(error as Error).message}`);
  }
  const wrong = `${file} must be an object of documented names, each with a column's name or {"value": "…"}`;
  if (typeof map !== "object" || map === null || Array.isArray(map)) throw new ImportError(wrong);
  const columns = Object.entries(map).map(([name, column]): [string, MappedColumn] => {
    if (typeof column === "string") return [name, { from: column }];
    const value = typeof column === "object" && column !== null ? column.value : undefined;
    if (typeof value !== "string") throw new ImportError(`${wrong}; "${name}" has neither`);
    return [name, { value }];
  });
  return { columns: Object.fromEntries(columns), ignore: [], text };
}

/** A documented column, and where a row has it. */
export interface Column {
  readonly name: string;
  readonly path: CellPath;
  readonly shape: Shape;
  /** Its index in the table; absent for a constant. */
  readonly index?: number;
  readonly value?: string;
  readonly words?: WordReader | undefined;
}

/**
 * The columns that rows of a table have. Without a mapping the header must have documented names; with one, columns that
 * it does not name are ignored. Throws `ImportError` for an unknown column and for a missing key.
 */
export function tableColumns(
  family: RecordFamily,
  header: readonly string[],
  mapping?: Mapping,
): readonly Column[] {
  const columns = mapping ? mappedColumns(family, header, mapping) : namedColumns(family, header);
  requireKeys(family, columns, header);
  return withoutGaps(columns);
}

/** Makes an object of each row's cells. */
export function cellReader(columns: readonly Column[]): (cells: Cells) => Record<string, unknown> {
  return (cells) => {
    const row: Record<string, unknown> = {};
    for (const { name, path, shape, index, value, words } of columns) {
      let text = index === undefined ? value! : cells[index]!;
      if (text === "") continue;
      if (words !== undefined) text = words(text) ?? "";
      if (text === "") continue;
      if (path.length === 1 && shape.kind === "text") row[path[0]!] = text;
      else setPath(row, path, cellValue(shape, text, name));
    }
    return row;
  };
}

/** Throws `ImportError` if a key of the family has no column. */
export function requireKeys(
  family: RecordFamily,
  columns: readonly Pick<Column, "name">[],
  header: readonly string[],
): void {
  for (const { name, required } of keyColumnsOf(family))
    if (required && !columns.some((column) => column.name === name))
      throw new ImportError(
        `line 1: the column "${name}" of ${family.name} is missing${hint(name, header)}; vingate import records ${family.name} --template prints all of them`,
      );
}

/** Numbers the items of lists from the first: rows would otherwise have thousands of empty items. */
export function withoutGaps<One extends Pick<Column, "path">>(columns: readonly One[]): One[] {
  const listAt = (path: CellPath, at: number) => JSON.stringify(path.slice(0, at));
  const steps = new Map<string, Set<number>>();
  for (const { path } of columns)
    path.forEach((step, at) => {
      const list = listAt(path, at);
      if (typeof step === "number") steps.set(list, (steps.get(list) ?? new Set()).add(step));
    });
  const places = new Map(
    [...steps].flatMap(([list, numbers]) =>
      [...numbers].sort((a, b) => a - b).map((step, place) => [list + step, place] as const),
    ),
  );
  return columns.map((column) => ({
    ...column,
    path: column.path.map((step, at) => places.get(listAt(column.path, at) + step) ?? step),
  }));
}

function namedColumns(family: RecordFamily, header: readonly string[]): Column[] {
  const shape = rowShape(family);
  return header.flatMap((name, index) => {
    if (name === "" || name === reasonColumn) return [];
    const target = targetOf(shape, name);
    if (target) return [{ name, ...target, index }];
    const known = shape.members.map((member) => member.name);
    const near = nearest(name, known);
    throw new ImportError(
      `line 1: ${family.name} has no column "${name}"${near ? `; is "${near}" meant?` : ""} (--mapping says which of a file's columns are used)`,
    );
  });
}

function mappedColumns(family: RecordFamily, header: readonly string[], mapping: Mapping): Column[] {
  const shape = rowShape(family);
  return Object.entries(mapping.columns).map(([name, column]) => {
    const target = targetOf(shape, name);
    if (!target) throw new ImportError(`the map names "${name}", which ${family.name} lacks`);
    const words = wordReader(name, column);
    const { from, value } = column;
    if (from === undefined) return { name, ...target, value: value!, words };
    const index = header.indexOf(from);
    if (index < 0)
      throw new ImportError(`line 1: no column "${from}", which the map names${hint(from, header)}`);
    return { name, ...target, index, words };
  });
}

function hint(name: string, header: readonly string[]): string {
  const near = nearest(name, header);
  return near ? `; is "${near}" meant?` : "";
}
