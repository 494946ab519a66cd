/** Puts bytes together in a buffer that is used again; `done` hands out a copy of what was written. */
export class ByteWriter {
  #buffer: Buffer;
  #at = 0;

  constructor(bytes: number) {
    this.#buffer = Buffer.allocUnsafe(bytes);
  }

  bytes(source: Buffer, from = 0, to = source.length): void {
    this.#reserve(to - from);
    source.copy(this.#buffer, this.#at, from, to);
    this.#at += to - from;
  }

  text(text: string): void {
    this.#reserve(text.length * 3);
    this.#at += this.#buffer.write(text, this.#at);
  }

  /** The bytes written since the last time. */
  done(): Uint8Array {
    const written = new Uint8Array(this.#at);
    this.#buffer.copy(written, 0, 0, this.#at);
    this.#at = 0;
    return written;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at + bytes));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }
}
