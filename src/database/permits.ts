import { DatabaseUnavailable } from "./errors.ts";

/** A number of permits handed out in the order they were asked for. */
export class Permits {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** True when one was free; never waits. */
  takeNow(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  /** Waits for a permit; `DatabaseUnavailable` with the reason after `waitMs`. */
  async take(waitMs: number, reason: string): Promise<void> {
    if (this.takeNow()) return;
    await new Promise<void>((resolve, reject) => {
      const granted = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(granted);
        reject(new DatabaseUnavailable(reason));
      }, waitMs);
      this.#waiting.add(granted);
    });
  }

  /** Hands the permit to whoever has waited longest. */
  give(): void {
    for (const granted of this.#waiting) {
      this.#waiting.delete(granted);
      granted();
      return;
    }
    this.#free += 1;
  }
}
