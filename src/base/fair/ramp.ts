/**
 * How much may be under way at a time to a system that can be away. Without a failure it is `most`. After failures it is
 * one trial, and each success permits one more, which doubles it with each round trip.
 */
export class Ramp {
  readonly most: number;
  #allowed: number;

  constructor(most: number) {
    this.most = most;
    this.#allowed = most;
  }

  /** From 1 to `most`. */
  get allowed(): number {
    return this.#allowed;
  }

  /** Notes that so much of what was under way has succeeded. */
  succeeded(amount = 1): void {
    this.#allowed = Math.min(this.most, this.#allowed + amount);
  }

  /** Notes that so much has failed: while more fails than succeeds, less is allowed. Without an amount one trial is left. */
  failed(amount = this.most): void {
    this.#allowed = Math.max(1, this.#allowed - amount);
  }
}

/** Requests to one system: the others wait in their order, while as many are under way as a ramp allows. */
export class RampedRequests {
  readonly #ramp: Ramp;
  readonly #waiting = new Set<() => void>();
  #underWay = 0;

  constructor(most: number) {
    this.#ramp = new Ramp(most);
  }

  /**
   * Does `work` when its turn comes, and returns what it resolves to; a rejection is a failure of the system. Rejects
   * with the reason of `signal` if this is aborted before the turn.
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#turn(signal);
    try {
      const result = await work();
      this.#ramp.succeeded();
      return result;
    } catch (error) {
      this.#ramp.failed(1);
      throw error;
    } finally {
      this.#underWay -= 1;
      this.#release();
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<void> | undefined {
    signal?.throwIfAborted();
    if (this.#waiting.size === 0 && this.#underWay < this.#ramp.allowed) {
      this.#underWay += 1;
      return undefined;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      this.#waiting.delete(resolve);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", leave, { once: true });
    this.#waiting.add(resolve);
    return promise.finally(() => signal?.removeEventListener("abort", leave));
  }

  #release(): void {
    for (const resolve of this.#waiting) {
      if (this.#underWay >= this.#ramp.allowed) return;
      this.#waiting.delete(resolve);
      this.#underWay += 1;
      resolve();
    }
  }
}
