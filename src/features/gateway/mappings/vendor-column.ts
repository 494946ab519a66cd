import { type CellPath, cellValue, setPath } from "../../../vehicles/imports/columns/cell-path.ts";
import type { WordReader } from "../../../vehicles/imports/columns/cell-words.ts";
import type { Shape } from "../../../vehicles/imports/columns/record-shape.ts";
import type { Budget } from "./budget.ts";
import { Outside } from "./outside.ts";
import type { Selection } from "./selection.ts";

/** A documented column, and where a vendor's record has it. */
export interface VendorColumn {
  /** With the names of its lists: `liens.filed_at`. */
  readonly name: string;
  /** As messages name it: the member of the mapping, and its expression. */
  readonly label: string;
  /** Absent for a fixed value. */
  readonly selection?: Selection;
  /** Whether the expression begins at the whole answer. */
  readonly ofAnswer: boolean;
  readonly value?: string;
  readonly words: WordReader | undefined;
  readonly required: boolean;
  /** Its place in the row, or in the item of its list. */
  readonly target: CellPath;
  readonly shape: Shape;
  /** The columns of a list's items. */
  readonly items?: readonly VendorColumn[];
}

/** What the expressions of columns found, in the columns' order; for a list of objects that of each item. */
export type Found = readonly unknown[];

/** Finds the values of columns. `ofAnswer` has those that begin at the whole answer. */
export function findColumns(
  columns: readonly VendorColumn[],
  record: unknown,
  ofAnswer: ReadonlyMap<VendorColumn, unknown>,
  budget: Budget,
): Found {
  return columns.map((column) => {
    const { selection, items } = column;
    if (!selection) return column.value;
    const found = column.ofAnswer ? ofAnswer.get(column) : selection.find(record, budget);
    if (!items || !Array.isArray(found)) return found;
    return found.map((item) => findColumns(items, item, ofAnswer, budget));
  });
}

/** Makes a row, or the item of a list, of what was found. Throws `Outside`, and `RecordError` for an unmapped word. */
export function rowOf(columns: readonly VendorColumn[], found: Found): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  columns.forEach((column, index) => {
    const value = readValue(column, found[index]);
    if (value !== undefined && value !== null) setPath(row, column.target, value);
    else if (column.required) throw new Outside(column.label, "is absent, and required");
  });
  return row;
}

function readValue({ items, label, words, shape, name }: VendorColumn, found: unknown): unknown {
  if (found === undefined || found === null) return undefined;
  if (items) {
    if (!Array.isArray(found)) throw new Outside(label, "is no list");
    return found.map((item) => rowOf(items, item as Found));
  }
  if (!words) return inCell(shape, found, name);
  if (isScalar(found)) return inCell(shape, words(String(found)), name);
  // Items of a list without a word of ours are none.
  if (Array.isArray(found) && found.every(isScalar))
    return found.map((one) => words(String(one))).filter((one) => one !== undefined);
  throw new Outside(label, "is no text");
}

const isScalar = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** As imports of JSON take a member. */
function inCell(shape: Shape, value: unknown, name: string): unknown {
  if (typeof value === "string") return cellValue(shape, value, name);
  return typeof value === "boolean" && shape.kind === "text" ? String(value) : value;
}
