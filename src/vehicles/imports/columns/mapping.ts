import { createHash } from "node:crypto";
import { LineCounter, parseDocument } from "yaml";
import { nearest } from "../../../base/edit-distance.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { ImportError } from "../input/import-error.ts";
import { type FormName, faultOfForm, faultOfUnit, faultOfZone } from "./forms.ts";
import { rowShape, targetOf } from "./row-shape.ts";
import { type ValueColumn, valueColumnsOf } from "./value-columns.ts";

/** Where a documented column comes from, and how it is written. What is absent is found in the column. */
export interface MappedColumn {
  /** The file's column; of JSON a member, or a path with dots. */
  readonly from?: string;
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

/** The documented names of a mapping's column: `liens.2.state` is read in the column `liens.state`. */
export const valueNameOf = (name: string): string => name.replace(/\.\d+(?=\.|$)/g, "");

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

type Path = readonly string[];
type Fail = (path: Path, reason: string) => never;

/** Parses a mapping in YAML or JSON. Throws `ImportError` with the place and what to write. */
export function parseMapping(text: string, file: string, family: RecordFamily): Mapping {
  if (Buffer.byteLength(text) > mappingMax)
    throw new ImportError(`${file} has more than ${mappingMax / 1024} KiB, which no mapping needs`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => `${file}, line ${lines.linePos(offset).line}`;
  const [error] = document.errors;
  if (error)
    throw new ImportError(`${at(error.pos[0])}: this is neither YAML nor JSON: ${lowered(error.message)}`);
  const fail: Fail = (path, reason) => {
    const where = path.length === 0 ? "" : `${path.join(".")} `;
    throw new ImportError(`${at(offsetOf(document, path))}: ${where}${reason}`);
  };
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new ImportError(`${file}: ${lowered((error as Error).message)}`);
  }
  return { ...mappingOf(value, family, fail), text };
}

/** Where the deepest part of a path begins that the document has. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as { range?: [number] } | undefined;
    if (node?.range) return node.range[0];
  }
  return 0;
}

const lowered = (message: string): string => `${message[0]?.toLowerCase()}${message.slice(1)}`;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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
  if (!targetOf(shape, name)) {
    const known = shape.members.map((member) => member.name);
    const near = nearest(name, known);
    return fail(
      path,
      `names a column that ${family.name} lacks${near ? `; is "${near}" meant?` : ""} (vingate import records ${family.name} --template prints all of them)`,
    );
  }
  if (typeof given === "string") return { from: given };
  if (!isObject(given)) return fail(path, "must have from, the file's column, or value; write {from: NAME}");
  requireKnown(given, members, path, fail);
  const column: MappedColumn = {
    ...textAt(given, "from", path, fail),
    ...textAt(given, "value", path, fail),
    ...textAt(given, "form", path, fail),
    ...textAt(given, "unit", path, fail),
    ...textAt(given, "zone", path, fail),
    ...(given.values !== undefined && given.values !== null && { values: wordsOf(given.values, path, fail) }),
    ...(given.empty !== undefined &&
      given.empty !== null && { empty: textsOf(given.empty, [...path, "empty"], fail) }),
  };
  if ((column.from === undefined) === (column.value === undefined))
    return fail(path, "must have either from, the file's column, or value, the text of every row");
  const kind = values.get(valueNameOf(name));
  const faults = {
    form: column.form && faultOfForm(column.form, name, kind),
    unit: column.unit && faultOfUnit(column.unit, kind),
    zone: column.zone && faultOfZone(column.zone, kind),
  };
  for (const [member, fault] of Object.entries(faults))
    if (fault) return fail([...path, member], `is "${column[member as keyof typeof faults]}": ${fault}`);
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

function requireKnown(
  value: Readonly<Record<string, unknown>>,
  known: readonly string[],
  path: Path,
  fail: Fail,
): void {
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  fail([...path, unknown], `is not known${near ? `; is "${near}" meant?` : `: write ${known.join(", ")}`}`);
}

/** Scalars of YAML: `value: 5` is the text 5. */
const asText = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;

function textAt<Name extends string>(
  given: Readonly<Record<string, unknown>>,
  name: Name,
  path: Path,
  fail: Fail,
): { readonly [name in Name]?: string } {
  const value = given[name];
  if (value === undefined || value === null) return {};
  const text = asText(value);
  if (text === undefined || (text === "" && name !== "value")) fail([...path, name], "must be a text");
  return { [name]: text } as { readonly [name in Name]?: string };
}

function textsOf(value: unknown, path: Path, fail: Fail): readonly string[] {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  const texts = list.map(asText);
  if (texts.includes(undefined)) fail(path, "must be a list of texts, such as [N/A, none]");
  return texts as string[];
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
