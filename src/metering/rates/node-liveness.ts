import type { Timing } from "../../base/timing.ts";
import type { AtClock } from "./acquire-rates.ts";
import { aheadMs } from "./holder-rows.ts";
import { SharedClock } from "./shared-clock.ts";

/** A node whose clock may be further behind the shared one admits no call. */
const behindMostMs = 900;

/** Until when the other nodes leave this one what it holds. */
export class NodeLiveness {
  readonly clock: SharedClock;
  readonly #timing: Timing;
  /** When this node last sent a heartbeat, and when the database last replied; monotonic. */
  shownAt = Number.NEGATIVE_INFINITY;
  answeredAt = Number.NEGATIVE_INFINITY;
  /** When this node last held, according to the database, all that it holds; on the clock of limits. */
  heldAt = 0;
  /** What it holds must be reread: others may have taken it since. */
  inDoubt = false;
  /** The database is unreachable. */
  disconnected = false;
  /** This node's clock is at most so far behind the shared one: the duration of the shortest exchange. */
  #behindMs = Number.POSITIVE_INFINITY;

  constructor(timing: Timing) {
    this.#timing = timing;
    this.clock = new SharedClock(timing);
  }

  /** Whether windows are the same on this node and on the others. */
  get inTime(): boolean {
    return this.#behindMs < behindMostMs;
  }

  /**
   * Whether a node that held a part at a moment may use it in the window that began at `start`: should the node be dead to
   * the others, the part counts as used there.
   */
  owns(start: number, periodMs: number, heldAt: number): boolean {
    return this.inTime && start <= Math.max(this.heldAt, heldAt) + aheadMs(periodMs);
  }

  /**
   * An exchange that counts as a heartbeat. `silentMs`: other nodes take nothing of what this one holds before it was
   * silent for so long.
   */
  async exchange<T extends AtClock<unknown>>(
    silentMs: number,
    request: (reading: number) => Promise<T>,
  ): Promise<T> {
    const requestedAt = this.#timing.monotonic();
    const reply = await request(this.clock.reading());
    this.answeredAt = this.#timing.monotonic();
    this.clock.update(reply.at);
    this.#behindMs = Math.min(this.#behindMs, this.answeredAt - requestedAt);
    // If the heartbeat came late, others may have considered this node dead before it.
    const late = this.clock.now() + this.#behindMs >= this.heldAt + silentMs;
    if (!late) this.heldAt = reply.at;
    else this.inDoubt = true;
    if (!this.inTime) this.inDoubt = true;
    this.shownAt = requestedAt;
    this.disconnected = false;
    return reply;
  }
}
