import type { Timing } from "../../base/timing.ts";

/** A node's reading of the clock that the limits of all nodes run on; it advances with the node's monotonic clock. */
export class SharedClock {
  readonly #timing: Timing;
  #offset = 0;
  #known = false;

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  now(): number {
    return Math.floor(this.#timing.monotonic() + this.#offset);
  }

  /** What it may send to others: a node that has not kept up with their clock must not advance it. */
  reading(): number {
    return this.#known ? this.now() : 0;
  }

  /** Accepts the shared clock as it will be: nothing that this node holds depends on its reading any more. */
  forget(): void {
    this.#known = false;
  }

  /** Takes note of what the shared clock said a moment ago; after the first time it only advances. */
  learn(at: number): void {
    const ahead = at - this.now();
    if (!this.#known || ahead > 0) this.#offset += ahead;
    this.#known = true;
  }
}
