/** How often a worker tells its supervisor that it is alive. */
export const heartbeatMs = 250;

/** So many beats may be missing; the next one must come within two seconds of the last. */
const missedMax = 6;
/** A worker that waits for its turn on a busy machine is given so many. */
const busyMissedMax = 40;
/** In so much time of a processor it would have beaten, were it not for a loop. */
const loopMs = missedMax * heartbeatMs;
/** It sleeps, or is stopped, where so many looks in a row find it do nothing. */
const idleLooks = 2;

/** What a worker's main thread does at a moment. */
export interface ThreadState {
  /** It runs, or waits for a processor or a disk. */
  readonly busy: boolean;
  /** The processor's time that it has had so far, in milliseconds. */
  readonly cpuMs: number;
}

/** Looks at a worker's main thread; undefined where that cannot be known. */
export type Look = () => ThreadState | undefined;

/**
 * Counts missing beats by the supervisor's own timer, not by the time: where the whole machine was suspended, or
 * the supervisor got no turn, nobody else is to blame. A worker without beats hangs where it sleeps, is stopped,
 * or has had the time to beat; one that still waits for its turn is only slow.
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

  /** One interval has passed: whether the worker hangs. */
  tick(): boolean {
    this.#missed += 1;
    // A beat may be late by one.
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
  /** A beat has come. */
  beat(): void;
  end(): void;
}

/** Calls `silent` once when a worker hangs, within two seconds where the machine is not too busy to tell. */
export function expectBeats(silent: () => void, look: Look): Heartbeat {
  const counter = new BeatCounter(look);
  const timer = setInterval(() => {
    if (!counter.tick()) return;
    clearInterval(timer);
    silent();
  }, heartbeatMs);
  return { beat: () => counter.beat(), end: () => clearInterval(timer) };
}
