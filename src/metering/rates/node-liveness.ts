import type { Timing } from "../../base/timing.ts";
import type { AtClock } from "./acquire-rates.ts";
import { SharedClock } from "./shared-clock.ts";

/** A node silent for longer rereads what it holds before using it; others take nothing sooner. */
const trustMs = 900;

/** Whether the other nodes consider this one alive, and so leave it what it holds. */
export class NodeLiveness {
  readonly clock: SharedClock;
  readonly #timing: Timing;
  /** When this node last sent a heartbeat, and when the database last replied; monotonic. */
  shownAt = Number.NEGATIVE_INFINITY;
  answeredAt = Number.NEGATIVE_INFINITY;
  /** What it holds must be reread before it is used. */
  inDoubt = false;
  /** The database is unreachable, and this node limits calls by itself. */
  disconnected = false;

  constructor(timing: Timing) {
    this.#timing = timing;
    this.clock = new SharedClock(timing);
  }

  /** Nothing was taken from this node since its last heartbeat. */
  get recent(): boolean {
    return this.#timing.monotonic() - this.shownAt < trustMs;
  }

  /** Whether what this node holds may be used. */
  get trusted(): boolean {
    return !this.inDoubt && this.recent;
  }

  /** An exchange that counts as a heartbeat. `holds`: whether anything could be taken from this node. */
  async exchange<T>(holds: boolean, ask: (reading: number) => Promise<AtClock<T>>): Promise<T> {
    const requestedAt = this.#timing.monotonic();
    const { at, seen } = await ask(this.clock.reading());
    this.clock.update(at);
    this.answeredAt = this.#timing.monotonic();
    // A late reply: what was held or given may have been taken since.
    const since = holds ? Math.min(requestedAt, this.shownAt) : requestedAt;
    if (this.answeredAt - since >= trustMs) this.inDoubt = true;
    this.shownAt = requestedAt;
    this.disconnected = false;
    return seen;
  }
}
