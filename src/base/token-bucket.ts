/** Admits `perSecond` on average, and `burst` together after a pause. */
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

  /** Milliseconds until the next is admitted; 0 admits and counts it. */
  next(now: number): number {
    const earned = Math.max(0, now - this.#at) / this.#everyMs;
    this.#tokens = Math.min(this.#burst, this.#tokens + earned);
    this.#at = now;
    if (this.#tokens < 1) return Math.ceil((1 - this.#tokens) * this.#everyMs);
    this.#tokens -= 1;
    return 0;
  }
}
