import type { RecordFamily, RecordRow } from "../../families/record-family.ts";
import { reasonColumn } from "../columns/column-map.ts";
import type { DateOrder } from "../columns/days.ts";
import { keptMapping, type Mapping } from "../columns/mapping.ts";
import { decidedRows } from "../columns/read-ahead.ts";
import { type GivenRow, rowConverter } from "../columns/record-rows.ts";
import { isTexts, recordShape } from "../columns/record-shape.ts";
import { ColumnValues } from "../columns/row-values.ts";
import type { NamesOfVin } from "../columns/vin-names.ts";
import type { RecordError } from "../input/import-error.ts";
import { textOf } from "../input/utf8.ts";
import type { MappingFor } from "../mappings/mappings.ts";
import { DoubtfulText } from "../readers/doubtful-text.ts";
import { readJsonArray } from "../readers/json-array.ts";
import { readNdjson } from "../readers/ndjson.ts";
import { peekText } from "../readers/peek-text.ts";
import type { Batch, Batches } from "../readers/row-batch.ts";
import { attempt, openObjects, openTable } from "./given-rows.ts";
import { ownOrigin } from "./readers.ts";
import { readRejectedRows } from "./rejected-rows.ts";
import type { Converted, Source } from "./source.ts";

export interface RecordsOptions {
  /** What the file's columns are; if absent, they have documented names. */
  readonly mapping?: MappingFor;
  /** Detected by the first character if absent. */
  readonly format?: "csv" | "ndjson";
  /** Later model years are rejected. */
  readonly yearMax: number;
  /** Opens the names of VINs, which rows get instead of the file's; absent for the file's. */
  readonly names?: () => Promise<NamesOfVin>;
  /** How dates such as 3/2/2024 are read; if absent, as their column shows. */
  readonly dates?: DateOrder | undefined;
  /** The decimal sign of amounts and distances; if absent, that of their column. */
  readonly decimals?: "point" | "comma" | undefined;
}

/** A business's own records of a family: CSV with documented columns, one JSON object per line, or an array. */
export function recordsSource(
  family: RecordFamily,
  { mapping, yearMax, format, names, dates, decimals }: RecordsOptions,
): Source {
  const carried = recordShape(family)
    .members.filter(({ shape }) => isTexts(shape))
    .map(({ name }) => name);
  let used: Mapping | undefined;
  return {
    name: `records ${family.name}`,
    title: `Your own records of ${family.name}`,
    size: "yours",
    cadence: "yours",
    licence: "the operator's own or licensed",
    origin: ownOrigin,
    dataset: "own",
    family,
    members: /\.(csv|tsv|txt|ndjson|jsonl|json)$/i,
    rejectedRows: (utf8, reasons) => readRejectedRows(utf8, format, reasons),
    mapping: () => used && keptMapping(family.name, used),
    async *rows(utf8, preview) {
      const doubtful = new DoubtfulText();
      const [first, whole] = await peekText(doubtful.watch(utf8));
      const json = format === undefined ? /^\s*[{[]/.test(first) : format === "ndjson";
      const isList = /^\s*\[/.test(first);
      const reading = { family, mapping, preview };
      if (preview && json) preview.format = isList ? "json" : "ndjson";
      const isCarried = !mapping && !preview;
      const given = json
        ? await openObjects((isList ? readJsonArray : readNdjson)(whole, isCarried ? carried : []), reading)
        : await openTable(textOf(whole), reading);
      used = mapping && given.mapping;
      const until = `${yearMax}-12-31`;
      const columns = new ColumnValues(family, { dates, decimals, until, columns: given.columns });
      const convert = rowConverter(family, { yearMax, namesOf: await names?.(), columns });
      const rows = columns.areRead ? decidedRows(given.batches, columns) : given.batches;
      try {
        yield* converted(rows, (row, lineOf) => {
          if (reasonColumn in row) delete (row as Record<string, unknown>)[reasonColumn];
          const made = convert(row, lineOf);
          const warnings = doubtful.warningsOf(Object.keys(row), Object.values(row));
          preview?.made(lineOf(), row as GivenRow, made);
          if (warnings.length === 0) return made;
          return { ...made, warnings: [...(made.warnings ?? []), ...warnings] };
        });
      } finally {
        preview?.forms(columns);
      }
    },
  };
}

/** Batches whose rows are converted when they are read: a converted row can take much more memory. */
async function* converted<Row>(
  batches: Batches<Row>,
  convert: (row: Row, lineOf: () => number) => RecordRow,
): AsyncGenerator<Converted> {
  for await (const { rows, faults, lineOf } of batches)
    yield { rows: convertedRows({ rows, faults, lineOf }, convert), lineOf };
}

function* convertedRows<Row>(
  { rows, faults, lineOf }: Batch<Row>,
  convert: (row: Row, lineOf: () => number) => RecordRow,
): Generator<RecordRow | RecordError> {
  for (const [index, row] of rows.entries())
    yield faults.get(index) ?? attempt(() => convert(row, () => lineOf(index)));
}
