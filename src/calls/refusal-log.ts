import type { Log } from "../base/log.ts";

const everyMs = 1000;

/** Logs refused calls: the first one, and from then on their number once a second, since an outage refuses thousands. */
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

  /** Logs those that are not logged yet. */
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
