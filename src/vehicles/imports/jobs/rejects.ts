import { closeSync, openSync, writeSync } from "node:fs";
import { exactCsvLine } from "../../../base/csv.ts";
import type { RecordError } from "../input/import-error.ts";

export interface Reject {
  readonly line: number;
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}

/** The maximum of rejected rows: a share of the rows read, or a number. */
export interface RejectLimit {
  readonly share?: number;
  readonly rows?: number;
}

const shownMax = 20;
/** Reasons can contain names of the file. */
const reasonsMax = 1000;
const otherReasons = "other reasons";
const bufferedMax = 65_536;
/** So many rows are more than a person corrects. */
const numberedMax = 100_000;

/** Where a rejected row is: its line from 1, and its number from 0. */
export interface RejectPlace {
  readonly line: number;
  readonly row: number;
}

/** Rejected rows: counted by reason, the first ones kept, all written to a file. */
export class Rejects {
  readonly first: Reject[] = [];
  /** Why rows were rejected, by their numbers from 0; of many the first ones. */
  readonly reasons = new Map<number, string>();
  readonly #file: string | undefined;
  readonly #isNumbered: boolean;
  readonly #reasons = new Map<string, number>();
  #count = 0;
  #handle: number | undefined;
  #buffered = "";

  /** `isNumbered` keeps the reasons by the numbers of rows. */
  constructor(file: string | undefined, isNumbered: boolean) {
    this.#file = file;
    this.#isNumbered = isNumbered;
  }

  get count(): number {
    return this.#count;
  }

  /** The file; undefined if it has no rows. */
  get file(): string | undefined {
    return this.#handle === undefined ? undefined : this.#file;
  }

  /** Counts by reason, the most frequent first. */
  byReason(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#reasons].sort(([, a], [, b]) => b - a));
  }

  add({ line, row }: RejectPlace, { column, value, reason, message }: RecordError): void {
    this.#count += 1;
    if (this.#isNumbered && this.reasons.size < numberedMax) this.reasons.set(row, message);
    const counted = this.#reasons.size < reasonsMax || this.#reasons.has(message) ? message : otherReasons;
    this.#reasons.set(counted, (this.#reasons.get(counted) ?? 0) + 1);
    const reject = { line, column, value, reason };
    if (this.first.length < shownMax) this.first.push(reject);
    this.#write(reject);
  }

  close(): void {
    if (this.#handle === undefined) return;
    this.#flush();
    closeSync(this.#handle);
  }

  #write(reject: Reject): void {
    if (this.#file === undefined) return;
    if (this.#handle === undefined) {
      // Rejected rows can contain personal data.
      this.#handle = openSync(this.#file, "w", 0o600);
      this.#buffered = "line,column,value,reason\n";
    }
    this.#buffered += exactCsvLine(Object.values(reject).map(String));
    if (this.#buffered.length > bufferedMax) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.from(this.#buffered);
    this.#buffered = "";
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#handle!, bytes, written);
  }
}

/** Parses a number of rows or a share such as `1%`; undefined if it is neither. */
export function parseRejectLimit(text: string): RejectLimit | undefined {
  const [, digits, percent] = /^(\d{1,12}|\d{1,3}(?:\.\d+)?(?=%))(%?)$/.exec(text) ?? [];
  const value = Number(digits);
  if (percent === "%") return value <= 100 ? { share: value / 100 } : undefined;
  return percent === "" ? { rows: value } : undefined;
}

const hopelessRows = 1000;
const hopelessShare = 0.2;

/** Whether so many rows are rejected that the import can fail early. */
export function hopeless(rejected: number, rows: number, { share = 0, rows: most }: RejectLimit): boolean {
  if (most !== undefined) return rejected > most && rejected > hopelessRows;
  return rejected > hopelessRows && rejected > Math.min(0.99, share + hopelessShare) * rows;
}

/** Whether more rows are rejected than allowed. */
export function tooMany(rejected: number, rows: number, { share, rows: most }: RejectLimit): boolean {
  return rejected > (most ?? (share ?? 0) * rows);
}

/** Why an import with too many rejects is refused, and where these are. */
export function refusalText({ count, first }: Rejects, read: number, places: readonly string[]): string {
  const [{ line, column, value, reason } = { line: 0, column: "", value: "", reason: "" }] = first;
  const where = column === "" ? `line ${line}` : `line ${line}, ${column} "${value}"`;
  const hint = places.map((place) => `; ${place}`).join("");
  return `${count} of ${read} rows were rejected, more than “Max. rejected rows” allows; the first: ${where}: ${reason}${hint}`;
}
