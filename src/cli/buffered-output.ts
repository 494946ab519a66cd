import { writeSync } from "node:fs";

/** The reader of standard output has closed it. */
export class PipeClosed extends Error {}

/** Writes to standard output, or another open file, through a buffer; throws `PipeClosed` when nobody reads any more. */
export class BufferedOutput {
  private readonly buffer = new Uint8Array(1 << 20);
  private used = 0;
  private readonly encoder = new TextEncoder();
  private readonly descriptor: number;

  constructor(descriptor = 1) {
    this.descriptor = descriptor;
  }

  text(text: string): void {
    this.bytes(this.encoder.encode(text));
  }

  bytes(bytes: Uint8Array): void {
    if (this.used + bytes.length > this.buffer.length) this.flush();
    if (bytes.length > this.buffer.length) {
      this.write(bytes);
      return;
    }
    this.buffer.set(bytes, this.used);
    this.used += bytes.length;
  }

  flush(): void {
    this.write(this.buffer.subarray(0, this.used));
    this.used = 0;
  }

  private write(bytes: Uint8Array): void {
    for (let written = 0; written < bytes.length; ) {
      try {
        written += writeSync(this.descriptor, bytes, written);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === "EPIPE") throw new PipeClosed();
        if (code !== "EAGAIN") throw error;
        // The reader is slow and the pipe does not block: wait a little.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
      }
    }
  }
}
