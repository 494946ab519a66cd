import type { RecordFamily, RecordRow } from "../../families/record-family.ts";
import { type ColumnMap, cellReader } from "../columns/column-map.ts";
import type { DateOrder } from "../columns/days.ts";
import { rowConverter } from "../columns/record-rows.ts";
import { isTexts, recordShape } from "../columns/record-shape.ts";
import type { NamesOfVin } from "../columns/vin-names.ts";
import { RecordError } from "../input/import-error.ts";
import { textOf } from "../input/utf8.ts";
import { openCsv } from "../readers/csv.ts";
import { readNdjson } from "../readers/ndjson.ts";
import { peekText } from "../readers/peek-text.ts";
import type { Batches } from "../readers/row-batch.ts";
import type { Converted, Source } from "./source.ts";

export interface RecordsOptions {
  readonly map?: ColumnMap;
  /** Detected by the first character if absent. */
  readonly format?: "csv" | "ndjson";
  /** Later model years are rejected. */
  readonly yearMax: number;
  /** Opens the names of VINs, which rows get instead of the file's; absent for the file's. */
  readonly names?: () => Promise<NamesOfVin>;
  /** How dates such as 3/2/2024 are read; if absent, the month first and with a warning. */
  readonly dates?: DateOrder | undefined;
}

/** A business's own records of a family: CSV with documented columns, or one JSON object per line. */
export function recordsSource(
  family: RecordFamily,
  { map, yearMax, format, names, dates }: RecordsOptions,
): Source {
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
      const convert = rowConverter(family, { yearMax, namesOf: await names?.(), dates });
      const [first, whole] = await peekText(utf8);
      const lines = format === undefined ? /^\s*[{[]/.test(first) : format === "ndjson";
      if (lines) return yield* converted(readNdjson(whole, carried), convert);
      const { columns, batches } = await openCsv(textOf(whole));
      const read = cellReader(family, columns, map);
      yield* converted(batches, (cells) => {
        if (cells.length === columns.length) return convert(read(cells));
        throw new RecordError("", cells.join(","), widthFault(cells.length, columns.length));
      });
    },
  };
}

const widthFault = (values: number, columns: number) =>
  `has ${values} values where the header has ${columns}`;

/** Batches whose rows are converted when they are read: a converted row can take much more memory. */
async function* converted<Row>(
  batches: Batches<Row>,
  convert: (row: Row) => RecordRow,
): AsyncGenerator<Converted> {
  for await (const { rows, faults, lineOf } of batches)
    yield { rows: convertedRows(rows, faults, convert), lineOf };
}

function* convertedRows<Row>(
  rows: readonly Row[],
  faults: ReadonlyMap<number, RecordError>,
  convert: (row: Row) => RecordRow,
): Generator<RecordRow | RecordError> {
  for (const [index, row] of rows.entries()) yield faults.get(index) ?? attempt(() => convert(row));
}

function attempt<T>(work: () => T): T | RecordError {
  try {
    return work();
  } catch (error) {
    if (error instanceof RecordError) return error;
    throw error;
  }
}
