import { nearest } from "../../../base/edit-distance.ts";
import { ImportError } from "../input/import-error.ts";

/** The indexes of columns in a header, ignoring case. Throws `ImportError` if one is missing. */
export function indexColumns(
  header: readonly string[],
  names: readonly string[],
  table: string,
): readonly number[] {
  const lower = header.map((name) => name.toLowerCase());
  const indexes = names.map((name) => lower.indexOf(name.toLowerCase()));
  const missing = names.filter((_, index) => indexes[index]! < 0);
  if (missing.length === 0) return indexes;
  const near = nearest(missing[0]!, header);
  throw new ImportError(
    `line 1: this is not ${table}: it has no column ${missing.slice(0, 5).join(", ")}${near ? `; is "${near}" meant?` : ""}`,
  );
}
