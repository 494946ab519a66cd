import type { Timing } from "../../base/timing.ts";

/** A node's reading of the clock that all nodes' limits run on. It goes with the node's monotonic clock. */
export class LimitsClock {
  readonly #timing: Timing;
  #offset = 0;
  #known = false;

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  now(): number {
    return Math.floor(this.#timing.monotonic() + this.#offset);
  }

  /** What it may show to others: a node that has not kept up with their clock must not put it forward. */
  reading(): number {
    return this.#known ? this.now() : 0;
  }

  /** Takes the others' clock as it will be: nothing that this node knows depends on its own any more. */
  forget(): void {
    this.#known = false;
  }

  /** Takes note of what the shared clock showed a moment ago; after the first time only forward. */
  learn(at: number): void {
    const ahead = at - this.now();
    if (!this.#known || ahead > 0) this.#offset += ahead;
    this.#known = true;
  }
}
