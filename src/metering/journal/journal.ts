import type { Timing } from "../../base/timing.ts";
import type { CallRecord } from "../usage/usage.ts";
import { type JournalDirectory, removeJournalDirectory } from "./journal-directory.ts";
import { JournalDisk, type JournalSync } from "./journal-disk.ts";
import { encodeRecord, recordBytesMax } from "./record.ts";
import { type SegmentFiles, segmentFiles } from "./segment-writer.ts";
import type { Syncer } from "./sync.ts";
import { UnappliedBytes } from "./unapplied-bytes.ts";

export interface JournalOptions {
  readonly sync: JournalSync;
  readonly syncer: Syncer;
  readonly timing: Timing;
  /** Bytes that may wait to be applied. */
  readonly unappliedMax: number;
  readonly segmentBytes?: number | undefined;
  readonly files?: SegmentFiles | undefined;
  /** Called when more calls can be applied. */
  readonly written: () => void;
  /** Called with the reason when the disk refuses writes, and with undefined when it works again. */
  readonly fault: (reason: string | undefined) => void;
}

/** Waits for a record: one of these is called just before the record's promise settles. */
export interface JournalEntry {
  /** The client left before the record was written: it is written without its credits. */
  abandoned(): void;
  /** With the number of the record. */
  written(seq: number): void;
  failed(): void;
}

/** The disk refuses the call: it has no record and is not charged. */
export class JournalUnavailable extends Error {
  override readonly name = "JournalUnavailable";
}

const segmentBytesDefault = 64 * 1_048_576;

/** A call on its way to the file. */
interface Item {
  readonly call: CallRecord;
  readonly entry: JournalEntry | undefined;
  readonly client: AbortSignal | undefined;
}

/** The calls that finished in one tick of the event loop. */
interface Batch {
  /** Known once it is written. */
  firstSeq: number;
  readonly items: Item[];
  readonly done: PromiseWithResolvers<void>;
}

/** The calls of one process, each written to a file before its answer leaves. */
export class Journal {
  readonly directory: JournalDirectory;
  readonly #options: JournalOptions;
  readonly #disk: JournalDisk;
  #buffer = Buffer.allocUnsafe(4 * recordBytesMax);
  #batch: Batch | undefined;
  /** With `always`: written, and waiting for the disk. */
  #waiting: Batch[] = [];
  #seq = 0;
  #appliable = 0;
  readonly #unapplied: UnappliedBytes;
  #closed = false;

  constructor(directory: JournalDirectory, options: JournalOptions) {
    this.directory = directory;
    this.#options = options;
    this.#unapplied = new UnappliedBytes(options.unappliedMax);
    this.#disk = new JournalDisk(directory, {
      ...options,
      files: options.files ?? segmentFiles,
      segmentBytes: options.segmentBytes ?? segmentBytesDefault,
      synced: (seq) => this.#synced(seq),
      givenUp: (firstSeq) => this.#givenUp(firstSeq),
    });
  }

  /** The last seq that may be applied. */
  get appliable(): number {
    return this.#appliable;
  }

  /** Why no calls are accepted: the disk refuses them, or too many wait to be applied. */
  get fault(): "disk" | "unapplied" | undefined {
    if (!this.#disk.works) return "disk";
    return this.#unapplied.total < this.#options.unappliedMax ? undefined : "unapplied";
  }

  /** The bytes of the calls that wait to be applied. */
  get unappliedBytes(): number {
    return this.#unapplied.total;
  }

  /** Whether the disk accepts calls and not too many wait to be applied. */
  get hasRoom(): boolean {
    return this.fault === undefined && !this.#closed;
  }

  /** Frees room: calls are in the database up to `appliedSeq`. */
  applied(appliedSeq: number): void {
    this.#unapplied.applied(appliedSeq);
  }

  /**
   * Adds a call to those written at the end of this tick, without credits if its client has left by then.
   * Resolves when it is safely written; rejects with `JournalUnavailable` if it has no record.
   */
  append(call: CallRecord, entry?: JournalEntry, client?: AbortSignal): Promise<void> {
    if (this.#closed) {
      entry?.failed();
      return Promise.reject(new JournalUnavailable("the usage journal is closed"));
    }
    this.#batch ??= this.#open();
    this.#batch.items.push({ call, entry, client });
    return this.#batch.done.promise;
  }

  /** Writes what was added, waits for the disk, and ends. */
  async close(): Promise<void> {
    this.#write();
    this.#closed = true;
    await this.#disk.close();
  }

  /** Leaves the directory to recovery, or removes it if the journal is closed and empty. */
  release(closed: boolean): void {
    if (closed && this.#seq === 0) removeJournalDirectory(this.directory);
    else this.directory.lock.release();
  }

  #open(): Batch {
    const done = Promise.withResolvers<void>();
    const batch: Batch = { firstSeq: 0, items: [], done };
    // Its waiters receive the failure; without waiters it must not end the process.
    done.promise.catch(() => undefined);
    this.#options.timing.soon(() => {
      if (this.#batch === batch) this.#write();
    });
    return batch;
  }

  /** Writes the batch's records into the buffer; returns where they end. */
  #encode(batch: Batch): number {
    batch.firstSeq = this.#seq + 1;
    let end = 0;
    for (const { call, entry, client } of batch.items) {
      if (this.#buffer.length - end < recordBytesMax) this.#grow(end);
      this.#seq += 1;
      // A second request in the same packet, or a half-close, ends a connection unanswered.
      const gone = client?.aborted === true && call.credits > 0;
      if (gone) entry?.abandoned();
      end = encodeRecord(this.#buffer, end, this.#seq, gone ? { ...call, credits: 0, gone: true } : call);
    }
    return end;
  }

  #grow(used: number): void {
    const larger = Buffer.allocUnsafe(this.#buffer.length * 2);
    this.#buffer.copy(larger, 0, 0, used);
    this.#buffer = larger;
  }

  #write(): void {
    const batch = this.#batch;
    if (!batch) return;
    this.#batch = undefined;
    const length = this.#encode(batch);
    const always = this.#options.sync === "always";
    // Before the write, because the disk may refuse it immediately.
    if (always) this.#waiting.push(batch);
    try {
      this.#disk.write(this.#buffer.subarray(0, length), batch.firstSeq, this.#seq);
    } catch {
      if (always) this.#waiting.pop();
      this.#seq = batch.firstSeq - 1;
      refuse(batch, "cannot write journal");
      return;
    }
    this.#unapplied.written(this.#seq, length);
    if (always) return;
    this.#appliable = this.#seq;
    settle(batch);
    this.#options.written();
  }

  #synced(seq: number): void {
    if (this.#options.sync !== "always") return;
    const done = this.#waiting.filter(({ firstSeq }) => firstSeq <= seq);
    this.#waiting = this.#waiting.filter(({ firstSeq }) => firstSeq > seq);
    this.#appliable = seq;
    for (const batch of done) settle(batch);
    this.#options.written();
  }

  #givenUp(firstSeq: number): void {
    const refused = this.#batch ? [...this.#waiting, this.#batch] : this.#waiting;
    this.#waiting = [];
    this.#batch = undefined;
    this.#seq = firstSeq - 1;
    for (const batch of refused) refuse(batch, "the disk does not keep the usage journal");
  }
}

function settle(batch: Batch): void {
  let seq = batch.firstSeq;
  for (const { entry } of batch.items) {
    entry?.written(seq);
    seq += 1;
  }
  batch.done.resolve();
}

function refuse(batch: Batch, reason: string): void {
  for (const { entry } of batch.items) entry?.failed();
  batch.done.reject(new JournalUnavailable(reason));
}
