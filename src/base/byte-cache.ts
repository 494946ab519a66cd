interface Entry<T> {
  readonly value: T;
  readonly bytes: number;
}

/**
 * Keeps what was used lately, up to a number of bytes; what each value weighs is told when it is put in. Half
 * of the room is for what was used last: when it is full it becomes the older half, and what was that is
 * forgotten. Keeping an order of use would cost more than most values are worth.
 */
export class ByteCache<T> {
  readonly #bytesMax: number;
  #younger = new Map<string, Entry<T>>();
  #older = new Map<string, Entry<T>>();
  #youngerBytes = 0;
  #olderBytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#youngerBytes + this.#olderBytes;
  }

  get(key: string): T | undefined {
    const younger = this.#younger.get(key);
    if (younger) return younger.value;
    const entry = this.#older.get(key);
    if (!entry) return undefined;
    this.#older.delete(key);
    this.#olderBytes -= entry.bytes;
    this.#put(key, entry);
    return entry.value;
  }

  /** A value larger than a tenth of the whole is not kept: it would push out too much. */
  set(key: string, value: T, bytes: number): void {
    this.#olderBytes -= this.#older.get(key)?.bytes ?? 0;
    this.#older.delete(key);
    this.#youngerBytes -= this.#younger.get(key)?.bytes ?? 0;
    this.#younger.delete(key);
    const whole = bytes + key.length * 2 + 100;
    if (whole <= this.#bytesMax / 10) this.#put(key, { value, bytes: whole });
  }

  #put(key: string, entry: Entry<T>): void {
    if (this.#youngerBytes + entry.bytes > this.#bytesMax / 2) {
      this.#older = this.#younger;
      this.#olderBytes = this.#youngerBytes;
      this.#younger = new Map();
      this.#youngerBytes = 0;
    }
    this.#younger.set(key, entry);
    this.#youngerBytes += entry.bytes;
  }
}
