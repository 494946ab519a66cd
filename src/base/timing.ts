/** Time as metering sees it; tests drive one of their own. */
export interface Timing {
  /** Wall clock: milliseconds since 1970, UTC. */
  wall(): number;
  /** Milliseconds that never step back or leap. */
  monotonic(): number;
  /** Runs `work` once after so many milliseconds, unless what it returns is called before. */
  after(milliseconds: number, work: () => void): () => void;
  /** Runs `work` when everything that can finish in this turn of the event loop has. */
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
