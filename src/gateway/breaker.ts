const windowMs = 10_000;
const callsLeast = 20;
const openMs = 5000;

/**
 * Refuses the calls of an API while its upstream is down: half of at least 20 calls in 10 seconds that fail open it for
 * 5 seconds. Then one call tries.
 */
export class Breaker {
  readonly #now: () => number;
  #windowEnd = 0;
  /** Of this window and the one before, so that a failure does not wait for a window to fill. */
  #calls = { now: 0, before: 0 };
  #failures = { now: 0, before: 0 };
  #openUntil = 0;
  #trying = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** `probing`: its time is over, and the next call decides. */
  get state(): "closed" | "open" | "probing" {
    if (this.#openUntil === 0) return "closed";
    return this.#openUntil > this.#now() ? "open" : "probing";
  }

  /** Zero if a call may begin, else the milliseconds until one may. Every call that begins ends with `ended`. */
  waitMs(): number {
    if (this.#openUntil === 0) return 0;
    const left = this.#openUntil - this.#now();
    if (left > 0) return left;
    if (this.#trying) return openMs;
    this.#trying = true;
    return 0;
  }

  /** A call that began has ended; undefined if its outcome says nothing of the upstream. */
  ended(failed: boolean | undefined): void {
    if (this.#openUntil > 0) {
      // Calls from before it opened say nothing new.
      if (!this.#trying) return;
      this.#trying = false;
      if (failed === undefined) return;
      if (failed) this.#openUntil = this.#now() + openMs;
      else this.#close();
      return;
    }
    if (failed === undefined) return;
    this.#turn();
    this.#calls.now += 1;
    if (!failed) return;
    this.#failures.now += 1;
    const calls = this.#calls.now + this.#calls.before;
    const failures = this.#failures.now + this.#failures.before;
    if (calls >= callsLeast && failures * 2 >= calls) this.#openUntil = this.#now() + openMs;
  }

  #turn(): void {
    const now = this.#now();
    if (now < this.#windowEnd) return;
    const follows = now < this.#windowEnd + windowMs / 2;
    this.#calls = { now: 0, before: follows ? this.#calls.now : 0 };
    this.#failures = { now: 0, before: follows ? this.#failures.now : 0 };
    this.#windowEnd = now + windowMs / 2;
  }

  #close(): void {
    this.#openUntil = 0;
    this.#windowEnd = 0;
    this.#calls = { now: 0, before: 0 };
    this.#failures = { now: 0, before: 0 };
  }
}
