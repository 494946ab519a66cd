import type { RecordFamily } from "../../../vehicles/families/record-family.ts";
import { wordReader } from "../../../vehicles/imports/columns/cell-words.ts";
import { withoutGaps } from "../../../vehicles/imports/columns/column-map.ts";
import type { ColumnForm } from "../../../vehicles/imports/columns/forms.ts";
import {
  columnReading,
  requireColumn,
  valueNameOf,
} from "../../../vehicles/imports/columns/mapped-column.ts";
import {
  type Fail,
  isObject,
  type Members,
  type Path,
  requireKnown,
} from "../../../vehicles/imports/columns/mapping-text.ts";
import type { ObjectShape, Shape } from "../../../vehicles/imports/columns/record-shape.ts";
import { rowShape } from "../../../vehicles/imports/columns/row-shape.ts";
import { type ValueColumn, valueColumnsOf } from "../../../vehicles/imports/columns/value-columns.ts";
import { compileSelection, type Selection } from "./selection.ts";
import type { VendorColumn } from "./vendor-column.ts";

/** The columns of a lookup, and how their values are written. */
export interface VendorColumns {
  readonly columns: readonly VendorColumn[];
  /** By the name of the value: `liens.filed_at`. */
  readonly forms: Readonly<Record<string, ColumnForm>>;
}

interface Parsing {
  readonly family: RecordFamily;
  readonly values: ReadonlyMap<string, ValueColumn>;
  readonly forms: Record<string, ColumnForm>;
  readonly fail: Fail;
}

const scalarMembers = ["path", "value", "of", "required", "form", "unit", "zone", "values", "empty"] as const;
const listMembers = ["path", "of", "required", "columns"] as const;

/** Parses the columns of a lookup. */
export function parseColumns(given: unknown, family: RecordFamily, path: Path, fail: Fail): VendorColumns {
  const values = new Map(valueColumnsOf(family).map((column) => [column.name, column]));
  const parsing: Parsing = { family, values, forms: {}, fail };
  const columns = columnsOf(given, { shape: rowShape(family), within: "" }, path, parsing);
  return { columns, forms: parsing.forms };
}

interface Place {
  readonly shape: ObjectShape;
  /** The names of the lists that it is in, each with a dot. */
  readonly within: string;
}

function columnsOf(given: unknown, place: Place, path: Path, parsing: Parsing): VendorColumn[] {
  if (!isObject(given)) return parsing.fail(path, "must name columns, such as {vin: vehicle.vin}");
  const columns = Object.entries(given).map(([name, one]) => {
    const column = typeof one === "string" ? { path: one } : one;
    return columnOf(name, column, place, [...path, name], parsing);
  });
  return withoutGaps(columns.map((column) => ({ ...column, path: column.target }))).map(
    ({ path: target, ...column }) => ({ ...column, target }),
  );
}

function columnOf(name: string, given: unknown, place: Place, path: Path, parsing: Parsing): VendorColumn {
  const { family, values, fail } = parsing;
  const { shape, path: target } = requireColumn({ shape: place.shape, family, name }, path, fail);
  if (!isObject(given)) return fail(path, "must have path, an expression, or value; write {path: sold_at}");
  if (given.columns !== undefined) return listColumn(name, given, { place, shape, target }, path, parsing);
  requireKnown(given, scalarMembers, path, fail);
  const whole = `${place.within}${name}`;
  const valueName = valueNameOf(whole);
  const reading = columnReading(given, { name: whole, kind: values.get(valueName) }, path, fail);
  const selection = given.path === undefined ? undefined : selectionAt(given, "path", path, fail);
  if ((selection === undefined) === (reading.value === undefined))
    return fail(path, "must have either path, an expression, or value, the text of every record");
  const { form, unit, zone } = reading;
  const before = parsing.forms[valueName];
  if (before && (before.form !== form || before.unit !== unit || before.zone !== zone))
    fail(path, `is read together with ${before.as}; write the same form, unit and zone at both of them`);
  parsing.forms[valueName] ??= { as: whole, head: whole, form, unit, zone };
  return {
    name: whole,
    label: labelOf(path, selection),
    ...(selection && { selection }),
    ...ofAndRequired(given, place, path, fail),
    ...(reading.value !== undefined && { value: reading.value }),
    words: wordReader(whole, reading),
    target,
    shape,
  };
}

function listColumn(
  name: string,
  given: Members,
  { place, shape, target }: { readonly place: Place; readonly shape: Shape } & Pick<VendorColumn, "target">,
  path: Path,
  parsing: Parsing,
): VendorColumn {
  const { fail } = parsing;
  requireKnown(given, listMembers, path, fail);
  if (shape.kind !== "list" || shape.item.kind !== "object")
    return fail([...path, "columns"], "is for lists of objects, and this column is none; leave it out");
  const selection = selectionAt(given, "path", path, fail);
  const whole = `${place.within}${name}`;
  const inside = { shape: shape.item, within: `${whole}.` };
  return {
    name: whole,
    label: labelOf(path, selection),
    selection,
    ...ofAndRequired(given, place, path, fail),
    words: undefined,
    target,
    shape,
    items: columnsOf(given.columns, inside, [...path, "columns"], parsing),
  };
}

/** `columns.price (bid.amount)`: the numbers of the lookup and its members before it name nothing. */
function labelOf(path: Path, selection: Selection | undefined): string {
  const from = path.slice(path.indexOf("columns")).join(".");
  return selection ? `${from} (${selection.text})` : from;
}

function ofAndRequired(
  { of, required }: Members,
  { within }: Place,
  path: Path,
  fail: Fail,
): Pick<VendorColumn, "ofAnswer" | "required"> {
  if (of !== undefined && of !== "answer" && of !== "record")
    fail([...path, "of"], "must be record, the default, or answer, the whole answer");
  if (of === "answer" && within !== "") fail([...path, "of"], "is not for columns of a list; leave it out");
  if (required !== undefined && typeof required !== "boolean")
    fail([...path, "required"], "must be true or false");
  return { ofAnswer: of === "answer", required: required === true };
}

/** The expression that a member is. */
export function selectionAt(given: Members, name: string, path: Path, fail: Fail): Selection {
  const text = given[name];
  const at = [...path, name];
  if (typeof text !== "string" || text.trim() === "")
    return fail(at, "must be an expression, such as data.records");
  const selection = compileSelection(text);
  return "fault" in selection ? fail(at, selection.fault) : selection;
}
