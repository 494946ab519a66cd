import type { Timing } from "../../base/timing.ts";

interface Waiter<Outcome, Call> {
  readonly call: Call;
  readonly end: (outcome: Outcome) => void;
  readonly fail: (error: Error) => void;
}

/** A process that did not run for some time counts at most this much of it. Milliseconds. */
const stepMs = 250;
/** Calls of a process that hardly runs wait at most so many times as long. */
const timesMost = 3;

/** Calls that wait for the database, first come first served, each for a bounded time. */
export class WaitingCalls<Outcome, Call = void> {
  readonly #timing: Timing;
  #waiters: Waiter<Outcome, Call>[] = [];

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  get length(): number {
    return this.#waiters.length;
  }

  /** The waiting calls, first come first. */
  get calls(): readonly Call[] {
    return this.#waiters.map(({ call }) => call);
  }

  get first(): Call | undefined {
    return this.#waiters[0]?.call;
  }

  /**
   * Waits for so many milliseconds in which this process ran: a process that was not scheduled cannot determine
   * whether the database has answered. `late` returns the result of a call that was not served in time, or throws.
   */
  async add(milliseconds: number, late: () => Outcome, call: Call): Promise<Outcome> {
    if (milliseconds === 0) return late();
    return new Promise<Outcome>((resolve, reject) => {
      const cancel = this.#afterRunning(milliseconds, () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        try {
          resolve(late());
        } catch (error) {
          reject(error as Error);
        }
      });
      const waiter: Waiter<Outcome, Call> = {
        call,
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

  /** Serves the first one. */
  serve(outcome: Outcome): void {
    this.#waiters.shift()?.end(outcome);
  }

  /** Ends all of them, or those that match `ends`. */
  endAll(outcome: Outcome, ends: (call: Call) => boolean = () => true): void {
    const ended = this.#waiters.filter(({ call }) => ends(call));
    this.#waiters = this.#waiters.filter(({ call }) => !ends(call));
    for (const waiter of ended) waiter.end(outcome);
  }

  /** Refuses all of them. */
  failAll(error: () => Error): void {
    for (const waiter of this.#waiters.splice(0)) waiter.fail(error());
  }
  #afterRunning(milliseconds: number, work: () => void): () => void {
    const end = this.#timing.monotonic() + timesMost * milliseconds;
    let left = milliseconds;
    const step = (): (() => void) => {
      const part = Math.min(stepMs, left);
      left -= part;
      return this.#timing.after(part, () => {
        if (left > 0 && this.#timing.monotonic() < end) cancel = step();
        else work();
      });
    };
    let cancel = step();
    return () => cancel();
  }
}
