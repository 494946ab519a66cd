import type { ImportPreview } from "../../../api/import-preview.ts";

/** How one documented column is read from a file. */
interface MappedColumn {
  readonly from?: string;
  readonly form?: string;
  /** The documented value of each of the file's words; null for nothing. */
  readonly values?: Readonly<Record<string, string | null>>;
  /** Members that the console does not change. */
  readonly [other: string]: unknown;
}

/** How a file's columns are read, by their documented names. */
export interface Mapping {
  readonly family: string;
  readonly columns: Readonly<Record<string, MappedColumn>>;
  /** Columns of the file that are left out. */
  readonly ignore?: readonly string[];
}

/** A column of the file, and the documented one that it is read as. */
export interface Mapped {
  readonly column: string;
  readonly as: string;
}

/** The mapping of a validated file. Documented heads have none: each column is then read as its own. */
export function mappingOf(family: string, { mapping, columns }: ImportPreview): Mapping {
  if (mapping) return JSON.parse(mapping.text) as Mapping;
  const read = columns.flatMap(({ name, as }) => (as === null ? [] : [[as, { from: name }] as const]));
  const ignore = columns.filter(({ as }) => as === null).map(({ name }) => name);
  return { family, columns: Object.fromEntries(read), ignore };
}

/** A mapping can name a column in other letters than the file: the name that it has for the one read as `as`. */
const fromOf = ({ columns }: Mapping, { column, as }: Mapped): string => columns[as]?.from ?? column;

/** Reads a column, until now `before`, as `as`; "" ignores it. What was read as `as` before is ignored. */
export function withColumn(mapping: Mapping, { column, as }: Mapped, before: string): Mapping {
  const { columns, ignore, ...rest } = mapping;
  const names = new Set([column, fromOf(mapping, { column, as: before })]);
  const kept = Object.entries(columns).filter(
    ([name, { from }]) => name !== as && (from === undefined || !names.has(from)),
  );
  const ignored = new Set(ignore);
  const former = columns[as]?.from;
  if (former !== undefined) ignored.add(former);
  for (const name of names) ignored.delete(name);
  if (as === "") ignored.add(column);
  const read = as === "" ? kept : [...kept, [as, { from: column }] as const];
  return { ...rest, columns: Object.fromEntries(read), ignore: [...ignored] };
}

/** `liens.1.filed_at` and `liens.2.filed_at` are read together. */
const readTogether = (name: string): string => name.replace(/\.\d+(?=\.|$)/g, "");

/** Sets the form of a column's values: all columns that are read together have one form. */
export function withForm(mapping: Mapping, { column, as }: Mapped, form: string): Mapping {
  const isRead = (name: string) => readTogether(name) === readTogether(as);
  const columns = Object.keys(mapping.columns).some(isRead)
    ? mapping.columns
    : { ...mapping.columns, [as]: { from: column } };
  const formed = Object.entries(columns).map(([name, read]) =>
    isRead(name) ? [name, { ...read, form }] : [name, read],
  );
  return { ...mapping, columns: Object.fromEntries(formed) };
}

/**
 * Translates words of a column, in addition to those that the mapping has; null is nothing. Another member that is read
 * from the same column gets nothing: its words are others.
 */
export function withWords(
  mapping: Mapping,
  { column, as }: Mapped,
  words: Readonly<Record<string, string | null>>,
): Mapping {
  const from = fromOf(mapping, { column, as });
  const nothing = Object.fromEntries(Object.keys(words).map((word) => [word, null]));
  const all: Mapping["columns"] = { [as]: { from }, ...mapping.columns };
  const columns = Object.entries(all).map(([name, read]) => {
    if (name === as) return [name, { ...read, values: { ...read.values, ...words } }];
    const isOther = read.from === from && read.values !== undefined;
    return [name, isOther ? { ...read, values: { ...nothing, ...read.values } } : read];
  });
  return { ...mapping, columns: Object.fromEntries(columns) };
}
