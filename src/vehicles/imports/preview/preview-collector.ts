import { isEmptyWord, type WordKind } from "../../../base/reading/words.ts";
import type { RecordFamily, RecordRow } from "../../families/record-family.ts";
import { wordReader } from "../columns/cell-words.ts";
import { reasonColumn } from "../columns/column-map.ts";
import type { ColumnQuestion } from "../columns/column-refusal.ts";
import { knownHeads } from "../columns/heads.ts";
import { valueNameOf } from "../columns/mapped-column.ts";
import { type Mapping, mappingText } from "../columns/mapping.ts";
import type { GivenRow } from "../columns/record-rows.ts";
import { rowShape, targetOf } from "../columns/row-shape.ts";
import type { ColumnValues } from "../columns/row-values.ts";
import { documentedColumns } from "../columns/template.ts";
import { soldForKey, valueColumnsOf } from "../columns/value-columns.ts";
import { RecordError } from "../input/import-error.ts";
import {
  boundedPreview,
  cutText,
  type ImportPreview,
  type PreviewColumn,
  type PreviewRow,
} from "./preview.ts";

const rowsShown = 10;
const valuesShown = 3;
const wordsShown = 20;
const kept = 500;

interface SeenColumn {
  readonly name: string;
  as: string | null;
  kind: WordKind | undefined;
  words: ReturnType<typeof wordReader>;
  readonly values: string[];
  readonly empty: Map<string, number>;
  readonly unmapped: Map<string, number>;
}

type Rejects = readonly ({ readonly line: number } & NonNullable<PreviewRow["reject"]>)[];

/** Collects what a dry run shows of a file, while it is read. */
export class PreviewCollector {
  format: ImportPreview["format"] = "csv";
  encoding = "utf-8";
  delimiter: string | null = null;
  sheet: string | null = null;
  sheets: readonly string[] = [];
  question: ColumnQuestion | null = null;
  readonly #family: RecordFamily;
  readonly #rows: { readonly line: number; readonly given: Record<string, string> }[] = [];
  readonly #records = new Map<number, object>();
  #columns: SeenColumn[] = [];
  #mapping: ImportPreview["mapping"] = null;
  #constants: readonly string[] = [];
  #forms: ReturnType<ColumnValues["found"]> = new Map();

  constructor(family: RecordFamily) {
    this.#family = family;
  }

  /** The file's columns, before it is known what they are. */
  header(names: readonly string[]): void {
    this.#columns = names.map((name) => ({
      name,
      as: null,
      kind: undefined,
      words: undefined,
      values: [],
      empty: new Map(),
      unmapped: new Map(),
    }));
    const shape = rowShape(this.#family);
    const heads = this.#headsOf(names);
    for (const [index, column] of this.#columns.entries())
      if (heads[index] !== reasonColumn && targetOf(shape, heads[index]!)) this.#name(column, heads[index]!);
  }

  #headsOf(names: readonly string[], mapping?: Mapping): readonly string[] {
    try {
      return knownHeads(this.#family, names, mapping);
    } catch {
      // A column that occurs twice is refused where rows are read.
      return names;
    }
  }

  /** What they are by a mapping. */
  mapped(mapping: Mapping, proposed: boolean): void {
    const { name = null, title = null, columns } = mapping;
    this.#mapping = { name, title, proposed, text: mappingText(this.#family.name, mapping) };
    const entries = Object.entries(columns);
    this.#constants = entries.flatMap(([as, { from }]) => (from === undefined ? [as] : []));
    const heads = this.#headsOf(
      this.#columns.map((column) => column.name),
      mapping,
    );
    for (const [index, column] of this.#columns.entries()) {
      const [as, of] = entries.find(([, { from }]) => from === heads[index]) ?? [null];
      column.as = null;
      column.kind = undefined;
      column.words = as === null ? undefined : wordReader(as, of!);
      if (as !== null) this.#name(column, as);
    }
  }

  #name(column: SeenColumn, as: string): void {
    column.as = as;
    const isValue = valueColumnsOf(this.#family).some(({ name }) => name === valueNameOf(as));
    const shape = targetOf(rowShape(this.#family), as)?.shape;
    if (isValue || shape?.kind === "flag" || as === "year") column.kind = "number";
    else if (as === "vin" || as === "license") column.kind = "code";
    else if (shape?.kind === "text") column.kind = shape.words;
  }

  /** A row of the file; `cells` are its texts by the columns of the header. */
  see(line: number, cells: readonly string[]): void {
    if (this.#rows.length < rowsShown) this.#rows.push({ line, given: this.#given(cells) });
    for (let index = 0; index < this.#columns.length; index += 1) {
      const text = cells[index];
      if (text) seeText(this.#columns[index]!, text);
    }
  }

  #given(cells: readonly string[]): Record<string, string> {
    const given: Record<string, string> = {};
    for (const [index, { name }] of this.#columns.entries())
      if (name !== "") given[name] = cutText(cells[index] ?? "", kept);
    return given;
  }

  /** The record that a row became; its values are as they were read. */
  made(line: number, given: GivenRow, row: RecordRow): void {
    if (this.#records.size < rowsShown && this.#rows.some((one) => one.line === line))
      this.#records.set(line, recordOf(this.#family, given, row));
  }

  /** How the columns were written, as far as they were read. */
  forms(columns: ColumnValues): void {
    this.#forms = columns.found();
  }

  /** The preview, of which the first rejects are known. */
  preview(rejects: Rejects): ImportPreview {
    const { format, encoding, delimiter, sheet, sheets, question } = this;
    const mappedNames = new Set([...this.#constants, ...this.#columns.map(({ as }) => as)]);
    return boundedPreview({
      format,
      encoding,
      delimiter,
      sheet,
      sheets,
      mapping: this.#mapping,
      columns: this.#columns.map((column) => this.#shownColumn(column)),
      required: documentedColumns(this.#family).flatMap(({ name, required }) =>
        required && !mappedNames.has(name) ? [name] : [],
      ),
      rows: this.#rows.map(({ line, given }) => {
        const { column = "", value = "", reason } = rejects.find((one) => one.line === line) ?? {};
        const reject = reason === undefined ? null : { column, value, reason };
        return { line, given, record: reject ? null : (this.#records.get(line) ?? null), reject };
      }),
      question,
    });
  }

  #shownColumn({ name, as, values, empty, unmapped }: SeenColumn): PreviewColumn {
    const { form = null, decidedAt = null } = (as !== null && this.#forms.get(valueNameOf(as))) || {};
    return {
      name,
      as,
      form,
      decided_at: decidedAt,
      values,
      empty: Object.fromEntries(empty),
      unmapped: Object.fromEntries(unmapped),
    };
  }
}

function seeText({ values, kind, words, empty, unmapped }: SeenColumn, text: string): void {
  if (values.length < valuesShown) {
    const shown = cutText(text, kept);
    if (!values.includes(shown)) values.push(shown);
  }
  if (words) seeWord(words, text, { empty, unmapped });
  else if (kind !== undefined && isEmptyWord(text, kind)) count(empty, text);
}

function seeWord(
  words: NonNullable<SeenColumn["words"]>,
  text: string,
  { empty, unmapped }: Pick<SeenColumn, "empty" | "unmapped">,
): void {
  try {
    if (words(text) === undefined) count(empty, text);
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    count(unmapped, text);
  }
}

function count(words: Map<string, number>, text: string): void {
  const word = cutText(text, kept);
  const before = words.get(word);
  if (before !== undefined || words.size < wordsShown) words.set(word, (before ?? 0) + 1);
}

/**
 * The keys of a row, by their documented names, and its record as one object. It is a copy, since rows are stored from
 * memory that is used again.
 */
function recordOf(family: RecordFamily, given: GivenRow, row: RecordRow): object {
  const { record, warnings: _, ...keys }: RecordRow & { readonly at?: number } = row;
  const shownKeys: Record<string, unknown> = { ...keys };
  if ("names" in row && family.kind === "vehicle") {
    delete shownKeys.names;
    for (const [index, level] of family.levels.entries()) shownKeys[level] = row.names[index];
  }
  if ("id" in family && family.id && "id" in row) {
    delete shownKeys.id;
    shownKeys[family.id.name] = row.id;
  }
  if (keys.at !== undefined) shownKeys.at = keys.at === 0 ? "" : new Date(keys.at).toISOString();
  if (given[soldForKey]) shownKeys[soldForKey] = given[soldForKey];
  return JSON.parse(JSON.stringify({ ...shownKeys, ...record })) as object;
}
