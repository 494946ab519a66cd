import type { Timing } from "../../base/timing.ts";
import type { AtClock } from "./acquire-rates.ts";
import { SharedClock } from "./shared-clock.ts";

/** A node that was silent for longer reads what it still holds before it uses it; others take nothing sooner than that. */
const trustMs = 900;

/** Whether the other nodes take this one for alive, and so leave it what it holds. */
export class NodeLiveness {
  readonly clock: SharedClock;
  readonly #timing: Timing;
  /** When this node last sent a sign of life, and when the database last answered; monotonic. */
  shownAt = Number.NEGATIVE_INFINITY;
  answeredAt = Number.NEGATIVE_INFINITY;
  /** What it holds must be read again before any of it is used. */
  inDoubt = false;
  /** The database is unreachable, and this node limits calls by itself. */
  disconnected = false;

  constructor(timing: Timing) {
    this.#timing = timing;
    this.clock = new SharedClock(timing);
  }

  /** Nothing was taken from this node since its last sign of life. */
  get recent(): boolean {
    return this.#timing.monotonic() - this.shownAt < trustMs;
  }

  /** What this node holds may be used. */
  get trusted(): boolean {
    return !this.inDoubt && this.recent;
  }

  /** An exchange that is a sign of life. `holds`: there is something that may be taken from this node. */
  async exchange<T>(holds: boolean, ask: (reading: number) => Promise<AtClock<T>>): Promise<T> {
    const askedAt = this.#timing.monotonic();
    const { at, seen } = await ask(this.clock.reading());
    this.clock.learn(at);
    this.answeredAt = this.#timing.monotonic();
    // A late answer: what was held, or was given, may have been taken since.
    const since = holds ? Math.min(askedAt, this.shownAt) : askedAt;
    if (this.answeredAt - since >= trustMs) this.inDoubt = true;
    this.shownAt = askedAt;
    this.disconnected = false;
    return seen;
  }
}
