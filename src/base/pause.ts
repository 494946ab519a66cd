/** Resolves after other work that waits for the thread: long work is done in parts. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Lets a number of callers continue in each turn of the event loop, in their order: other work is done between. A turn
 * is counted only when so many have come, since each costs one: the callers of many turns can be counted as one turn's.
 */
export class Turns {
  readonly #perTurn: number;
  readonly #waiting: (() => void)[] = [];
  #passed = 0;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /** Undefined if the caller continues now. */
  next(): Promise<void> | undefined {
    if (this.#passed < this.#perTurn) {
      this.#passed += 1;
      return undefined;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#waiting.push(resolve) === 1) setImmediate(this.#release);
    return promise;
  }

  readonly #release = (): void => {
    const released = this.#waiting.splice(0, this.#perTurn);
    this.#passed = released.length;
    if (this.#waiting.length > 0) setImmediate(this.#release);
    for (const resolve of released) resolve();
  };
}

/** Resolves after some milliseconds, or immediately when the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const wake = () => resolve();
  signal.addEventListener("abort", wake, { once: true });
  if (signal.aborted) wake();
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", wake);
  });
}
