import type { RecordFamily } from "../../families/record-family.ts";
import { cellReader, tableColumns } from "../columns/column-map.ts";
import type { ColumnForm } from "../columns/forms.ts";
import { knownHeads } from "../columns/heads.ts";
import { keyColumnsOf } from "../columns/key-columns.ts";
import { valueNameOf } from "../columns/mapped-column.ts";
import type { Mapping } from "../columns/mapping.ts";
import { memberAt, memberReader } from "../columns/member-reader.ts";
import type { GivenRow } from "../columns/record-rows.ts";
import { rowShape } from "../columns/row-shape.ts";
import { ImportError, RecordError } from "../input/import-error.ts";
import { type MappingFor, proposedMapping, readyMappingFor } from "../mappings/mappings.ts";
import type { PreviewCollector } from "../preview/preview-collector.ts";
import { type Cells, openCsv } from "../readers/csv.ts";
import type { Batch, Batches } from "../readers/row-batch.ts";

/** The rows of a file as objects with documented names, and what is known of its columns. */
export interface GivenRows {
  readonly batches: Batches<GivenRow>;
  readonly mapping?: Mapping | undefined;
  readonly columns: Readonly<Record<string, ColumnForm>>;
}

export interface Reading {
  readonly family: RecordFamily;
  readonly mapping?: MappingFor | undefined;
  /** What a dry run collects, in which a mapping is proposed. */
  readonly preview?: PreviewCollector | undefined;
}

type JsonRow = Readonly<Record<string, unknown>>;

/** Opens a table. Throws `ImportError` for a header that cannot be read. */
export async function openTable(text: AsyncIterable<string>, reading: Reading): Promise<GivenRows> {
  const { preview } = reading;
  const { columns: header, delimiter, batches } = await openCsv(text);
  if (!preview) {
    const { mapping, heads, columns } = readTableHeader(header, reading);
    return {
      batches: tableRows(batches, header.length, cellReader(columns)),
      mapping,
      columns: formsOf(mapping, heads, header),
    };
  }
  preview.delimiter = delimiter;
  preview.header(header);
  const [first, rest] = await begun(batches);
  try {
    const { mapping, heads, columns } = readTableHeader(header, reading);
    const seen = seenRows(rest, preview, (cells) => cells);
    return {
      batches: tableRows(seen, header.length, cellReader(columns)),
      mapping,
      columns: formsOf(mapping, heads, header),
    };
  } catch (error) {
    // A person chooses the columns by their first values.
    if (first) see(first, preview, (cells: Cells) => cells);
    throw error;
  }
}

function readTableHeader(header: readonly string[], reading: Reading) {
  const { family } = reading;
  const fault = faultOf(() => tableColumns(family, knownHeads(family, header)));
  const mapping = chosenMapping(header, reading, fault);
  const heads = knownHeads(family, header, mapping);
  return { mapping, heads, columns: tableColumns(family, heads, mapping) };
}

function faultOf(work: () => unknown): ImportError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ImportError) return error;
    throw error;
  }
}

/**
 * The mapping of a file: a named one, or in a dry run one that is proposed if it cannot be read as it is. Throws
 * `ImportError` for a file that a ready-made mapping would fit.
 */
function chosenMapping(
  header: readonly string[],
  { family, mapping, preview }: Reading,
  fault: ImportError | undefined,
): Mapping | undefined {
  if (mapping) {
    const chosen = mapping(header);
    preview?.mapped(chosen, false);
    return chosen;
  }
  if (!fault) return undefined;
  if (preview) {
    const proposed = proposedMapping(family, header);
    if (proposed) preview.mapped(proposed, true);
    return proposed;
  }
  const { name } = readyMappingFor(family, header) ?? {};
  if (name === undefined) return undefined;
  throw new ImportError(
    `${fault.message}. The mapping ${name} fits this file: import it with --mapping ${name} (over HTTP: mapping=${name}); a dry run shows what it makes of the rows`,
  );
}

function formsOf(
  mapping: Mapping | undefined,
  heads: readonly string[],
  header: readonly string[],
): Readonly<Record<string, ColumnForm>> {
  const headOf = (name: string) => header[heads.indexOf(name)] ?? name;
  const entries = mapping
    ? Object.entries(mapping.columns).map(([as, { from, form, unit, zone }]) => ({
        as,
        head: from === undefined ? as : headOf(from),
        form,
        unit,
        zone,
      }))
    : heads.map((as) => ({ as, head: headOf(as) }));
  // The first of a list's items names the column.
  return Object.fromEntries(entries.reverse().map((one) => [valueNameOf(one.as), one]));
}

const rowsAtOnce = 500;
const nothing: GivenRow = {};

async function* tableRows(
  batches: Batches<Cells>,
  width: number,
  read: (cells: Cells) => GivenRow,
): AsyncGenerator<Batch<GivenRow>> {
  const given = (cells: Cells): GivenRow | RecordError =>
    cells.length === width
      ? attempt(() => read(cells))
      : new RecordError("", cells.join(","), widthFault(cells.length, width));
  // Objects take more memory than cells: few are made at once.
  for await (const { rows, faults, lineOf } of batches)
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const found = new Map<number, RecordError>();
      const some = rows.slice(from, from + rowsAtOnce).map((cells, index): GivenRow => {
        const row = faults.get(from + index) ?? given(cells);
        if (!(row instanceof RecordError)) return row;
        found.set(index, row);
        return nothing;
      });
      yield { rows: some, faults: found, lineOf: (index) => lineOf(from + index) };
    }
}

const widthFault = (values: number, columns: number) =>
  `has ${values} values where the header has ${columns}`;

/** The result of work, or why a row cannot be stored. */
export function attempt<T>(work: () => T): T | RecordError {
  try {
    return work();
  } catch (error) {
    if (error instanceof RecordError) return error;
    throw error;
  }
}

/** Opens rows of JSON. Throws `ImportError` if a mapping is named, or would fit, that the first of them lack. */
export async function openObjects(batches: Batches<JsonRow>, reading: Reading): Promise<GivenRows> {
  const { family, preview } = reading;
  const [first, rest] = await begun(batches);
  const names = namesIn(first);
  preview?.header(names);
  const textsOf = (row: JsonRow) => names.map((name) => shownText(memberAt(row, name)));
  const seen = preview ? seenRows(rest, preview, textsOf) : rest;
  try {
    const mapping = chosenMapping(names, reading, faultOfObjects(family, names, first));
    if (!mapping) return { batches: seen, columns: formsOf(undefined, names, names) };
    const read = memberReader(family, mapping);
    return { batches: mappedObjects(seen, read), mapping, columns: formsOf(mapping, names, names) };
  } catch (error) {
    if (preview && first) see(first, preview, textsOf);
    throw error;
  }
}

/** Why objects are not read as they are: a key is missing, or other members are those of a ready-made mapping. */
function faultOfObjects(
  family: RecordFamily,
  names: readonly string[],
  first: Batch<JsonRow> | undefined,
): ImportError | undefined {
  if (!first) return undefined;
  const key = keyColumnsOf(family).find(({ name, required }) => required && !names.includes(name));
  const at = `line ${first.lineOf(0)}: `;
  if (key) return new ImportError(`${at}the member "${key.name}" of ${family.name} is missing`);
  const { members, open } = rowShape(family);
  if (open) return undefined;
  const known = new Set(members.map(({ name }) => name.split(".")[0]));
  const unknown = names.find((name) => !known.has(name.split(".")[0]));
  if (unknown === undefined || !readyMappingFor(family, names)) return undefined;
  return new ImportError(`${at}${family.name} has no member "${unknown}"`);
}

async function* mappedObjects(
  batches: Batches<JsonRow>,
  read: (row: JsonRow) => GivenRow,
): AsyncGenerator<Batch<GivenRow>> {
  for await (const { rows, faults, lineOf } of batches) {
    const found = new Map(faults);
    const made = rows.map((row, index) => {
      const one = found.has(index) ? nothing : attempt(() => read(row));
      if (!(one instanceof RecordError)) return one;
      found.set(index, one);
      return nothing;
    });
    yield { rows: made, faults: found, lineOf };
  }
}

const objectsLooked = 100;
const namesMost = 300;
const depthMost = 4;

/** The members of the first objects, with dots for those within others. */
function namesIn(batch: Batch<JsonRow> | undefined): readonly string[] {
  const names = new Set<string>();
  const add = (value: unknown, path: string, depth: number): void => {
    if (names.size >= namesMost) return;
    const isPlain = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isPlain || depth === depthMost) {
      if (path !== "") names.add(path);
      return;
    }
    for (const [name, one] of Object.entries(value))
      add(one, path === "" ? name : `${path}.${name}`, depth + 1);
  };
  for (const row of batch?.rows.slice(0, objectsLooked) ?? []) add(row, "", 0);
  return [...names];
}

function shownText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The first batch with rows, and all of them. */
async function begun<Row>(batches: Batches<Row>): Promise<[Batch<Row> | undefined, Batches<Row>]> {
  const rest = batches[Symbol.asyncIterator]();
  const before: Batch<Row>[] = [];
  let first = await rest.next();
  while (!first.done && first.value.rows.length === 0) {
    before.push(first.value);
    first = await rest.next();
  }
  async function* whole() {
    try {
      yield* before;
      for (let one = first; !one.done; one = await rest.next()) yield one.value;
    } finally {
      await rest.return?.();
    }
  }
  return [first.done ? undefined : first.value, whole()];
}

/** The same batches; a preview receives each row. */
async function* seenRows<Row>(
  batches: Batches<Row>,
  preview: PreviewCollector,
  textsOf: (row: Row) => readonly string[],
): AsyncGenerator<Batch<Row>> {
  for await (const batch of batches) {
    see(batch, preview, textsOf);
    yield batch;
  }
}

function see<Row>(
  { rows, lineOf }: Batch<Row>,
  preview: PreviewCollector,
  textsOf: (row: Row) => readonly string[],
): void {
  for (const [index, row] of rows.entries()) preview.see(lineOf(index), textsOf(row));
}
