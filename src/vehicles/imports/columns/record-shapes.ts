import type { RecordFamily } from "../../families/record-family.ts";
import { type ObjectShape, shapeOf } from "./shape.ts";

const shapes = new WeakMap<RecordFamily, ObjectShape>();

/** The members that a record has after its keys. */
export function recordShape(family: RecordFamily): ObjectShape {
  const shape = shapes.get(family) ?? (shapeOf(family.record) as ObjectShape);
  shapes.set(family, shape);
  return shape;
}
