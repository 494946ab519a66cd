import { createHash } from "node:crypto";
import type { RecordFamily } from "../../families/record-family.ts";
import { columnReading, type MappedColumn, requireColumn, valueNameOf } from "./mapped-column.ts";
import { type Fail, isObject, parseMappingText, requireKnown, textAt, textsOf } from "./mapping-text.ts";
import { rowShape } from "./row-shape.ts";
import { type ValueColumn, valueColumnsOf } from "./value-columns.ts";

/** How a file's columns become documented ones. */
export interface Mapping {
  /** The name of a ready-made mapping; absent for an operator's own. */
  readonly name?: string;
  readonly title?: string;
  readonly columns: Readonly<Record<string, MappedColumn>>;
  /** Columns of the file that are left out on purpose. */
  readonly ignore: readonly string[];
  /** What was given, for the outcome; absent for one that the service made. */
  readonly text?: string;
}

/** More than any mapping has; the text is kept with the import. */
export const mappingMax = 32_768;

/** The mapping as JSON, which can be edited and sent back. */
export const mappingText = (family: string, { columns, ignore }: Mapping): string =>
  JSON.stringify({ family, columns, ...(ignore.length > 0 && { ignore }) });

/** A mapping as an import keeps it. */
export interface KeptMapping {
  /** The name of a ready-made mapping. */
  readonly name: string | null;
  readonly text: string;
  /** The digest of the text in UTF-8, hexadecimal. */
  readonly sha256: string;
}

/** The mapping as it was given; a ready-made one as JSON with the columns that the file has. */
export function keptMapping(family: string, mapping: Mapping): KeptMapping {
  const { name = null, text = mappingText(family, mapping) } = mapping;
  return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
}

/** Parses a mapping in YAML or JSON. Throws `ImportError` with the place and what to write. */
export function parseMapping(text: string, file: string, family: RecordFamily): Mapping {
  const { value, fail } = parseMappingText(text, file, mappingMax);
  return { ...mappingOf(value, family, fail), text };
}

const parts = ["family", "columns", "ignore"] as const;
const members = ["from", "value", "form", "unit", "zone", "values", "empty"] as const;

function mappingOf(value: unknown, family: RecordFamily, fail: Fail): Mapping {
  if (!isObject(value) || !isObject(value.columns))
    return fail([], "the mapping has no columns; write for example columns: {vin: {from: VIN_NO}}");
  requireKnown(value, parts, [], fail);
  if (value.family !== undefined && value.family !== family.name)
    return fail(["family"], `is ${JSON.stringify(value.family)}, and this file is for ${family.name}`);
  const reading: Reading = {
    shape: rowShape(family),
    values: new Map(valueColumnsOf(family).map((column) => [column.name, column])),
    fail,
  };
  const columns = Object.fromEntries(
    Object.entries(value.columns).map(([name, column]) => [name, columnOf(name, column, reading, family)]),
  );
  requireOneForm(columns, fail);
  return { columns, ignore: textsOf(value.ignore, ["ignore"], fail) };
}

interface Reading {
  readonly shape: ReturnType<typeof rowShape>;
  readonly values: ReadonlyMap<string, ValueColumn>;
  readonly fail: Fail;
}

function columnOf(
  name: string,
  given: unknown,
  { shape, values, fail }: Reading,
  family: RecordFamily,
): MappedColumn {
  const path = ["columns", name];
  requireColumn({ shape, family, name }, path, fail);
  if (typeof given === "string") return { from: given };
  if (!isObject(given)) return fail(path, "must have from, the file's column, or value; write {from: NAME}");
  requireKnown(given, members, path, fail);
  const column: MappedColumn = {
    ...textAt(given, "from", path, fail),
    ...columnReading(given, { name, kind: values.get(valueNameOf(name)) }, path, fail),
  };
  if ((column.from === undefined) === (column.value === undefined))
    return fail(path, "must have either from, the file's column, or value, the text of every row");
  return column;
}

/** Two columns of the file can be items of one list, whose texts are read together. */
function requireOneForm(columns: Mapping["columns"], fail: Fail): void {
  const first = new Map<string, string>();
  for (const [name, { form, unit, zone }] of Object.entries(columns)) {
    const key = valueNameOf(name);
    const other = first.get(key) ?? name;
    first.set(key, other);
    const { form: f, unit: u, zone: z } = columns[other]!;
    if (f !== form || u !== unit || z !== zone)
      fail(
        ["columns", name],
        `is read together with ${other}; write the same form, unit and zone at both of them`,
      );
  }
}
