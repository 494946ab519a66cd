/** The requests that a server receives when it is there again, and whether they came as a herd. */
export class Arrivals {
  underWay = 0;
  answered = 0;
  /** The most that were under way at a time. */
  most = 0;
  /** The most that were under way at a time, and what one trial and one more per answer would not have permitted. */
  beyond = 0;
  readonly #seconds = new Map<number, number>();

  /** Notes a request, and answers it when `work` is done. */
  async serve<T>(work: () => Promise<T> | T): Promise<T> {
    this.underWay += 1;
    this.most = Math.max(this.most, this.underWay);
    this.beyond = Math.max(this.beyond, this.underWay - 1 - this.answered);
    const second = Math.floor(performance.now() / 1000);
    this.#seconds.set(second, (this.#seconds.get(second) ?? 0) + 1);
    try {
      return await work();
    } finally {
      this.underWay -= 1;
      this.answered += 1;
    }
  }

  /** The most requests in one second. */
  get perSecond(): number {
    return Math.max(0, ...this.#seconds.values());
  }
}
