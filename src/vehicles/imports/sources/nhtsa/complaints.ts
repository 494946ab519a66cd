import { isDay } from "../../../../base/reading/declared.ts";
import { complaints } from "../../../families/apis/known-problems.ts";
import type { VehicleRow } from "../../../families/record-family.ts";
import { ImportError, RecordError } from "../../input/import-error.ts";
import { type ByteLines, readByteLines } from "../../readers/byte-lines.ts";
import { Garbage } from "../../readers/garbage.ts";
import type { Converted, Source } from "../source.ts";
import { ComplaintCounts } from "./complaint-counts.ts";

/**
 * The columns of CMPL.txt that are read, from 0. Column 19 is the text of the person who complained; it and all that
 * identifies the person (city, state, VIN, dealer) are never read.
 */
const at = {
  number: 1,
  make: 3,
  model: 4,
  year: 5,
  crash: 6,
  incident: 7,
  fire: 8,
  injured: 9,
  killed: 10,
  component: 11,
  received: 16,
  mileage: 17,
  product: 45,
} as const;

/** There were 20 columns, since 2007 46, then 47, 49 and since April 2026 51. */
const columnsMin = 20;
const columnsMax = 60;

const codeOf = (character: string): number => character.charCodeAt(0);
const [tab, carriageReturn, zero, yes] = ["\t", "\r", "0", "Y"].map(codeOf) as [
  number,
  number,
  number,
  number,
];
/** Tires, equipment, child seats. A tab in the text moves another column here: such rows are of vehicles, as most are. */
const others = ["T", "E", "C"].map(codeOf);
const unknownYear = 9999;
/** Bytes after which unused texts are freed. */
const bytesPerCollection = 8 * 2 ** 20;

const otherProducts = "complaints about equipment, tires and child seats";
const noYear = "complaints without a model year";
const noName = "complaints without a make or model";
const repeated = "rows of a complaint and component that are counted already";

/** NHTSA's flat file of complaints, counted by vehicle and component. */
export const complaintsSource: Source = {
  name: "complaints",
  dataset: "nhtsa-complaints",
  title: "NHTSA complaints, counted by component",
  address: "https://static.nhtsa.gov/odi/ffdd/cmpl/FLAT_CMPL.zip",
  size: "354 MB packed, 1.6 GB unpacked",
  cadence: "daily",
  licence: "US government work, public domain",
  origin: "NHTSA, Office of Defects Investigation",
  family: complaints,
  members: /\.txt$/i,
  mixed: true,
  async *rows(utf8) {
    const counts = new ComplaintCounts();
    const garbage = new Garbage(bytesPerCollection);
    for await (const lines of readByteLines(utf8)) {
      yield readLines(lines, counts);
      garbage.add(lines.bytes.length);
    }
    yield* inBatches(counts);
  },
};

/** Adds rows to the counts; those that are invalid, and how many are in no record of their own. */
function readLines({ bytes, ends, first }: ByteLines, counts: ComplaintCounts): Converted<VehicleRow> {
  const rejected: RecordError[] = [];
  const lines: number[] = [];
  const passedOver: Record<string, number> = {};
  let counted = 0;
  const cells = new Cells(bytes);
  let from = 0;
  ends.forEach((end, index) => {
    const line = first + index;
    cells.divide(from, bytes[end - 1] === carriageReturn && end > from ? end - 1 : end);
    from = end + 1;
    if (cells.isEmpty) return;
    const result = readRow(cells, line, counts);
    if (result === undefined) counted += 1;
    else if (typeof result === "string") passedOver[result] = (passedOver[result] ?? 0) + 1;
    else {
      rejected.push(result);
      lines.push(line);
    }
  });
  return { rows: rejected, lineOf: (index) => lines[index]!, passedOver, counted };
}

/** Adds a row to the counts; why it has no use, or why it is invalid. No message has the text of a complaint. */
function readRow(cells: Cells, line: number, counts: ComplaintCounts): RecordError | string | undefined {
  const fault = faultOf(cells, line);
  if (fault) return fault;
  if (cells.length > at.product && others.some((letter) => cells.is(at.product, letter)))
    return otherProducts;
  if (cells.number(at.year, 4) === unknownYear) return noYear;
  const vehicle = counts.vehicleOf(cells.text(at.make, at.year));
  if (vehicle === undefined) return noName;
  const isNew = counts.add(vehicle, {
    number: cells.number(at.number, 9),
    line,
    component: cells.text(at.component),
    received: cells.date(at.received),
    incident: cells.date(at.incident),
    mileage: cells.number(at.mileage, 7),
    crash: cells.is(at.crash, yes),
    fire: cells.is(at.fire, yes),
    injured: cells.number(at.injured, 2),
    killed: cells.number(at.killed, 2),
  });
  return isNew ? undefined : repeated;
}

function faultOf(cells: Cells, line: number): RecordError | undefined {
  if (cells.length < columnsMin || cells.length > columnsMax) {
    if (line === 1) throw new ImportError("this is not NHTSA's flat file of complaints");
    return new RecordError("", "", `has ${cells.length} columns, not ${columnsMin} to ${columnsMax}`);
  }
  if (cells.number(at.number, 9) === 0) return new RecordError("number", "", "must be NHTSA's number");
  return cells.number(at.year, 4) < 1000 ? new RecordError("year", "", "must be a model year") : undefined;
}

/** The cells of one row, of which no more are decoded than are read. */
class Cells {
  readonly #bytes: Buffer;
  /** Where each cell begins; one more than there are cells, for the end of the last. */
  readonly #starts = new Int32Array(columnsMax + 2);
  length = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  divide(from: number, to: number): void {
    this.length = 0;
    this.#starts[0] = from;
    for (let start = from; this.length <= columnsMax; ) {
      const found = this.#bytes.indexOf(tab, start);
      const end = found < 0 || found > to ? to : found;
      this.length += 1;
      start = end + 1;
      this.#starts[this.length] = start;
      if (end === to) break;
    }
  }

  get isEmpty(): boolean {
    return this.length === 1 && this.#starts[1]! - this.#starts[0]! === 1;
  }

  /** The text of a cell, or of several that follow one another. */
  text(from: number, to = from): string {
    return this.#bytes.toString("utf8", this.#starts[from], this.#starts[to + 1]! - 1);
  }

  /** Whether a cell is one letter, given by its code. */
  is(index: number, letter: number): boolean {
    return this.#bytes[this.#starts[index]!] === letter && this.#sizeOf(index) === 1;
  }

  /** A whole number of up to so many digits; 0 for anything else. */
  number(index: number, digits: number): number {
    const size = this.#sizeOf(index);
    if (size > digits) return 0;
    let number = 0;
    for (let at = this.#starts[index]!; at < this.#starts[index]! + size; at += 1) {
      const digit = this.#bytes[at]! - zero;
      if (digit < 0 || digit > 9) return 0;
      number = number * 10 + digit;
    }
    return number;
  }

  /** A date as a number such as 20240119; 0 where it is none. */
  date(index: number): number {
    const date = this.number(index, 8);
    return isDay(Math.floor(date / 10_000), Math.floor(date / 100) % 100, date % 100) ? date : 0;
  }

  #sizeOf(index: number): number {
    return this.#starts[index + 1]! - this.#starts[index]! - 1;
  }
}

const rowsPerBatch = 1000;

function* inBatches(counts: ComplaintCounts): Generator<Converted<VehicleRow>> {
  let batch: VehicleRow[] = [];
  let lines: number[] = [];
  const take = (): Converted<VehicleRow> => {
    const [rows, linesOfRows] = [batch, lines];
    batch = [];
    lines = [];
    // The rows of the input are counted already.
    return { rows, lineOf: (index) => linesOfRows[index]!, counted: -rows.length };
  };
  for (const { row, line } of counts.records()) {
    batch.push(row);
    lines.push(line);
    if (batch.length === rowsPerBatch) yield take();
  }
  yield take();
}
