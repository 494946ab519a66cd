import { nearest } from "../../../base/edit-distance.ts";
import { ImportError } from "../input/import-error.ts";

/** The indexes of columns in a header, ignoring case. Throws `ImportError` with its line if one is missing, or occurs twice. */
export function indexColumns(
  header: readonly string[],
  names: readonly string[],
  { table, line = 1 }: { readonly table: string; readonly line?: number },
): readonly number[] {
  const lower = header.map((name) => name.toLowerCase());
  const indexes = names.map((name) => lower.indexOf(name.toLowerCase()));
  const missing = names.filter((_, index) => indexes[index]! < 0);
  const twice = indexes.findIndex((index) => lower.indexOf(lower[index]!, index + 1) >= 0);
  if (missing.length === 0 && twice < 0) return indexes;
  if (missing.length === 0)
    throw new ImportError(
      `line ${line}: this is not ${table}: it has the column ${names[twice]} twice; download it again`,
    );
  const near = nearest(missing[0]!, header);
  throw new ImportError(
    `line ${line}: this is not ${table}: it has no column ${missing.slice(0, 5).join(", ")}${near ? `; is "${near}" meant?` : ""}`,
  );
}
