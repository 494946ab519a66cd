import type { RecordFamily, RecordRow } from "../../families/record-family.ts";
import { type ColumnMap, cellReader } from "../columns/column-map.ts";
import { type GivenRow, rowConverter } from "../columns/record-rows.ts";
import { isTexts, recordShape } from "../columns/shape.ts";
import { RecordError } from "../input/import-error.ts";
import { textOf } from "../input/utf8.ts";
import type { Batch, Batches } from "../readers/batch.ts";
import { type Cells, openCsv } from "../readers/csv.ts";
import { readNdjson } from "../readers/ndjson.ts";
import { peekText } from "../readers/peek-text.ts";
import type { Converted, Source } from "./source.ts";

export interface RecordsOptions {
  readonly map?: ColumnMap;
  /** Detected by the first character if absent. */
  readonly format?: "csv" | "ndjson";
  /** Later model years are rejected. */
  readonly yearMax: number;
}

/** A business's own records of a family: CSV with documented columns, or one JSON object per line. */
export function recordsSource(family: RecordFamily, { map, yearMax, format }: RecordsOptions): Source {
  const convert = rowConverter(family, yearMax);
  const carried = recordShape(family)
    .members.filter(({ shape }) => isTexts(shape))
    .map(({ name }) => name);
  return {
    name: `records ${family.name}`,
    title: `Your own records of ${family.name}`,
    size: "yours",
    cadence: "yours",
    licence: "the operator's own or licensed",
    origin: "the operator",
    dataset: "own",
    family,
    members: /\.(csv|tsv|txt|ndjson|jsonl|json)$/i,
    async *rows(utf8) {
      const [first, whole] = await peekText(utf8);
      const lines = format === undefined ? /^\s*[{[]/.test(first) : format === "ndjson";
      if (lines) return yield* converted(readNdjson(whole, carried), convert);
      const { columns, batches } = await openCsv(textOf(whole));
      const read = cellReader(family, columns, map);
      yield* converted(given(batches, columns.length, read), convert);
    },
  };
}

type Read = GivenRow | RecordError;

/** Rows of cells as objects. */
async function* given(
  batches: AsyncIterable<Batch<Cells>>,
  width: number,
  read: (cells: Cells) => GivenRow,
): Batches<Read> {
  for await (const { rows, faults, lineOf } of batches) {
    const made = rows.map((cells, index): Read => {
      const fault = faults.get(index);
      if (fault) return fault;
      if (cells.length === width) return attempt(() => read(cells));
      return new RecordError("", cells.join(","), `has ${cells.length} values where the header has ${width}`);
    });
    yield { rows: made, faults, lineOf };
  }
}

function attempt<T>(work: () => T): T | RecordError {
  try {
    return work();
  } catch (error) {
    if (error instanceof RecordError) return error;
    throw error;
  }
}

async function* converted(
  batches: Batches<Read>,
  convert: (given: GivenRow) => RecordRow,
): AsyncGenerator<Converted> {
  for await (const { rows, faults, lineOf } of batches) {
    const made = rows.map((row, index): RecordRow | RecordError => {
      const fault = faults.get(index);
      return fault ?? (row instanceof RecordError ? row : attempt(() => convert(row)));
    });
    yield { rows: made, lineOf };
  }
}
