/** A value of which a part can be made again from the rest. */
export interface Droppable {
  readonly bytes: number;
  /** Drops that part. */
  dropForms(): void;
}

interface Entry<T> {
  readonly account: string;
  readonly value: T;
}

/**
 * Caches values up to a number of bytes. Beyond it, values first lose what can be made again from them, the one that was
 * used longest ago first. Then the account with the most bytes loses values: it displaces none of another with fewer.
 */
export class AccountCache<T extends Droppable> {
  readonly #bytesMax: number;
  /** The one that was used last is the last. */
  readonly #entries = new Map<string, Entry<T>>();

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#entries.values().reduce((sum, { value }) => sum + value.bytes, 0);
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** The value counts for the account that requested it first. */
  set(key: string, account: string, value: T): void {
    this.#entries.delete(key);
    this.#entries.set(key, { account, value });
    this.trim();
  }

  /** To be called when a value has more bytes than before. */
  trim(): void {
    for (const { value } of this.#entries.values()) {
      if (this.bytes <= this.#bytesMax) return;
      value.dropForms();
    }
    while (this.bytes > this.#bytesMax) this.#displace();
  }

  #displace(): void {
    const sums = new Map<string, number>();
    for (const { account, value } of this.#entries.values())
      sums.set(account, (sums.get(account) ?? 0) + value.bytes);
    const [largest] = [...sums].reduce((most, one) => (one[1] > most[1] ? one : most));
    for (const [key, { account }] of this.#entries) {
      if (account !== largest) continue;
      this.#entries.delete(key);
      return;
    }
  }
}
