import type { RecordFamily } from "../../families/record-family.ts";
import { type CellTarget, findTarget } from "./cell-path.ts";
import { keyColumnsOf } from "./key-columns.ts";
import { type ObjectShape, recordShape } from "./record-shape.ts";

/** The whole row as one shape: its keys, then its record. */
export function rowShape(family: RecordFamily): ObjectShape {
  const shape = recordShape(family);
  const own = new Set(shape.members.map(({ name }) => name));
  const keys = keyColumnsOf(family)
    .filter(({ name }) => !own.has(name))
    .map(({ name, shape, required, about }) => ({ name, shape, optional: !required, about }));
  return { ...shape, members: [...keys, ...shape.members] };
}

/** Where a documented column is in a row; undefined if it is none. */
export function targetOf(shape: ObjectShape, name: string): CellTarget | undefined {
  // Facts are several key columns in one member.
  const whole = shape.members.find((member) => member.name === name);
  if (whole) return { path: name.split(/(?<=^facts)\./), shape: whole.shape };
  return findTarget(shape, name);
}
