/** Lets `perSecond` through on average, and `burst` at once after a rest. */
export class TokenBucket {
  readonly #everyMs: number;
  readonly #burst: number;
  #tokens: number;
  #at = Number.NEGATIVE_INFINITY;

  constructor(perSecond = 10, burst = 10) {
    this.#everyMs = 1000 / perSecond;
    this.#burst = burst;
    this.#tokens = burst;
  }

  /** Milliseconds until the next may go; 0 lets it go, and counts it. */
  next(now: number): number {
    const earned = Math.max(0, now - this.#at) / this.#everyMs;
    this.#tokens = Math.min(this.#burst, this.#tokens + earned);
    this.#at = now;
    if (this.#tokens < 1) return Math.ceil((1 - this.#tokens) * this.#everyMs);
    this.#tokens -= 1;
    return 0;
  }
}
