import type { RecordRow } from "../../../families/record-family.ts";
import { indexColumns } from "../../columns/index-columns.ts";
import { RecordError } from "../../input/import-error.ts";
import { textOf } from "../../input/utf8.ts";
import { type Cells, openCsv } from "../../readers/csv.ts";
import type { Converted } from "../source.ts";

/** A table of a register: the columns that are read, by its own names. */
export interface RegisterTable {
  /** Its publisher's name for it, for messages. */
  readonly title: string;
  readonly required: readonly string[];
  /** Columns of newer or of whole editions. */
  readonly optional: readonly string[];
  /** The column's name of a cell of the header. */
  readonly nameOf?: (cell: string) => string;
}

/** Returns the row's value of a column, without spaces around it; `""` if the table does not have the column. */
export type ReadCell = (name: string) => string;

/** A row's records, or why it has none here. Throws `RecordError` for an invalid row. */
export type ConvertRow = (read: ReadCell) => readonly RecordRow[] | string;

/** Reads a table's rows; each is converted when it is requested, so that few are in memory. */
export async function* registerRows(
  utf8: AsyncIterable<Buffer>,
  table: RegisterTable,
  convert: ConvertRow,
): AsyncGenerator<Converted> {
  const { title, required, optional, nameOf = (cell) => cell } = table;
  const { columns: header, line, batches } = await openCsv(textOf(utf8));
  const names = header.map((cell) => nameOf(cell).toLowerCase());
  indexColumns(names, required, { table: title, line });
  const columns = new Map(
    [...required, ...optional].map((name) => [name, names.indexOf(name.toLowerCase())]),
  );
  let passed: Record<string, number> = {};
  for await (const { rows, faults, lineOf } of batches) {
    const lines: number[] = [];
    const passedOver = passed;
    passed = {};
    yield {
      rows: convertedRows(rows, { faults, convert, columns, width: names.length, lines, lineOf, passed }),
      lineOf: (index) => lines[index]!,
      passedOver,
    };
  }
  yield { rows: [], lineOf: () => 0, passedOver: passed };
}

interface Converting {
  readonly faults: ReadonlyMap<number, RecordError>;
  readonly convert: ConvertRow;
  readonly columns: ReadonlyMap<string, number>;
  readonly width: number;
  readonly lines: number[];
  readonly lineOf: (index: number) => number;
  readonly passed: Record<string, number>;
}

function* convertedRows(
  rows: readonly Cells[],
  { faults, convert, columns, width, lines, lineOf, passed }: Converting,
): Generator<RecordRow | RecordError> {
  for (const [index, cells] of rows.entries()) {
    const fault = faults.get(index) ?? (cells.length === width ? undefined : wide(cells, width));
    const made = fault ? [fault] : attempt(convert, (name) => cells[columns.get(name)!]?.trim() ?? "");
    if (typeof made === "string") passed[made] = (passed[made] ?? 0) + 1;
    else
      for (const row of made) {
        lines.push(lineOf(index));
        yield row;
      }
  }
}

function attempt(convert: ConvertRow, read: ReadCell): readonly (RecordRow | RecordError)[] | string {
  try {
    return convert(read);
  } catch (error) {
    if (error instanceof RecordError) return [error];
    throw error;
  }
}

const wide = (cells: Cells, width: number): RecordError =>
  new RecordError("", cells.join(",").slice(0, 200), `has ${cells.length} values, not ${width}`);
