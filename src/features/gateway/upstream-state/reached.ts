import type { OutboundGuard } from "../../../outbound/guard.ts";

const recentMs = 60_000;
const connectMs = 5000;

/**
 * Whether an upstream's host accepted connections lately. `fetch` does not report when it has connected, so a
 * connection is tried before the first call, after a failure, and after a minute without an answer.
 */
export class Reached {
  #origin = "";
  #until = 0;
  #trying: Promise<void> | undefined;

  answered(origin: string): void {
    this.#origin = origin;
    this.#until = performance.now() + recentMs;
  }

  failed(): void {
    this.#until = 0;
  }

  /** Tries to connect, unless that is known to work. Calls that wait share a connection. Throws as the guard does. */
  require(guard: OutboundGuard, origin: string, timeoutMs: number): void | Promise<void> {
    if (this.#origin === origin && performance.now() < this.#until) return;
    if (this.#origin !== origin) this.#trying = undefined;
    this.#origin = origin;
    this.#trying ??= this.#try(guard, origin, Math.min(connectMs, timeoutMs));
    return this.#trying;
  }

  async #try(guard: OutboundGuard, origin: string, waitMs: number): Promise<void> {
    try {
      await guard.requireAnswering(origin, waitMs);
      this.answered(origin);
    } finally {
      this.#trying = undefined;
    }
  }
}
