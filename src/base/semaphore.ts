/** A number of permits, granted in the order of their requests. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(permits: number) {
    this.#free = permits;
  }

  /** Takes a permit if one is free; never waits. */
  tryAcquire(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  /** Waits for a permit; rejects with the error of `late` after `waitMs`. */
  async acquire(waitMs: number, late: () => Error): Promise<void> {
    if (this.tryAcquire()) return;
    await new Promise<void>((resolve, reject) => {
      const grant = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(grant);
        reject(late());
      }, waitMs);
      this.#waiting.add(grant);
    });
  }

  /** Passes the permit to the longest waiting request. */
  release(): void {
    for (const grant of this.#waiting) {
      this.#waiting.delete(grant);
      grant();
      return;
    }
    this.#free += 1;
  }
}
