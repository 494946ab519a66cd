import { dayOfDigits } from "../../../../base/reading/declared.ts";
import { makeKey, nameKey } from "../../../families/names.ts";
import type { VehicleRow } from "../../../families/record-family.ts";
import { ImportError, RecordError } from "../../input/import-error.ts";
import { type Cells, readCells } from "../../readers/csv.ts";
import { type JoinedFile, joinRows, type ReadRow, withComponents } from "../joined-rows.ts";
import type { Converted } from "../source.ts";

/** A cell of a row by its column's name, without spaces around it; `""` where older files have no such column. */
export type CellOf<Column extends string> = (name: Column) => string;

/** One of the flat files of NHTSA's Office of Defects Investigation: divided by tabs, without a header. */
export interface FlatFile<Column extends string> extends JoinedFile {
  /** The indexes of the columns that are read, from 0. */
  readonly at: Readonly<Record<Column | "year" | "make" | "model" | "component" | "number", number>>;
  /** Columns were added over the years. */
  readonly columnsMin: number;
  readonly columnsMax: number;
  /** Why a row without a name or a year has no use, and why a row has none for other reasons. */
  readonly noName: string;
  readonly noYear: string;
  passedOver?(cell: CellOf<Column | "number">): string | undefined;
  /** The names after make and model, and the record. */
  rowOf(cell: CellOf<Column | "number" | "component">): Pick<VehicleRow, "names" | "record">;
}

/** A longer row is not NHTSA's, whose texts have 6,000 characters. */
const rowMax = 65_536;
const unknownYear = "9999";

/** The records of a flat file: a row is of one vehicle and component, and those of one vehicle become one record. */
export const flatFileRows = <Column extends string>(
  text: AsyncIterable<string>,
  file: FlatFile<Column>,
): AsyncGenerator<Converted<VehicleRow>> =>
  joinRows(
    readCells(text, { delimiter: "\t", unquoted: true }),
    (cells) => readRow(cells, file),
    withComponents,
    file,
  );

function readRow<Column extends string>(cells: Cells, file: FlatFile<Column>): ReadRow {
  const fault = faultOf(cells, file);
  if (fault) return fault;
  const cell: CellOf<keyof typeof file.at> = (name) => (cells[file.at[name]] ?? "").trim();
  const useless = uselessOf(cell, file);
  if (useless !== undefined) return useless;
  const { names, record } = file.rowOf(cell);
  const component = cell("component");
  return [
    {
      year: Number(cell("year")),
      names: [cell("make"), cell("model"), ...names],
      record: { ...record, component },
    },
  ];
}

function uselessOf<Column extends string>(
  cell: CellOf<Column | "year" | "make" | "model" | "number">,
  { passedOver, noName, noYear }: FlatFile<Column>,
): string | undefined {
  const reason = passedOver?.(cell);
  if (reason !== undefined) return reason;
  if (makeKey(cell("make")) === "" || nameKey(cell("model")) === "") return noName;
  return cell("year") === unknownYear ? noYear : undefined;
}

function faultOf<Column extends string>(cells: Cells, file: FlatFile<Column>): RecordError | undefined {
  const { at, columnsMin, columnsMax } = file;
  if (cells.reduce((sum, { length }) => sum + length, 0) > rowMax)
    return new RecordError("", cells[at.number] ?? "", `has more than ${rowMax} characters`);
  if (cells.length < columnsMin || cells.length > columnsMax) {
    const text = cells.join("\t");
    if (cells.length < Math.min(10, columnsMin))
      throw new ImportError(`this is not ${file.title}: "${text.slice(0, 80)}"`);
    return new RecordError("", text, `has ${cells.length} columns, not ${columnsMin} or more`);
  }
  if (cells[at.number]!.trim() === "") return new RecordError(file.subject, "", "must not be empty");
  return /^\d{4}$/.test(cells[at.year]!)
    ? undefined
    : new RecordError("year", cells[at.year], "must be a model year");
}

/** A date such as 20140619 as YYYY-MM-DD; `""` where it is none. */
export const dayOf = (date: string): string => dayOfDigits(date) ?? "";
