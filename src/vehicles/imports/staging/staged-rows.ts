import type { RecordRow } from "../../families/record-family.ts";
import { RecordError } from "../input/import-error.ts";
import type { RowValues } from "./record-insert.ts";
import type { Staging } from "./staging.ts";

/**
 * Each transaction writes a touched page once, so a large one costs a fraction of many small ones. It blocks
 * other writers for about 100 ms.
 */
export const rowsPerTransaction = 10_000;
export const bytesPerTransaction = 8 * 2 ** 20;

/** Large bodies fill a batch with fewer rows. */
const batchesPerCollection = 8;
const rowsPerCollection = 4_000;

/** Where a row comes from; `lineOf` is only called when the line is needed. */
export interface RowOrigin {
  readonly lineOf: (index: number) => number;
  readonly index: number;
  /** The number of the row in the input, from 0. */
  readonly row: number;
}

/** Receives the result of each row. */
export interface StagedRowsListener {
  /** An earlier row has the same key. */
  repeated(origin: RowOrigin, error: RecordError): void;
  written(row: RowValues): void;
}

/** Rows to be written to a dataset: the database writes one batch while the next is read. */
export class StagedRows {
  readonly #staged: Staging<RecordRow>;
  readonly #listener: StagedRowsListener;
  #batch: RowValues[] = [];
  #origins: RowOrigin[] = [];
  #bytes = 0;
  #accepted = 0;
  #uncollected = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(staged: Staging<RecordRow>, listener: StagedRowsListener) {
    this.#staged = staged;
    this.#listener = listener;
  }

  /** Rows written; complete after `end`. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Whether the batch is full. */
  get full(): boolean {
    return this.#batch.length >= rowsPerTransaction || this.#bytes > bytesPerTransaction;
  }

  /** Throws `RecordError` for a row that cannot be stored. */
  add(row: RecordRow, origin: RowOrigin): void {
    const values = this.#staged.encode(row);
    this.#batch.push(values);
    this.#origins.push(origin);
    for (const value of values) if (value instanceof Uint8Array) this.#bytes += value.length;
  }

  /** Starts to write the batch after the one before is written; throws that one's error. */
  async flush(): Promise<void> {
    const [batch, origins] = [this.#batch, this.#origins];
    this.#batch = [];
    this.#origins = [];
    this.#bytes = 0;
    await this.#writing;
    this.#writing = this.#write(batch, origins);
    // The next `flush` or `end` throws the error.
    this.#writing.catch(() => undefined);
  }

  /** Writes the rest; resolves when all rows are written. */
  async end(): Promise<void> {
    await this.flush();
    await this.#writing;
  }

  /** Resolves when no write is pending, failed or not. */
  async settled(): Promise<void> {
    await this.#writing.catch(() => undefined);
  }

  async #write(batch: readonly RowValues[], origins: readonly RowOrigin[]): Promise<void> {
    if (batch.length === 0) return;
    const repeated = await this.#staged.write(batch);
    for (const at of repeated) {
      const error = new RecordError("", keyText(batch[at]!), "has the key of a row before it");
      this.#listener.repeated(origins[at]!, error);
    }
    const left = new Set(repeated);
    batch.forEach((row, at) => {
      if (!left.has(at)) this.#listener.written(row);
    });
    this.#accepted += batch.length - repeated.length;
    this.#uncollected += Math.max(batch.length, rowsPerCollection / batchesPerCollection);
    if (this.#uncollected < rowsPerCollection) return;
    // Without this the heap grows by several batches before a collection, for the same CPU.
    Bun.gc(true);
    this.#uncollected = 0;
  }
}

/** A row's key, for messages. */
function keyText(row: RowValues): string {
  return row
    .slice(1, 6)
    .filter((value) => !(value instanceof Uint8Array))
    .join(" ");
}
