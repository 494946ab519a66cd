interface Entry<T> {
  readonly value: T;
  readonly bytes: number;
}

/**
 * Caches recently used values up to a number of bytes; `set` takes each value's size. When the younger half is full it
 * becomes the older half, whose values are dropped. An exact order of use would cost more than most values are worth.
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

  /** Does not cache a value above a tenth of the maximum: it would displace too many others. */
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
