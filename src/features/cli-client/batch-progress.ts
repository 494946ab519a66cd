const shownEveryMs = 250;

/** Counts results; shows them live on a terminal, and at the end. */
export class BatchProgress {
  readonly #isLive: boolean;
  readonly #isQuiet: boolean;
  readonly #begun = performance.now();
  #shownAt = 0;
  #done = 0;
  #failed = 0;
  #readBytes = 0;
  readonly #totalBytes: number | undefined;

  constructor({
    isLive,
    isQuiet,
    totalBytes,
  }: { isLive: boolean; isQuiet: boolean; totalBytes: number | undefined }) {
    this.#isLive = isLive && !isQuiet;
    this.#isQuiet = isQuiet;
    this.#totalBytes = totalBytes;
  }

  get failed(): number {
    return this.#failed;
  }

  read(bytes: number): void {
    this.#readBytes += bytes;
  }

  add(isFound: boolean): void {
    this.#done += 1;
    if (!isFound) this.#failed += 1;
    const now = performance.now();
    if (!this.#isLive || now - this.#shownAt < shownEveryMs) return;
    this.#shownAt = now;
    const percent = this.#totalBytes
      ? `, ${Math.floor((100 * this.#readBytes) / this.#totalBytes)} % read`
      : "";
    const rate = Math.round((1000 * this.#done) / Math.max(1, now - this.#begun));
    process.stderr.write(`\r\x1b[K${this.#counts()}, ${rate.toLocaleString("en")}/s${percent}`);
  }

  /** Removes the live line. */
  clear(): void {
    if (this.#isLive && this.#shownAt > 0) process.stderr.write("\r\x1b[K");
  }

  end(): void {
    this.clear();
    if (this.#isQuiet) return;
    const seconds = ((performance.now() - this.#begun) / 1000).toFixed(1);
    process.stderr.write(`${this.#counts()} in ${seconds} s\n`);
  }

  #counts(): string {
    return `${this.#done.toLocaleString("en")} VINs, ${this.#failed.toLocaleString("en")} without data`;
  }
}
