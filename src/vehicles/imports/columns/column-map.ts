import { nearest } from "../../../base/edit-distance.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { ImportError } from "../input/import-error.ts";
import type { Cells } from "../readers/csv.ts";
import { type CellPath, cellValue, findTarget, setPath } from "./cell-path.ts";
import { keyColumnsOf } from "./key-columns.ts";
import type { ObjectShape, Shape } from "./record-shape.ts";
import { recordShape } from "./record-shape.ts";

/** Documented name → the file's column, or a value that every row has. */
export type ColumnMap = Readonly<Record<string, string | { readonly value: string }>>;

/** Parses a column map. Throws `ImportError`. */
export function parseColumnMap(text: string, file: string): ColumnMap {
  let map: unknown;
  try {
    map = JSON.parse(text);
  } catch (error) {
    throw new ImportError(`${file} is not JSON: ${(error as Error).message}`);
  }
  const wrong = `${file} must be an object of documented names, each with a column's name or {"value": "…"}`;
  if (typeof map !== "object" || map === null || Array.isArray(map)) throw new ImportError(wrong);
  for (const [name, column] of Object.entries(map)) {
    const constant = typeof column === "object" && column !== null && typeof column.value === "string";
    if (typeof column !== "string" && !constant) throw new ImportError(`${wrong}; "${name}" has neither`);
  }
  return map as ColumnMap;
}

/** The whole row as one shape: its keys, then its record. */
export function rowShape(family: RecordFamily): ObjectShape {
  const shape = recordShape(family);
  const own = new Set(shape.members.map(({ name }) => name));
  const keys = keyColumnsOf(family)
    .filter(({ name }) => !own.has(name))
    .map(({ name, shape, required, about }) => ({ name, shape, optional: !required, about }));
  return { ...shape, members: [...keys, ...shape.members] };
}

interface Column {
  readonly name: string;
  readonly path: CellPath;
  readonly shape: Shape;
  /** Its index in the table; absent for a constant. */
  readonly index?: number;
  readonly value?: string;
}

/**
 * Makes an object of each row's cells. Without a map the header must have documented names; with one, columns
 * that it does not name are ignored. Throws `ImportError` for an unknown column and for a missing key.
 */
export function cellReader(
  family: RecordFamily,
  header: readonly string[],
  map?: ColumnMap,
): (cells: Cells) => Record<string, unknown> {
  const columns = withoutGaps(map ? mappedColumns(family, header, map) : namedColumns(family, header));
  for (const { name, required } of keyColumnsOf(family))
    if (required && !columns.some((column) => column.name === name))
      throw new ImportError(
        `line 1: the column "${name}" of ${family.name} is missing${hint(name, header)}; vingate import records ${family.name} --template prints all of them`,
      );
  return (cells) => {
    const row: Record<string, unknown> = {};
    for (const { name, path, shape, index, value } of columns) {
      const text = index === undefined ? value! : cells[index]!;
      if (text === "") continue;
      if (path.length === 1 && shape.kind === "text") row[path[0]!] = text;
      else setPath(row, path, cellValue(shape, text, name));
    }
    return row;
  };
}

/** Numbers the items of lists from the first: rows would otherwise have thousands of empty items. */
function withoutGaps(columns: readonly Column[]): Column[] {
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
    if (name === "") return [];
    const target = targetOf(shape, name);
    if (target) return [{ name, ...target, index }];
    const known = shape.members.map((member) => member.name);
    const near = nearest(name, known);
    throw new ImportError(
      `line 1: ${family.name} has no column "${name}"${near ? `; is "${near}" meant?` : ""} (--map says which of a file's columns are used)`,
    );
  });
}

function mappedColumns(family: RecordFamily, header: readonly string[], map: ColumnMap): Column[] {
  const shape = rowShape(family);
  return Object.entries(map).map(([name, column]) => {
    const target = targetOf(shape, name);
    if (!target) throw new ImportError(`the map names "${name}", which ${family.name} lacks`);
    if (typeof column !== "string") return { name, ...target, value: column.value };
    const index = header.indexOf(column);
    if (index < 0)
      throw new ImportError(`line 1: no column "${column}", which the map names${hint(column, header)}`);
    return { name, ...target, index };
  });
}

function targetOf(shape: ObjectShape, name: string) {
  // Facts are several key columns in one member.
  const whole = shape.members.find((member) => member.name === name);
  if (whole) return { path: name.split(/(?<=^facts)\./), shape: whole.shape };
  return findTarget(shape, name);
}

function hint(name: string, header: readonly string[]): string {
  const near = nearest(name, header);
  return near ? `; is "${near}" meant?` : "";
}
