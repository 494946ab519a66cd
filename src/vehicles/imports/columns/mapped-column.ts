import { nearest } from "../../../base/edit-distance.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import type { CellTarget } from "./cell-path.ts";
import { type FormName, faultOfForm, faultOfUnit, faultOfZone } from "./forms.ts";
import { asText, type Fail, isObject, type Members, type Path, textAt, textsOf } from "./mapping-text.ts";
import type { ObjectShape } from "./record-shape.ts";
import { targetOf } from "./row-shape.ts";
import type { ValueColumn } from "./value-columns.ts";

/** How the values of a column are written. What is absent is found in the column. */
export interface ColumnReading {
  /** The text that every row has. */
  readonly value?: string;
  readonly form?: FormName;
  /** The currency of amounts without a sign (ISO 4217), or `km` or `mi` of distances. */
  readonly unit?: string;
  /** Where clocks showed its times, such as Europe/Berlin; UTC if absent. */
  readonly zone?: string;
  /** The file's words → ours, null for nothing. A word that is missing here costs the row. */
  readonly values?: Readonly<Record<string, string | null>>;
  /** More words for nothing. */
  readonly empty?: readonly string[];
}

/** Where a documented column comes from, and how it is written. */
export interface MappedColumn extends ColumnReading {
  /** The file's column; of JSON a member, or a path with dots. */
  readonly from?: string;
}

/** The documented names of a mapping's column: `liens.2.state` is read in the column `liens.state`. */
export const valueNameOf = (name: string): string => name.replace(/\.\d+(?=\.|$)/g, "");

/** Every object has them: to set a member of one would change all objects. */
const ofEveryObject = /(?:^|\.)(?:__proto__|constructor|prototype)(?:\.|$)/;

/** Where a documented column is in a row. */
export function requireColumn(
  {
    shape,
    family,
    name,
  }: { readonly shape: ObjectShape; readonly family: RecordFamily; readonly name: string },
  path: Path,
  fail: Fail,
): CellTarget {
  const target = ofEveryObject.test(name) ? undefined : targetOf(shape, name);
  if (target) return target;
  const known = shape.members.map((member) => member.name);
  const near = nearest(name, known);
  return fail(
    path,
    `names a column that ${family.name} lacks${near ? `; is "${near}" meant?` : ""} (vingate import records ${family.name} --template prints all of them)`,
  );
}

/** What a mapping declares of a column's values; `kind` is what they are if they are numbers or times. */
export function columnReading(
  given: Members,
  { name, kind }: { readonly name: string; readonly kind: ValueColumn | undefined },
  path: Path,
  fail: Fail,
): ColumnReading {
  const column: ColumnReading = {
    ...textAt(given, "value", path, fail),
    ...textAt(given, "form", path, fail),
    ...textAt(given, "unit", path, fail),
    ...textAt(given, "zone", path, fail),
    ...(given.values !== undefined && given.values !== null && { values: wordsOf(given.values, path, fail) }),
    ...(given.empty !== undefined &&
      given.empty !== null && { empty: textsOf(given.empty, [...path, "empty"], fail) }),
  };
  const faults = {
    form: column.form && faultOfForm(column.form, name, kind),
    unit: column.unit && faultOfUnit(column.unit, kind),
    zone: column.zone && faultOfZone(column.zone, kind),
  };
  for (const [member, fault] of Object.entries(faults))
    if (fault) return fail([...path, member], `is "${column[member as keyof typeof faults]}": ${fault}`);
  return column;
}

function wordsOf(value: unknown, path: Path, fail: Fail): Readonly<Record<string, string | null>> {
  const at = [...path, "values"];
  if (!isObject(value))
    return fail(at, 'must name the file\'s words and ours, such as {YES: "yes", DEFAULT: null}');
  return Object.fromEntries(
    Object.entries(value).map(([theirs, ours]) => {
      if (ours === null) return [theirs, null];
      const text = asText(ours);
      return text === undefined
        ? fail([...at, theirs], "must be a text, or null for nothing")
        : [theirs, text];
    }),
  );
}
