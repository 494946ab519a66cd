/** A number of permits, granted in the order they were asked for. */
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

  /** Waits for a permit; fails with the error of `late` when none was free within `waitMs`. */
  async acquire(waitMs: number, late: () => Error): Promise<void> {
    if (this.tryAcquire()) return;
    await new Promise<void>((resolve, reject) => {
      const granted = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(granted);
        reject(late());
      }, waitMs);
      this.#waiting.add(granted);
    });
  }

  /** Gives the permit to whoever has waited longest. */
  release(): void {
    for (const granted of this.#waiting) {
      this.#waiting.delete(granted);
      granted();
      return;
    }
    this.#free += 1;
  }
}
