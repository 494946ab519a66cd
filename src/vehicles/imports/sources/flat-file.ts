import { makeKey, nameKey } from "../../families/names.ts";
import type { VehicleRow } from "../../families/record-family.ts";
import { ImportError, RecordError } from "../input/import-error.ts";
import { type Cells, readCells } from "../readers/csv.ts";
import { NumberSet } from "./number-set.ts";
import type { Converted } from "./source.ts";

/** A cell of a row by its column's name, without spaces around it; `""` where older files have no such column. */
export type CellOf<Column extends string> = (name: Column) => string;

/** One of the flat files of NHTSA's Office of Defects Investigation: divided by tabs, without a header. */
export interface FlatFile<Column extends string> {
  /** For messages: `NHTSA's flat file of recalls`. */
  readonly title: string;
  /** What a row is about, for messages: `campaign`. */
  readonly subject: string;
  /** The indexes of the columns that are read, from 0. */
  readonly at: Readonly<Record<Column | "year" | "make" | "model" | "component" | "number", number>>;
  /** Columns were added over the years. */
  readonly columnsMin: number;
  readonly columnsMax: number;
  /** Why a row without a name or a year has no use, and why a row has none for other reasons. */
  readonly noName: string;
  readonly noYear: string;
  readonly scattered: string;
  passedOver?(cell: CellOf<Column | "number">): string | undefined;
  /** The names after make and model, and the record. */
  rowOf(cell: CellOf<Column | "number" | "component">): Pick<VehicleRow, "names" | "record">;
}

/** A row in memory, and the components of its vehicle that other rows have. */
interface Held {
  readonly row: VehicleRow;
  readonly line: number;
  readonly components: Set<string>;
}

/** A longer row is not NHTSA's, whose texts have 6,000 characters. */
const rowMax = 65_536;
/** Several times NHTSA's files, and fifty times the longest group of rows, which are kept in memory. */
const keysMax = 4_000_000;
const heldMax = 20_000;

const unknownYear = "9999";

/**
 * The records of a flat file. Rows with the same number follow one another, one for each vehicle and component;
 * those of one vehicle become one record. Only the current number is in memory, and a hash of every key.
 */
export async function* flatFileRows<Column extends string>(
  text: AsyncIterable<string>,
  file: FlatFile<Column>,
): AsyncGenerator<Converted<VehicleRow>> {
  const { at, scattered } = file;
  const tooLarge = (what: string) => new ImportError(`this is not ${file.title}: it has ${what}`);
  const seen = new NumberSet();
  let held = new Map<string, Held>();
  let number = "";
  for await (const { rows, faults, lineOf } of readCells(text, { delimiter: "\t", unquoted: true })) {
    const made: (VehicleRow | RecordError)[] = [];
    const lines: number[] = [];
    const passedOver: Record<string, number> = {};
    const passOver = (reason: string) => {
      passedOver[reason] = (passedOver[reason] ?? 0) + 1;
    };
    const release = () => {
      for (const [key, one] of held) {
        if (!seen.add(hashOf(key))) passOver(scattered);
        else {
          made.push(released(one));
          lines.push(one.line);
        }
      }
      held = new Map();
      if (seen.size > keysMax) throw tooLarge(`more than ${keysMax} vehicles and ${file.subject}s`);
    };
    rows.forEach((cells, index) => {
      const cell: CellOf<keyof typeof at> = (name) => (cells[at[name]] ?? "").trim();
      const fault = faults.get(index) ?? faultOf(cells, file);
      const useless = fault ? undefined : uselessOf(cell, file);
      if (fault) {
        made.push(fault);
        lines.push(lineOf(index));
      } else if (useless !== undefined) passOver(useless);
      else {
        if (cell("number") !== number) release();
        number = cell("number");
        hold(held, cell, file, lineOf(index));
        if (held.size > heldMax) throw tooLarge(`a ${file.subject} of more than ${heldMax} vehicles`);
      }
    });
    yield { rows: made, lineOf: (index) => lines[index]!, passedOver };
  }
  const rest = [...held].filter(([key]) => seen.add(hashOf(key))).map(([, one]) => one);
  yield { rows: rest.map(released), lineOf: (index) => rest[index]!.line };
}

/** 53 bits of a key, without the largest number. */
const hashOf = (key: string): number => Number(Bun.hash.wyhash(key) >> 12n);

function released({ row, components }: Held): VehicleRow {
  return { ...row, record: { ...row.record, component: [...components].join("; ") } };
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

function hold<Column extends string>(
  held: Map<string, Held>,
  cell: CellOf<Column | "year" | "make" | "model" | "component" | "number">,
  file: FlatFile<Column>,
  line: number,
): void {
  const [year, make, model] = [cell("year"), cell("make"), cell("model")];
  const key = [year, makeKey(make), nameKey(model), nameKey(cell("number"))].join("\n");
  const known = held.get(key);
  if (known) {
    known.components.add(cell("component"));
    return;
  }
  const { names, record } = file.rowOf(cell);
  const row = { year: Number(year), names: [make, model, ...names], record };
  held.set(key, { row, line, components: new Set([cell("component")]) });
}

/** A date such as 20140619 as YYYY-MM-DD; `""` where it is none. */
export function dayOf(date: string): string {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(date) ?? [];
  const text = `${year}-${month}-${day}`;
  return year !== undefined && !Number.isNaN(Date.parse(text)) && year >= "1900" ? text : "";
}
