import type { Timing } from "../../base/timing.ts";

/**
 * A node's reading of the clock of limits that all nodes share; it advances with the node's monotonic clock.
 */
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

  /** The reading to send: a node that has fallen behind the shared clock must not advance it. */
  reading(): number {
    return this.#known ? this.now() : 0;
  }

  /** Accepts the shared clock as it will be: nothing that this node holds depends on its reading any more. */
  forget(): void {
    this.#known = false;
  }

  /** Updates from the shared clock as it was a moment ago; after the first time it only advances. */
  update(at: number): void {
    const ahead = at - this.now();
    if (!this.#known || ahead > 0) this.#offset += ahead;
    this.#known = true;
  }
}
