import type { Log } from "../base/log.ts";

const everyMs = 1000;

/** Logs the first refused call, then their number once a second: an outage refuses thousands. */
export class RefusalLog {
  readonly #log: Log;
  readonly #event: string;
  #calls = 0;
  #reason = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Log, event: string) {
    this.#log = log;
    this.#event = event;
  }

  add(reason: string): void {
    this.#calls += 1;
    this.#reason = reason;
    if (this.#timer) return;
    this.#write();
    this.#timer = setInterval(() => {
      if (this.#calls === 0) return this.close();
      this.#write();
    }, everyMs);
    this.#timer.unref();
  }

  /** Logs the remaining calls. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#calls > 0) this.#write();
  }

  #write(): void {
    this.#log.warn(this.#event, { calls: this.#calls, reason: this.#reason });
    this.#calls = 0;
  }
}
