/** How often a worker sends a heartbeat to its supervisor. Milliseconds. */
export const heartbeatMs = 250;

/** This many heartbeats may be missed; the next must come within two seconds of the last. */
const missedMax = 6;
/** The limit for a worker that waits for a processor on a busy machine. */
const busyMissedMax = 40;
/** With this much processor time it would have sent a heartbeat, unless it is in a loop. */
const loopMs = missedMax * heartbeatMs;
/** It sleeps or is stopped if this many checks in a row find it idle. */
const idleLooks = 2;

/** The state of a worker's main thread at a moment. */
export interface ThreadState {
  /** Running, or waiting for a processor or a disk. */
  readonly busy: boolean;
  /** Processor time used so far, in milliseconds. */
  readonly cpuMs: number;
}

/** Reads the state of a worker's main thread; undefined if it cannot be determined. */
export type Look = () => ThreadState | undefined;

/**
 * Counts missed heartbeats by the supervisor's own timer, not by the clock: if the machine was suspended, or
 * the supervisor did not run, the worker is not at fault. A worker without heartbeats hangs if it sleeps, is
 * stopped, or has had enough processor time; one that waits for a processor is only slow.
 */
export class BeatCounter {
  readonly #look: Look;
  #missed = 0;
  #idle = 0;
  #first: ThreadState | undefined;
  #last: ThreadState | undefined;

  constructor(look: Look) {
    this.#look = look;
  }

  beat(): void {
    this.#missed = 0;
    this.#idle = 0;
    this.#first = undefined;
    this.#last = undefined;
  }

  /** One interval has passed; returns whether the worker hangs. */
  tick(): boolean {
    this.#missed += 1;
    // A heartbeat may be late by one.
    if (this.#missed === 1) return false;
    const state = this.#look();
    const worked = state !== undefined && (state.busy || state.cpuMs > (this.#last?.cpuMs ?? state.cpuMs));
    this.#idle = worked ? 0 : this.#idle + 1;
    this.#first ??= state;
    this.#last = state;
    if (this.#missed <= missedMax) return false;
    if (this.#missed > busyMissedMax || this.#idle >= idleLooks || !state || !this.#first) return true;
    return state.cpuMs - this.#first.cpuMs >= loopMs - 2 * heartbeatMs;
  }
}

export interface Heartbeat {
  /** A heartbeat has come. */
  beat(): void;
  end(): void;
}

/** Calls `silent` once when a worker hangs: within two seconds, unless the machine is too busy to tell. */
export function expectBeats(silent: () => void, look: Look): Heartbeat {
  const counter = new BeatCounter(look);
  const timer = setInterval(() => {
    if (!counter.tick()) return;
    clearInterval(timer);
    silent();
  }, heartbeatMs);
  return { beat: () => counter.beat(), end: () => clearInterval(timer) };
}
