import type { ColumnQuestion } from "../columns/column-refusal.ts";

/** What a dry run shows of a file: how it is read, before anything is changed. */
export interface ImportPreview {
  readonly format: "csv" | "ndjson" | "json" | "xlsx";
  readonly encoding: string;
  /** Null where the format has none. */
  readonly delimiter: string | null;
  readonly sheet: string | null;
  readonly sheets: readonly string[];
  /** Null where the file has documented names. */
  readonly mapping: ShownMapping | null;
  readonly columns: readonly PreviewColumn[];
  /** Required columns without a column of the file. */
  readonly required: readonly string[];
  readonly rows: readonly PreviewRow[];
  readonly question: ColumnQuestion | null;
}

export interface ShownMapping {
  readonly name: string | null;
  readonly title: string | null;
  /** Whether the dry run chose it. */
  readonly proposed: boolean;
  /** JSON, to be edited and sent back. */
  readonly text: string;
}

export interface PreviewColumn {
  readonly name: string;
  /** The documented name; null if the column is left out. */
  readonly as: string | null;
  readonly form: string | null;
  readonly decided_at: number | null;
  /** Its first different values. */
  readonly values: readonly string[];
  /** Words for nothing, and words that the mapping lacks, with how many rows have each. */
  readonly empty: Readonly<Record<string, number>>;
  readonly unmapped: Readonly<Record<string, number>>;
}

export interface PreviewRow {
  readonly line: number;
  readonly given: Readonly<Record<string, string>>;
  readonly record: object | null;
  readonly reject: { readonly column: string; readonly value: string; readonly reason: string } | null;
}

const bytesMax = 65_536;
const limits = [
  { text: 200, rows: 10, words: 20, values: 3 },
  { text: 80, rows: 10, words: 20, values: 3 },
  { text: 40, rows: 5, words: 10, values: 3 },
  { text: 40, rows: 2, words: 5, values: 1 },
  { text: 40, rows: 0, words: 0, values: 0 },
] as const;

type Limit = (typeof limits)[number];

/** The preview with at most 64 KiB as JSON: texts are cut first, then rows and words, then columns that are left out. */
export function boundedPreview(preview: ImportPreview): ImportPreview {
  for (const limit of limits) {
    const cut = cutPreview(preview, limit);
    if (sizeOf(cut) <= bytesMax) return cut;
  }
  const least = cutPreview(preview, limits.at(-1)!);
  const columns = [...least.columns].sort((a, b) => Number(a.as === null) - Number(b.as === null));
  let most = columns.length;
  while (most > 0 && sizeOf({ ...least, columns: columns.slice(0, most) }) > bytesMax) most >>= 1;
  return { ...least, columns: columns.slice(0, most) };
}

const sizeOf = (preview: ImportPreview): number => Buffer.byteLength(JSON.stringify(preview));

function cutPreview(preview: ImportPreview, { text, rows, words, values }: Limit): ImportPreview {
  const cutWords = (counts: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      Object.entries(counts)
        .slice(0, words)
        .map(([word, count]) => [cutText(word, text), count]),
    );
  return {
    ...preview,
    columns: preview.columns.map((column) => ({
      ...column,
      values: column.values.slice(0, values).map((one) => cutText(one, text)),
      empty: cutWords(column.empty),
      unmapped: cutWords(column.unmapped),
    })),
    rows: preview.rows.slice(0, rows).map(({ given, record, ...row }) => ({
      ...row,
      given: Object.fromEntries(Object.entries(given).map(([name, one]) => [name, cutText(one, text)])),
      record: record && (shownValue(record, text) as object),
    })),
  };
}

export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}…`;

const itemsMost = 20;

/** A value of a record, without empty members. */
function shownValue(value: unknown, most: number): unknown {
  if (typeof value === "string") return cutText(value, most);
  if (Array.isArray(value)) return value.slice(0, itemsMost).map((one) => shownValue(one, most));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [name, shownValue(one, most)] as const);
  return Object.fromEntries(members.filter(([, one]) => !isNothing(one)));
}

const isNothing = (value: unknown): boolean =>
  value === "" ||
  value === null ||
  value === undefined ||
  (typeof value === "object" && Object.keys(value as object).length === 0);
