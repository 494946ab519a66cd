/** Clock and timers of metering; tests use their own. */
export interface Timing {
  /** Wall clock: milliseconds since 1970, UTC. */
  wall(): number;
  /** Milliseconds that never step back or jump. */
  monotonic(): number;
  /** Runs `work` once after some milliseconds; the returned function cancels it. */
  after(milliseconds: number, work: () => void): () => void;
  /** Runs `work` at the end of this tick of the event loop. */
  soon(work: () => void): void;
}

export const systemTiming: Timing = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
  soon: (work) => void setImmediate(work),
};
