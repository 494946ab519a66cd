const longRow = 65_536;
const collectedAt = 4 * 2 ** 20;

/** Collects garbage after long rows, each of which leaves several times its size. */
export class LongRows {
  #uncollected = 0;

  add(bytes: number): void {
    if (bytes < longRow) return;
    this.#uncollected += bytes;
    if (this.#uncollected < collectedAt) return;
    Bun.gc(true);
    this.#uncollected = 0;
  }
}
