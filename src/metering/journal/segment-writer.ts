import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { syncPath } from "../../base/data-folder.ts";
import { encodeHeader, headerBytes, segmentName } from "./segment.ts";

/** What a journal needs of the file system; tests pass one that fails. */
export interface SegmentFiles {
  /** Creates a file that must not exist. */
  create(path: string): number;
  /** Returns how many bytes were written, possibly fewer than requested. */
  write(file: number, bytes: Uint8Array, from: number, count: number, position: number): number;
  truncate(file: number, length: number): void;
  close(file: number): void;
  syncDirectory(path: string): void;
}

export const segmentFiles: SegmentFiles = {
  create: (path) => openSync(path, "wx+", 0o600),
  write: (file, bytes, from, count, position) => writeSync(file, bytes, from, count, position),
  truncate: (file, length) => ftruncateSync(file, length),
  close: (file) => closeSync(file),
  syncDirectory: syncPath,
};

const probe = new Uint8Array(65_536);

/** Writes records into segment files, one after another: whole batches, or nothing of them. */
export class SegmentWriter {
  readonly #journal: { readonly id: string; readonly path: string };
  readonly #files: SegmentFiles;
  readonly #bytesMax: number;
  #file: number | undefined;
  #number = 0;
  #end = 0;
  /** Bytes of a failed batch follow the end and could not be removed. */
  #uncut = false;
  /** Left, but not yet known to be on the disk. */
  readonly #left: number[] = [];

  constructor(journal: { id: string; path: string }, files: SegmentFiles, bytesMax: number) {
    this.#journal = journal;
    this.#files = files;
    this.#bytesMax = bytesMax;
  }

  /** The files written to since they were last known to be on the disk. */
  openFiles(): number[] {
    return this.#file === undefined ? [...this.#left] : [...this.#left, this.#file];
  }

  /** Closes files that are on the disk and will not be written again. */
  closeLeft(synced: readonly number[]): void {
    for (const file of synced) {
      const index = this.#left.indexOf(file);
      if (index < 0) continue;
      this.#left.splice(index, 1);
      this.#files.close(file);
    }
  }

  /** Throws if the batch could not be written; it is cut off again then. */
  append(batch: Uint8Array, firstSeq: number): void {
    const full = this.#end > headerBytes && this.#end + batch.length > this.#bytesMax;
    if (this.#file === undefined || this.#uncut || full) this.start(firstSeq);
    try {
      this.#write(this.#file!, batch, this.#end);
    } catch (error) {
      this.#cut(firstSeq);
      throw error;
    }
    this.#end += batch.length;
  }

  /** Leaves the segment: its calls from `firstSeq` on are void. */
  start(firstSeq: number): void {
    this.#number += 1;
    const { id, path } = this.#journal;
    const name = join(path, segmentName(this.#number));
    const file = this.#files.create(name);
    try {
      this.#write(file, encodeHeader({ journalId: id, number: this.#number, firstSeq }), 0);
      this.#files.syncDirectory(path);
    } catch (error) {
      this.#files.close(file);
      rmSync(name, { force: true });
      throw error;
    }
    if (this.#file !== undefined) this.#left.push(this.#file);
    this.#file = file;
    this.#end = headerBytes;
    this.#uncut = false;
  }

  /** Throws while the disk refuses writes. */
  probe(firstSeq: number): void {
    if (this.#file === undefined || this.#uncut) this.start(firstSeq);
    try {
      this.#write(this.#file!, probe, this.#end);
    } finally {
      this.#cut(firstSeq);
    }
  }

  /** Gives up files whose bytes the disk refused: only what is written again counts. */
  abandon(): void {
    for (const file of this.openFiles()) this.#files.close(file);
    this.#left.length = 0;
    this.#file = undefined;
  }

  close(): void {
    this.abandon();
  }

  #write(file: number, bytes: Uint8Array, position: number): void {
    for (let done = 0; done < bytes.length; ) {
      const count = this.#files.write(file, bytes, done, bytes.length - done, position + done);
      if (count <= 0) throw new Error("the disk takes no more");
      done += count;
    }
  }

  // In order: shorten the file; leave it for one whose header names the valid end; overwrite the first
  // record's length. If the disk refuses all three, the next segment voids it.
  #cut(firstSeq: number): void {
    this.#uncut = true;
    const ways = [
      () => this.#files.truncate(this.#file!, this.#end),
      () => this.start(firstSeq),
      () => this.#write(this.#file!, new Uint8Array(8), this.#end),
    ];
    for (const [index, way] of ways.entries()) {
      try {
        way();
        if (index < 2) this.#uncut = false;
        return;
      } catch {
        // The next way may work.
      }
    }
  }
}
