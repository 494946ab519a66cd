import type { Timing } from "../../base/timing.ts";
import { type SegmentFiles, SegmentWriter } from "./segment-writer.ts";
import type { Syncer } from "./sync.ts";
import { encodeSyncRecord, syncRecordBytes } from "./sync-record.ts";

/** When a call must be on the disk: before its answer leaves, within 100 ms, or when the system chooses. */
export type JournalSync = "always" | "interval" | "never";

export interface JournalDiskOptions {
  readonly sync: JournalSync;
  readonly syncer: Syncer;
  readonly timing: Timing;
  readonly files: SegmentFiles;
  readonly segmentBytes: number;
  /** Called when the disk has all calls up to this one. */
  readonly synced: (seq: number) => void;
  /** Called, with `always`, when the disk keeps nothing from this call on and it was cut off. */
  readonly givenUp: (firstSeq: number) => void;
  /** Called with the reason when the disk refuses writes, and with undefined when it works again. */
  readonly fault: (reason: string | undefined) => void;
}

/** Written, and possibly not yet on the disk. */
interface Unsynced {
  readonly bytes: Buffer;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

const unsyncedMax = 64 * 1_048_576;
const syncMs = 100;
const repairMs = 500;

/** A journal's segments and their way to the disk. What the disk failed to keep is written again. */
export class JournalDisk {
  readonly #options: JournalDiskOptions;
  readonly #segments: SegmentWriter;
  #unsynced: Unsynced[] = [];
  #unsyncedBytes = 0;
  #syncing: Promise<boolean> | undefined;
  #syncFailures = 0;
  #mustRewrite = false;
  #fault = false;
  #nextSeq = 1;
  /** The last call that the disk has, and the last that a sync record names. */
  #syncedSeq = 0;
  #namedSeq = 0;
  #cancelSync: (() => void) | undefined;
  #cancelRepair: (() => void) | undefined;
  #closed = false;

  constructor(journal: { id: string; path: string }, options: JournalDiskOptions) {
    this.#options = options;
    this.#segments = new SegmentWriter(journal, options.files, options.segmentBytes);
  }

  /** Whether more can be written: the disk has not refused anything lately, and keeps up. */
  get works(): boolean {
    return !this.#fault && this.#unsyncedBytes < unsyncedMax;
  }

  /** Writes a whole batch, or throws and leaves nothing of it. */
  write(calls: Buffer, firstSeq: number, lastSeq: number): void {
    const syncs = this.#options.sync !== "never";
    const bytes = syncs ? this.#withSynced(calls) : calls;
    try {
      if (this.#mustRewrite) this.#rewrite();
      this.#segments.append(bytes, firstSeq);
    } catch (error) {
      this.#breakDown(`a write failed: ${(error as Error).message}`);
      throw error;
    }
    this.#nextSeq = lastSeq + 1;
    if (!syncs) {
      this.#segments.closeLeft(this.#segments.openFiles().slice(0, -1));
      return;
    }
    this.#namedSeq = this.#syncedSeq;
    this.#unsynced.push({ bytes, firstSeq, lastSeq });
    this.#unsyncedBytes += bytes.length;
    this.#armSync(this.#options.sync === "always" ? 0 : syncMs);
  }

  /** A copy of the calls, and behind them what was synced since the last sync record. */
  #withSynced(calls: Buffer): Buffer {
    if (this.#syncedSeq === this.#namedSeq) return Buffer.from(calls);
    const bytes = Buffer.allocUnsafe(calls.length + syncRecordBytes);
    calls.copy(bytes);
    encodeSyncRecord(bytes, calls.length, this.#syncedSeq);
    return bytes;
  }

  /** Waits until the disk has what was written, or refuses it. */
  async close(): Promise<void> {
    this.#cancelSync?.();
    while (this.#unsynced.length > 0 && (await this.#syncOnce()));
    await this.#nameLast();
    this.#closed = true;
    this.#cancelSync?.();
    this.#cancelRepair?.();
    this.#segments.close();
  }

  /** After an orderly end, damage in any call is damage. Without it the last calls pass for lost in a power loss. */
  async #nameLast(): Promise<void> {
    if (this.#fault || this.#syncedSeq === this.#namedSeq) return;
    try {
      this.#segments.append(this.#withSynced(Buffer.alloc(0)), this.#nextSeq);
      await this.#options.syncer.sync(this.#segments.openFiles());
    } catch {
      // The calls are on the disk.
    }
  }

  #armSync(milliseconds: number): void {
    if (this.#cancelSync || this.#syncing || this.#closed) return;
    if (milliseconds === 0) return void this.#syncOnce();
    this.#cancelSync = this.#options.timing.after(milliseconds, () => {
      this.#cancelSync = undefined;
      void this.#syncOnce();
    });
  }

  #syncOnce(): Promise<boolean> {
    this.#syncing ??= this.#sync().finally(() => {
      this.#syncing = undefined;
      // After a fault, the repair syncs.
      if (this.#unsynced.length > 0 && !this.#fault)
        this.#armSync(this.#options.sync === "always" ? 0 : syncMs);
    });
    return this.#syncing;
  }

  async #sync(): Promise<boolean> {
    const count = this.#unsynced.length;
    let files: number[];
    try {
      if (this.#mustRewrite) this.#rewrite();
      files = this.#segments.openFiles();
      await this.#options.syncer.sync(files);
    } catch (error) {
      this.#segments.abandon();
      this.#mustRewrite = this.#unsynced.length > 0;
      this.#syncFailures += 1;
      this.#breakDown(`a sync failed: ${(error as Error).message}`);
      if (this.#options.sync === "always" && this.#syncFailures > 1) this.#giveUp();
      return false;
    }
    this.#syncFailures = 0;
    this.#segments.closeLeft(files.slice(0, -1));
    const done = this.#unsynced.splice(0, count);
    for (const { bytes } of done) this.#unsyncedBytes -= bytes.length;
    const last = done.at(-1);
    if (!last) return true;
    this.#syncedSeq = last.lastSeq;
    this.#options.synced(last.lastSeq);
    return true;
  }

  // Under the same numbers: the new segment's header voids the old copies.
  #rewrite(): void {
    this.#segments.start(this.#unsynced[0]!.firstSeq);
    for (const { bytes, firstSeq } of this.#unsynced) this.#segments.append(bytes, firstSeq);
    this.#mustRewrite = false;
  }

  #giveUp(): void {
    const first = this.#unsynced[0]?.firstSeq;
    if (first === undefined) return;
    this.#unsynced = [];
    this.#unsyncedBytes = 0;
    this.#mustRewrite = false;
    this.#nextSeq = first;
    try {
      this.#segments.start(first);
    } catch {
      // The first segment that can be written names the valid end.
    }
    this.#options.givenUp(first);
  }

  #breakDown(reason: string): void {
    if (!this.#fault) this.#options.fault(reason);
    this.#fault = true;
    this.#cancelRepair ??= this.#options.timing.after(repairMs, () => {
      this.#cancelRepair = undefined;
      if (!this.#closed) void this.#repair();
    });
  }

  async #repair(): Promise<void> {
    try {
      // Rewriting is part of the sync, so that its failures count as sync failures.
      if (!this.#mustRewrite) this.#segments.probe(this.#nextSeq);
    } catch (error) {
      return this.#breakDown((error as Error).message);
    }
    if (this.#options.sync !== "never" && !(await this.#syncOnce())) return;
    this.#fault = false;
    this.#options.fault(undefined);
    if (this.#unsynced.length > 0) this.#armSync(syncMs);
  }
}
