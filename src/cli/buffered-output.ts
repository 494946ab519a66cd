import { write, writeSync } from "node:fs";

/** The reader of standard output has closed it. */
export class PipeClosed extends Error {}

const PIECE = 1 << 20;

/** Throws a write error, but not EAGAIN: the reader of a non-blocking pipe is slow. */
function unlessSlow(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") throw new PipeClosed();
  if (error.code !== "EAGAIN") throw error;
}

/** Writes in the background; resolves to the number of bytes written. */
function writeAsync(descriptor: number, bytes: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    write(descriptor, bytes, (error, written) => (error ? reject(error) : resolve(written)));
  });
}

/** Collects output and writes it to an open file in large pieces. Throws `PipeClosed` when its reader has closed. */
export class BufferedOutput {
  private readonly full: Uint8Array<ArrayBuffer>[] = [];
  private buffer = new Uint8Array(PIECE);
  private used = 0;
  private readonly spare: Uint8Array<ArrayBuffer>[] = [];
  private writing: Promise<void> = Promise.resolve();
  private readonly encoder = new TextEncoder();
  private readonly descriptor: number;

  constructor(descriptor = 1) {
    this.descriptor = descriptor;
  }

  text(text: string): void {
    this.bytes(this.encoder.encode(text));
  }

  bytes(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      if (this.used === PIECE) this.startPiece();
      const part = Math.min(bytes.length - from, PIECE - this.used);
      this.buffer.set(part === bytes.length ? bytes : bytes.subarray(from, from + part), this.used);
      this.used += part;
      from += part;
    }
  }

  private startPiece(): void {
    this.full.push(this.buffer.subarray(0, this.used));
    this.buffer = this.spare.pop() ?? new Uint8Array(PIECE);
    this.used = 0;
  }

  /** Writes everything before it returns. Not to be called during a background write. */
  flush(): void {
    this.startPiece();
    for (const piece of this.full.splice(0)) {
      this.writeNow(piece);
      this.spare.push(new Uint8Array(piece.buffer));
    }
  }

  /** Waits for the previous background write, then starts the next one. */
  async handOver(): Promise<void> {
    await this.writing;
    this.startPiece();
    this.writing = this.writeLater(this.full.splice(0));
    // The next call throws the error; until then it is not unhandled.
    this.writing.catch(() => {});
  }

  /** Writes the rest and waits until everything is written. */
  async end(): Promise<void> {
    await this.handOver();
    await this.writing;
  }

  private async writeLater(pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<void> {
    for (const piece of pieces) {
      for (let written = 0; written < piece.length; ) {
        try {
          written += await writeAsync(this.descriptor, piece.subarray(written));
        } catch (error) {
          unlessSlow(error as NodeJS.ErrnoException);
          await Bun.sleep(2);
        }
      }
      this.spare.push(new Uint8Array(piece.buffer));
    }
  }

  private writeNow(bytes: Uint8Array): void {
    for (let written = 0; written < bytes.length; ) {
      try {
        written += writeSync(this.descriptor, bytes, written);
      } catch (error) {
        unlessSlow(error as NodeJS.ErrnoException);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
      }
    }
  }
}
