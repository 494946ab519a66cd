/** The requests that a server receives when it is there again, and whether they came as a herd. */
export class Arrivals {
  underWay = 0;
  answered = 0;
  /** The most that were under way at a time, and what one trial and one more per answer would not have permitted. */
  beyond = 0;

  /** Notes a request, and answers it when `work` is done. */
  async serve<T>(work: () => Promise<T> | T): Promise<T> {
    this.underWay += 1;
    this.beyond = Math.max(this.beyond, this.underWay - 1 - this.answered);
    try {
      return await work();
    } finally {
      this.underWay -= 1;
      this.answered += 1;
    }
  }
}
