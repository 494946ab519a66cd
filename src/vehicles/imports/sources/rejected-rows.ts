import { exactCsvLine } from "../../../base/csv.ts";
import { reasonColumn } from "../columns/column-map.ts";
import { textOf } from "../input/utf8.ts";
import { readByteLines } from "../readers/byte-lines.ts";
import { openCsv } from "../readers/csv.ts";
import { readJsonArray } from "../readers/json-array.ts";
import { peekText } from "../readers/peek-text.ts";

/** The text of a line that is no JSON object. */
const rowMember = "vingate_row";

/** Rows of a file in its own form, each with why it was rejected, to correct them and import them alone. */
export interface RejectedRows {
  /** A CSV table, or one JSON object per line. */
  readonly form: "csv" | "ndjson";
  /** Lines, joined; a piece can be empty. */
  readonly pieces: AsyncIterable<string>;
}

/** Reasons by the number of the row, from 0. */
export type Reasons = ReadonlyMap<number, string>;

/** Reads a file of own records again, up to the last of these rows. `format` is detected as at the first time. */
export async function readRejectedRows(
  utf8: AsyncIterable<Buffer>,
  format: "csv" | "ndjson" | undefined,
  reasons: Reasons,
): Promise<RejectedRows> {
  const [first, whole] = await peekText(utf8);
  const isJson = format === undefined ? /^\s*[{[]/.test(first) : format === "ndjson";
  if (!isJson) return { form: "csv", pieces: tableRows(textOf(whole), reasons) };
  return {
    form: "ndjson",
    pieces: /^\s*\[/.test(first) ? items(whole, reasons) : objectLines(whole, reasons),
  };
}

/** Spreadsheets detect UTF-8 by it, and split a table by the delimiter of its own file. */
const byteOrderMark = "\ufeff";

async function* tableRows(text: AsyncIterable<string>, reasons: Reasons): AsyncGenerator<string> {
  const { columns, delimiter, batches } = await openCsv(text);
  const isKept = (_: string, index: number) => columns[index] !== reasonColumn;
  const kept = columns.filter(isKept);
  yield byteOrderMark + exactCsvLine([...kept, reasonColumn], delimiter);
  const counted = new Counted(reasons);
  for await (const { rows } of batches) {
    yield counted.piece(rows, (cells, reason) => {
      const own = cells.filter(isKept);
      const missing = Math.max(0, kept.length - own.length);
      return exactCsvLine([...own, ...Array<string>(missing).fill(""), reason], delimiter);
    });
    if (counted.isDone) return;
  }
}

async function* items(utf8: AsyncIterable<Buffer>, reasons: Reasons): AsyncGenerator<string> {
  const counted = new Counted(reasons);
  for await (const { rows, faults } of readJsonArray(utf8)) {
    const given = rows.map((row, index) => faults.get(index)?.value ?? row);
    yield counted.piece(given, (row, reason) => {
      const members = typeof row === "string" ? { [rowMember]: row } : row;
      return `${JSON.stringify({ ...members, [reasonColumn]: reason })}\n`;
    });
    if (counted.isDone) return;
  }
}

/** Lines stay as they are, because numbers of JSON can have more digits than a program keeps. */
async function* objectLines(utf8: AsyncIterable<Buffer>, reasons: Reasons): AsyncGenerator<string> {
  const counted = new Counted(reasons);
  for await (const { bytes, ends } of readByteLines(utf8)) {
    const lines: string[] = [];
    let from = 0;
    for (const end of ends) {
      const line = bytes.toString("utf8", from, end).trim();
      if (line !== "") lines.push(line);
      from = end + 1;
    }
    yield counted.piece(lines, withReason);
    if (counted.isDone) return;
  }
}

function withReason(line: string, reason: string): string {
  const member = `${JSON.stringify(reasonColumn)}:${JSON.stringify(reason)}`;
  if (!isObject(line)) return `{${JSON.stringify(rowMember)}:${JSON.stringify(line)},${member}}\n`;
  const rest = line.slice(0, -1).trimEnd();
  return `${rest}${rest === "{" ? "" : ","}${member}}\n`;
}

function isObject(line: string): boolean {
  try {
    return line.startsWith("{") && typeof JSON.parse(line) === "object";
  } catch {
    return false;
  }
}

/** Finds the rows by their numbers. */
class Counted {
  readonly #reasons: Reasons;
  readonly #last: number;
  #rows = 0;

  constructor(reasons: Reasons) {
    this.#reasons = reasons;
    // Rows are rejected in any order: a repeated key is known later.
    this.#last = [...reasons.keys()].reduce((last, row) => Math.max(last, row), -1);
  }

  get isDone(): boolean {
    return this.#rows > this.#last;
  }

  /** The lines of those among the next rows. */
  piece<Row>(rows: readonly Row[], lineOf: (row: Row, reason: string) => string): string {
    const found: string[] = [];
    for (const row of rows) {
      const reason = this.#reasons.get(this.#rows);
      if (reason !== undefined) found.push(lineOf(row, reason));
      this.#rows += 1;
    }
    return found.join("");
  }
}
