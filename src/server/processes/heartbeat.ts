/** How often a worker sends a heartbeat to its supervisor. Milliseconds. */
export const heartbeatMs = 250;

/** This many heartbeats may be missed; the next must come within two seconds of the last. */
const missedMax = 6;
/** The limit for a worker that computes, or waits for a processor: ten seconds. */
const busyMissedMax = 40;
/** It sleeps or is stopped if this many checks in a row find it idle; collecting garbage can look so for a moment. */
const idleChecksMax = 4;

/** The state of a worker's main thread at a moment. */
export interface ThreadState {
  /** Running, or waiting for a processor or a disk. */
  readonly busy: boolean;
  /** Processor time used so far, in milliseconds. */
  readonly cpuMs: number;
}

/** Reads the state of a worker's main thread; undefined if it cannot be determined. */
export type ReadThread = () => ThreadState | undefined;

/**
 * Counts missed heartbeats by the supervisor's own timer, not by the clock: if the machine was suspended, or
 * the supervisor did not run, the worker is not at fault. A worker without heartbeats hangs if it sleeps or is
 * stopped; one that computes or waits for a processor is only slow.
 */
export class BeatCounter {
  readonly #readState: ReadThread;
  #missed = 0;
  #idle = 0;
  #last: ThreadState | undefined;

  constructor(readState: ReadThread) {
    this.#readState = readState;
  }

  beat(): void {
    this.#missed = 0;
    this.#idle = 0;
    this.#last = undefined;
  }

  /** One interval has passed; returns whether the worker hangs. */
  tick(): boolean {
    this.#missed += 1;
    // A heartbeat may be late by one.
    if (this.#missed === 1) return false;
    const state = this.#readState();
    const worked = state !== undefined && (state.busy || state.cpuMs > (this.#last?.cpuMs ?? state.cpuMs));
    this.#idle = worked ? 0 : this.#idle + 1;
    this.#last = state;
    if (this.#missed <= missedMax) return false;
    return this.#missed > busyMissedMax || this.#idle >= idleChecksMax || !state;
  }
}

export interface Heartbeat {
  /** A heartbeat has come. */
  beat(): void;
  end(): void;
}

/** Calls `silent` while a worker hangs, until it returns true: first within two seconds if the worker is idle. */
export function expectBeats(silent: () => boolean, readState: ReadThread): Heartbeat {
  const counter = new BeatCounter(readState);
  const timer = setInterval(() => {
    if (counter.tick() && silent()) clearInterval(timer);
  }, heartbeatMs);
  return { beat: () => counter.beat(), end: () => clearInterval(timer) };
}
