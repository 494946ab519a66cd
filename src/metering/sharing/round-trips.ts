import type { Timing } from "../../base/timing.ts";
import { TokenBucket } from "../../base/token-bucket.ts";

export interface RoundTripsOptions {
  readonly timing: Timing;
  /** Whether there is something to do. */
  readonly wanted: () => boolean;
  /** One exchange with the database. */
  readonly turn: () => Promise<void>;
  /** Called with the reason when a turn has failed; the next follows a little later. */
  readonly failed: (error: Error) => void;
}

const perSecond = 50;
const burst = 25;
const retryMs = 100;

/** Lets exchanges with the database run one at a time, and not too many of them. */
export class RoundTrips {
  readonly #options: RoundTripsOptions;
  readonly #bucket = new TokenBucket(perSecond, burst);
  #armed = false;
  #busy = false;

  constructor(options: RoundTripsOptions) {
    this.#options = options;
  }

  /** Sees to it that what is wanted is done soon. */
  arm(): void {
    const { timing, wanted } = this.#options;
    if (this.#armed || this.#busy || !wanted()) return;
    const pause = this.#bucket.next(timing.monotonic());
    // In the same turn of the event loop others may want something too, and go in the same transaction.
    if (pause === 0)
      this.#start(
        (begin) => timing.soon(begin),
        () => void this.#run(),
      );
    else this.#armIn(pause);
  }

  #armIn(milliseconds: number): void {
    const { timing } = this.#options;
    this.#start(
      (begin) => void timing.after(milliseconds, begin),
      () => this.arm(),
    );
  }

  #start(when: (begin: () => void) => void, work: () => void): void {
    this.#armed = true;
    when(() => {
      this.#armed = false;
      work();
    });
  }

  async #run(): Promise<void> {
    this.#busy = true;
    let failed = false;
    try {
      await this.#options.turn();
    } catch (error) {
      failed = true;
      this.#options.failed(error as Error);
    }
    this.#busy = false;
    if (failed) this.#armIn(retryMs);
    else this.arm();
  }
}
