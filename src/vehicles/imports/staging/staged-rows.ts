import type { RecordRow } from "../../families/record-family.ts";
import { RecordError } from "../input/import-error.ts";
import type { RowValues } from "./record-insert.ts";
import type { Staging } from "./staging.ts";

/**
 * A page is written once for each transaction that touches it: a large one costs a fraction of many small ones, and
 * holds other writers up for some 100 ms.
 */
export const rowsPerTransaction = 10_000;
export const bytesPerTransaction = 8 * 2 ** 20;

/** Fewer rows fill a batch by their bytes. */
const batchesPerCollection = 8;
const rowsPerCollection = 10_000;

/** Where a row came from; its line is worked out only where it is asked for. */
export interface RowOrigin {
  readonly lineOf: (index: number) => number;
  readonly index: number;
}

/** Hears what becomes of rows. */
export interface StagedRowsListener {
  /** A row before this one has its key. */
  repeated(origin: RowOrigin, error: RecordError): void;
  written(row: RowValues): void;
}

/** Rows on their way into a dataset: the database takes one batch while the next is read. */
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

  /** Rows written, complete after `end`. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Whether it is time to `flush`. */
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

  /** Resolves when the batch before has been written, and throws what became of it. */
  async flush(): Promise<void> {
    const [batch, origins] = [this.#batch, this.#origins];
    this.#batch = [];
    this.#origins = [];
    this.#bytes = 0;
    await this.#writing;
    this.#writing = this.#write(batch, origins);
    // Whoever awaits it next hears of its failure; until then it is nobody's.
    this.#writing.catch(() => undefined);
  }

  /** Writes the rest; resolves when all is written. */
  async end(): Promise<void> {
    await this.flush();
    await this.#writing;
  }

  /** Resolves when nothing is being written any more, whatever became of it. */
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
    // Left to itself the heap grows to the garbage of several batches before it is collected, for the same CPU.
    Bun.gc(true);
    this.#uncollected = 0;
  }
}

/** What a row is stored under, for people. */
function keyText(row: RowValues): string {
  return row
    .slice(1, 6)
    .filter((value) => !(value instanceof Uint8Array))
    .join(" ");
}
