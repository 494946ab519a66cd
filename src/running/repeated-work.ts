import type { HeldState } from "../decisions/held-state.ts";

interface RepeatedOptions {
  readonly everyMs: number;
  /** While it is set the work waits, because it charges, sends or gives. */
  readonly held: Pick<HeldState, "current">;
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

  /** Does it now, unless the service is held, or waits for what runs. */
  async run(): Promise<void> {
    const { held, work, failed } = this.#options;
    if (held.current) return;
    this.#running ??= work(() => !this.#isStopped)
      .catch((error: unknown) => {
        if (!this.#isStopped) failed(error);
      })
      .finally(() => {
        this.#running = undefined;
      });
    await this.#running;
  }

  /** Waits for what runs. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}
