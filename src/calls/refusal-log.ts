import type { Log } from "../base/log.ts";

const everyMs = 1000;

/**
 * Tells of calls that are refused because something is away: once, and then how many a second, since an outage
 * refuses thousands.
 */
export class RefusalLog {
  readonly #log: Log;
  #calls = 0;
  #reason = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  refused(reason: string): void {
    this.#calls += 1;
    this.#reason = reason;
    if (this.#timer) return;
    this.#tell();
    this.#timer = setInterval(() => {
      if (this.#calls === 0) return this.close();
      this.#tell();
    }, everyMs);
    this.#timer.unref();
  }

  /** Tells of those that it has not told of yet. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#calls > 0) this.#tell();
  }

  #tell(): void {
    this.#log.warn("calls are refused with 503", { calls: this.#calls, reason: this.#reason });
    this.#calls = 0;
  }
}
