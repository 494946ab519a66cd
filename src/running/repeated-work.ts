interface RepeatedOptions {
  readonly everyMs: number;
  /** `open` is false once the process begins to end. */
  readonly work: (open: () => boolean) => Promise<void>;
  /** Called with why it failed; the next time follows. */
  readonly failed: (error: unknown) => void;
}

/** Work that a process does again and again, once at a time. */
export class RepeatedWork {
  readonly #options: RepeatedOptions;
  #timer: Timer | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: RepeatedOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.run(), this.#options.everyMs);
  }

  /** Does it now, or waits for what runs. */
  run(): Promise<void> {
    const { work, failed } = this.#options;
    this.#running ??= work(() => !this.#isStopped)
      .catch((error: unknown) => {
        if (!this.#isStopped) failed(error);
      })
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  /** Waits for what runs. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}
