/** Collects garbage after so much was used: otherwise the heap grows by hundreds of megabytes for the same CPU. */
export class Garbage {
  readonly #limit: number;
  #uncollected = 0;

  /** `limit` is in what `add` gets: bytes, characters or rows. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(used: number): void {
    this.#uncollected += used;
    if (this.#uncollected < this.#limit) return;
    Bun.gc(true);
    this.#uncollected = 0;
  }
}
