import type { Log } from "../base/log.ts";
import type { Timing } from "../base/timing.ts";
import { TokenBucket } from "../base/token-bucket.ts";

export interface LeaseTurnsOptions {
  readonly timing: Timing;
  readonly log: Log;
  /** Whether there is something to do. */
  readonly wanted: () => boolean;
  /** Whether answers still matter. */
  readonly open: () => boolean;
  /** One transaction; never rejects. */
  readonly turn: () => Promise<void>;
}

const retryMs = [50, 100, 200, 500] as const;

/** Lets a journal's lease transactions run one at a time, and not too many of them. */
export class LeaseTurns {
  readonly #options: LeaseTurnsOptions;
  readonly #bucket = new TokenBucket();
  #armed = false;
  #busy = false;

  constructor(options: LeaseTurnsOptions) {
    this.#options = options;
  }

  /** Sees to it that what is wanted is done soon. */
  arm(): void {
    const { timing, wanted } = this.#options;
    if (this.#armed || this.#busy || !wanted()) return;
    this.#armed = true;
    const pause = this.#bucket.next(timing.monotonic());
    const start = () => {
      this.#armed = false;
      if (pause > 0) this.arm();
      else void this.#run();
    };
    // In the same turn of the event loop others may want credits too, and go in the same transaction.
    if (pause > 0) timing.after(pause, start);
    else timing.soon(start);
  }

  /** Repeats a question until it is answered, with when it was put; undefined where answers matter no more. */
  async untilAnswered<T>(
    ask: () => Promise<T>,
  ): Promise<{ answer: T; monotonic: number; wall: number } | undefined> {
    const { timing, log, open } = this.#options;
    for (let attempt = 0; open(); attempt++) {
      const [monotonic, wall] = [timing.monotonic(), timing.wall()];
      try {
        return { answer: await ask(), monotonic, wall };
      } catch (error) {
        if (attempt === 0) log.warn("credits cannot be leased", { error: (error as Error).message });
        const pause = retryMs[Math.min(attempt, retryMs.length - 1)]!;
        await new Promise<void>((resolve) => void timing.after(pause, resolve));
      }
    }
    return undefined;
  }

  async #run(): Promise<void> {
    this.#busy = true;
    try {
      await this.#options.turn();
    } finally {
      this.#busy = false;
      this.arm();
    }
  }
}
