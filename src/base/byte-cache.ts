/** Keeps what was used last, up to a number of bytes; what each value weighs is told when it is put in. */
export class ByteCache<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly bytes: number }>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // A Map keeps the order of insertion: the oldest stands first.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** A value larger than a tenth of the whole is not kept: it would push out too much. */
  set(key: string, value: T, bytes: number): void {
    const known = this.#entries.get(key);
    if (known) this.#remove(key, known.bytes);
    const whole = bytes + key.length * 2 + 100;
    if (whole > this.#bytesMax / 10) return;
    this.#entries.set(key, { value, bytes: whole });
    this.#bytes += whole;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#remove(oldest, entry.bytes);
    }
  }

  #remove(key: string, bytes: number): void {
    this.#entries.delete(key);
    this.#bytes -= bytes;
  }
}
