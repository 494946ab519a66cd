import type { Timing } from "../../base/timing.ts";
import { LimitsClock } from "./shared-clock.ts";
import type { AtClock } from "./take-rates.ts";

/** Longer unheard of, a node looks whether what it holds was taken from it; the others wait longer than that. */
const trustMs = 900;

/** What a node knows of how the others see it. */
export class Presence {
  readonly clock: LimitsClock;
  readonly #timing: Timing;
  /** When this node last showed itself, and when the database last answered; monotonic. */
  shownAt = Number.NEGATIVE_INFINITY;
  answeredAt = Number.NEGATIVE_INFINITY;
  /** What it holds must be read again before any of it is used. */
  inDoubt = false;
  /** The database is away, and it goes on by itself. */
  adrift = false;

  constructor(timing: Timing) {
    this.#timing = timing;
    this.clock = new LimitsClock(timing);
  }

  /** Nothing was taken from this node since it was last shown. */
  get recent(): boolean {
    return this.#timing.monotonic() - this.shownAt < trustMs;
  }

  /** What this node holds may be used. */
  get trusted(): boolean {
    return !this.inDoubt && this.recent;
  }

  /** An exchange that shows this node to the others. `holds`: there is something that may be taken from it. */
  async exchange<T>(holds: boolean, ask: (reading: number) => Promise<AtClock<T>>): Promise<T> {
    const askedAt = this.#timing.monotonic();
    const { at, seen } = await ask(this.clock.reading());
    this.clock.learn(at);
    this.answeredAt = this.#timing.monotonic();
    // It comes late: what was held, or was given, may have been taken since.
    const since = holds ? Math.min(askedAt, this.shownAt) : askedAt;
    if (this.answeredAt - since >= trustMs) this.inDoubt = true;
    this.shownAt = askedAt;
    this.adrift = false;
    return seen;
  }
}
