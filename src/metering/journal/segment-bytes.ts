import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { decodeRecord, recordBytesMax } from "./record.ts";
import { decodeSyncRecord, syncRecordBytes } from "./sync-record.ts";

const chunkBytes = 1_048_576;

/** Reads a file piece by piece, and keeps it open between pieces. */
export class SegmentBytes {
  #open: { readonly file: string; readonly handle: number } | undefined;
  #buffer = Buffer.alloc(0);

  /** A piece that begins at `offset`, valid until the next one is read; `last` if the file ends with it. */
  piece(file: string, offset: number): { bytes: Buffer; last: boolean } {
    const handle = this.#handle(file);
    const size = fstatSync(handle).size;
    const wanted = Math.max(0, Math.min(chunkBytes, size - offset));
    if (this.#buffer.length < wanted) this.#buffer = Buffer.allocUnsafeSlow(wanted);
    const bytes = this.#buffer;
    let done = 0;
    for (let count = -1; done < wanted && count !== 0; done += count)
      count = readSync(handle, bytes, done, wanted - done, offset + done);
    return { bytes: bytes.subarray(0, done), last: done < wanted || offset + done >= size };
  }

  /** The first whole record of `seqLeast` or a later call, at `offset` or after it. */
  findRecord(file: string, offset: number, seqLeast: number): { offset: number; seq: number } | undefined {
    for (let from = offset; ; from += chunkBytes - recordBytesMax) {
      const { bytes, last } = this.piece(file, from);
      for (let at = 0; at < bytes.length; at++) {
        const found = decodeRecord(bytes, at);
        if (found.kind === "record" && found.record.seq >= seqLeast)
          return { offset: from + at, seq: found.record.seq };
      }
      if (last) return undefined;
    }
  }

  /** Whether a sync record at `offset` or after it names the call `seqLeast` or a later one. */
  isSynced(file: string, offset: number, seqLeast: number): boolean {
    for (let from = offset; ; ) {
      const { bytes, last } = this.piece(file, from);
      const stop = bytes.length - (last ? 0 : recordBytesMax);
      let at = 0;
      while (at < stop) {
        const call = decodeRecord(bytes, at);
        const synced = call.kind === "record" ? undefined : decodeSyncRecord(bytes, at);
        if (synced !== undefined && synced >= seqLeast) return true;
        at = call.kind === "record" ? call.end : at + (synced === undefined ? 1 : syncRecordBytes);
      }
      if (last) return false;
      from += at;
    }
  }

  sizeOf(file: string): number {
    return fstatSync(this.#handle(file)).size;
  }

  close(): void {
    if (this.#open) closeSync(this.#open.handle);
    this.#open = undefined;
  }

  #handle(file: string): number {
    if (this.#open?.file !== file) {
      this.close();
      this.#open = { file, handle: openSync(file, "r") };
    }
    return this.#open.handle;
  }
}
