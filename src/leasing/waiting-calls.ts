import type { Timing } from "../base/timing.ts";

interface Waiter<T> {
  readonly end: (outcome: T) => void;
  readonly fail: (error: Error) => void;
}

/** Calls that wait for the database, first come first served, each for a bounded time. */
export class Waiting<T> {
  readonly #timing: Timing;
  readonly #waiters: Waiter<T>[] = [];

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  get length(): number {
    return this.#waiters.length;
  }

  /** Waits; `late` says what becomes of a call that nobody has served in time, or throws. */
  add(milliseconds: number, late: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const cancel = this.#timing.after(milliseconds, () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        try {
          resolve(late());
        } catch (error) {
          reject(error as Error);
        }
      });
      const waiter: Waiter<T> = {
        end(outcome) {
          cancel();
          resolve(outcome);
        },
        fail(error) {
          cancel();
          reject(error);
        },
      };
      this.#waiters.push(waiter);
    });
  }

  /** Serves the first of them. */
  serve(outcome: T): void {
    this.#waiters.shift()?.end(outcome);
  }

  /** Refuses all of them. */
  failAll(error: () => Error): void {
    for (const waiter of this.#waiters.splice(0)) waiter.fail(error());
  }
}
