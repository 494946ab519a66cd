import type { RecordFamily } from "../../families/record-family.ts";
import { ImportError } from "../input/import-error.ts";
import { cellValue, setPath } from "./cell-path.ts";
import { wordReader } from "./cell-words.ts";
import { requireKeys, withoutGaps } from "./column-map.ts";
import type { Mapping } from "./mapping.ts";
import type { Shape } from "./record-shape.ts";
import { rowShape, targetOf } from "./row-shape.ts";

type Given = Readonly<Record<string, unknown>>;

/** Makes a row of each object of JSON by a mapping. Throws `ImportError` for a name that the family lacks. */
export function memberReader(
  family: RecordFamily,
  mapping: Mapping,
): (given: Given) => Record<string, unknown> {
  const shape = rowShape(family);
  const columns = withoutGaps(
    Object.entries(mapping.columns).map(([name, column]) => {
      const target = targetOf(shape, name);
      if (!target) throw new ImportError(`the map names "${name}", which ${family.name} lacks`);
      return { name, column, words: wordReader(name, column), ...target };
    }),
  );
  requireKeys(family, columns, []);
  return (given) => {
    const row: Record<string, unknown> = {};
    for (const { name, column, words, path, shape } of columns) {
      let value = column.from === undefined ? column.value : memberAt(given, column.from);
      if (words && isScalar(value)) value = words(String(value));
      const read = valueIn(shape, value, name);
      if (read !== undefined && read !== null) setPath(row, path, read);
    }
    return row;
  };
}

const isScalar = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

function valueIn(shape: Shape, value: unknown, name: string): unknown {
  if (typeof value === "string") return cellValue(shape, value, name);
  return typeof value === "boolean" && shape.kind === "text" ? String(value) : value;
}

/** The member of an object that a name or a path has: `dealer.city`, `photos.1` for the first of a list. */
export function memberAt(given: Given, from: string): unknown {
  if (Object.hasOwn(given, from)) return given[from];
  let at: unknown = given;
  for (const step of from.split(".")) {
    if (typeof at !== "object" || at === null) return undefined;
    const key = Array.isArray(at) ? String(Number(step) - 1) : step;
    at = Object.hasOwn(at, key) ? (at as Given)[key] : undefined;
  }
  return at;
}
