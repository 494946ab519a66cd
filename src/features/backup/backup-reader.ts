import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
import type { z } from "zod";
import { OperatorError } from "../../base/operator-error.ts";
import {
  type BackupContents,
  type BackupHeader,
  digestBytes,
  endMagic,
  type Frame,
  formatNumber,
  frameBytesMax,
  frameHeadBytes,
  frameKinds,
  magic,
} from "./backup-format.ts";
import { contentsShape, headerShape } from "./backup-shapes.ts";
import { type FrameCipher, frameCipher } from "./passphrase.ts";

const pieceBytes = 4 * 2 ** 20;
const headerBytesMax = 2 ** 20;

/** A backup that was found whole. Its frames are read once, in their order. */
export class BackupReader {
  readonly header: BackupHeader;
  readonly path: string;
  readonly #handle: number;
  readonly #headerText: Buffer;
  readonly #size: number;
  #at: number;
  #cipher: FrameCipher | undefined;

  /** Opens a file and reads its header. Throws `OperatorError` if it is no backup, cut off or newer. */
  constructor(path: string) {
    this.path = path;
    this.#handle = openFile(path);
    this.#size = fstatSync(this.#handle).size;
    if (!this.#piece(0, magic.length).equals(magic))
      throw new OperatorError(`${path} is not a backup of Vingate`);
    const length = this.#number(magic.length);
    const from = magic.length + 4;
    if (from + length > this.#size) throw cutOff(path);
    if (length > headerBytesMax) throw damaged(path);
    this.#headerText = this.#piece(from, length);
    this.#at = from + length;
    const format = this.#parsed(this.#headerText) as { format?: unknown; program?: unknown } | null;
    // A newer one may have another header.
    if (Number(format?.format) > formatNumber)
      throw new OperatorError(
        `${path} was made by a newer version of Vingate (${String(format?.program)}): restore it with that version or a later one`,
      );
    this.header = this.#shaped(headerShape, format);
  }

  get encrypted(): boolean {
    return this.header.encryption !== null;
  }

  /** Bytes of the file, and how many were read. */
  get progress(): { readonly done: number; readonly total: number } {
    return { done: this.#at, total: this.#size };
  }

  /** Reads the whole file once. Throws `OperatorError` if it is cut off, or if a byte has changed. */
  verify(progress: (done: number, total: number) => void): void {
    const tail = endMagic.length + digestBytes;
    if (this.#size < this.#at + tail) throw cutOff(this.path);
    const end = this.#size - digestBytes;
    if (!this.#piece(this.#size - tail, endMagic.length).equals(endMagic)) throw cutOff(this.path);
    const hash = createHash("sha256");
    for (let at = 0; at < end; at += pieceBytes) {
      hash.update(this.#piece(at, Math.min(pieceBytes, end - at)));
      progress(Math.min(at + pieceBytes, end), end);
    }
    if (!hash.digest().equals(this.#piece(end, digestBytes))) throw damaged(this.path);
  }

  /** Reads what the backup contains. Throws `OperatorError` if the passphrase is absent or wrong. */
  async contents(passphrase: string | undefined): Promise<BackupContents> {
    const { encryption } = this.header;
    if (encryption !== null) {
      if (passphrase === undefined)
        throw new OperatorError(
          `${this.path} is encrypted: set VINGATE_BACKUP_PASSPHRASE or use --passphrase-file`,
        );
      this.#cipher = await frameCipher(passphrase, encryption, this.#headerText);
    }
    const frame = this.next();
    if (frame.kind !== "contents") throw damaged(this.path);
    return this.#shaped(contentsShape, this.#parsed(frame.bytes));
  }

  /** The next frame. Throws `OperatorError` if it is none. */
  next(): Frame {
    const length = this.#number(this.#at);
    if (length === 0 || length > frameBytesMax || this.#at + 4 + length > this.#size)
      throw damaged(this.path);
    const sealed = this.#piece(this.#at + 4, length);
    const first = this.#cipher !== undefined && this.#at === this.#firstFrame;
    this.#at += 4 + length;
    const plain = this.#unpacked(this.#opened(sealed, first));
    const kind = frameKinds[plain[0]!];
    if (kind === undefined) throw damaged(this.path);
    return { kind, index: plain.readUInt32LE(1), bytes: plain.subarray(frameHeadBytes) };
  }

  close(): void {
    closeSync(this.#handle);
  }

  get #firstFrame(): number {
    return magic.length + 4 + this.#headerText.length;
  }

  #opened(sealed: Buffer, first: boolean): Buffer {
    try {
      return this.#cipher?.open(sealed) ?? sealed;
    } catch {
      throw first ? new OperatorError(`the passphrase is not that of ${this.path}`) : damaged(this.path);
    }
  }

  #unpacked(packed: Buffer): Buffer {
    try {
      return zstdDecompressSync(packed, { maxOutputLength: frameBytesMax + frameHeadBytes });
    } catch {
      throw damaged(this.path);
    }
  }

  #shaped<T>(shape: z.ZodType<T>, value: unknown): T {
    const read = shape.safeParse(value);
    if (!read.success) throw damaged(this.path);
    return read.data;
  }

  #parsed(bytes: Buffer): unknown {
    try {
      return JSON.parse(bytes.toString());
    } catch {
      throw damaged(this.path);
    }
  }

  #number(at: number): number {
    const bytes = this.#piece(at, 4);
    return bytes.length < 4 ? 0 : bytes.readUInt32LE();
  }

  #piece(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(Math.max(0, length));
    let done = 0;
    for (let count = -1; done < bytes.length && count !== 0; done += count)
      count = readSync(this.#handle, bytes, done, bytes.length - done, at + done);
    return bytes.subarray(0, done);
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, "r");
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

const cutOff = (path: string) =>
  new OperatorError(`${path} is cut off: its end is missing; copy it again or use another backup`);

export const damaged = (path: string) =>
  new OperatorError(
    `${path} is damaged: it differs from what was written; copy it again or use another backup`,
  );
