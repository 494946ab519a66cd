import type { Timing } from "../../base/timing.ts";
import { TokenBucket } from "../../base/token-bucket.ts";

export interface RoundTripsOptions {
  readonly timing: Timing;
  /** Whether there is work. */
  readonly hasWork: () => boolean;
  /** One exchange with the database. */
  readonly exchange: () => Promise<void>;
  /** Called with the reason when an exchange fails; the next follows a little later. */
  readonly failed: (error: Error) => void;
}

const perSecond = 50;
const burst = 25;
const retryMs = 100;

/** Runs exchanges with the database one at a time, at a bounded rate. */
export class RoundTrips {
  readonly #options: RoundTripsOptions;
  readonly #bucket = new TokenBucket(perSecond, burst);
  #armed = false;
  #busy = false;

  constructor(options: RoundTripsOptions) {
    this.#options = options;
  }

  /** Schedules an exchange soon if there is work. */
  arm(): void {
    const { timing, hasWork } = this.#options;
    if (this.#armed || this.#busy || !hasWork()) return;
    const pause = this.#bucket.next(timing.monotonic());
    // Others in the same tick may need something too and share the transaction.
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
      await this.#options.exchange();
    } catch (error) {
      failed = true;
      this.#options.failed(error as Error);
    }
    this.#busy = false;
    if (failed) this.#armIn(retryMs);
    else this.arm();
  }
}
