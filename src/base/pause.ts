/** Resolves after other work that waits for the thread: long work is done in parts. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Lets a number of callers continue in each turn of the event loop, in their order: other work is done between. */
export class Turns {
  readonly #perTurn: number;
  readonly #waiting: (() => void)[] = [];
  #running = false;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  async next(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    if (!this.#running) void this.#run();
    await promise;
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      for (const resolve of this.#waiting.splice(0, this.#perTurn)) resolve();
      await nextTurn();
    }
    this.#running = false;
  }
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
