import { closeSync, openSync, writeSync } from "node:fs";
import Papa from "papaparse";
import type { RecordError } from "../input/import-error.ts";

/** A row that was not taken. */
export interface Reject {
  readonly line: number;
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}

/** How many rows may be rejected: a share of those read, or a number. */
export interface RejectLimit {
  readonly share?: number;
  readonly rows?: number;
}

const shownMax = 20;
const bufferedMax = 65_536;

/** Rows that were not taken: counted by reason, the first kept to be shown, all written to a file. */
export class Rejects {
  readonly first: Reject[] = [];
  readonly #file: string | undefined;
  readonly #reasons = new Map<string, number>();
  #count = 0;
  #handle: number | undefined;
  #buffered = "";

  constructor(file: string | undefined) {
    this.#file = file;
  }

  get count(): number {
    return this.#count;
  }

  /** The file, where anything was written to it. */
  get file(): string | undefined {
    return this.#handle === undefined ? undefined : this.#file;
  }

  /** Rejected rows by reason, the most frequent first. */
  byReason(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#reasons].sort(([, a], [, b]) => b - a));
  }

  add(line: number, { column, value, reason, message }: RecordError): void {
    this.#count += 1;
    this.#reasons.set(message, (this.#reasons.get(message) ?? 0) + 1);
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
      // What was rejected may be about people.
      this.#handle = openSync(this.#file, "w", 0o600);
      this.#buffered = "line,column,value,reason\n";
    }
    this.#buffered += `${Papa.unparse([Object.values(reject)], { newline: "\n" })}\n`;
    if (this.#buffered.length > bufferedMax) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.from(this.#buffered);
    this.#buffered = "";
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#handle!, bytes, written);
  }
}

/** A number of rows, or a share of them such as `1%`; undefined for what is neither. */
export function parseRejectLimit(text: string): RejectLimit | undefined {
  const [, digits, percent] = /^(\d{1,12}(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const value = Number(digits);
  if (percent === "%" && value <= 100) return { share: value / 100 };
  return percent === "" && Number.isInteger(value) ? { rows: value } : undefined;
}

const hopelessRows = 1000;
const hopelessShare = 0.2;

/** Whether there are so many rejects already that reading on is of no use. */
export function hopeless(rejected: number, rows: number, { share = 0, rows: most }: RejectLimit): boolean {
  if (most !== undefined) return rejected > most && rejected > hopelessRows;
  return rejected > hopelessRows && rejected > Math.min(0.99, share + hopelessShare) * rows;
}

/** Whether so many rejects among so many rows are more than are allowed. */
export function tooMany(rejected: number, rows: number, { share, rows: most }: RejectLimit): boolean {
  return rejected > (most ?? (share ?? 0) * rows);
}
