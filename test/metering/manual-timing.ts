import type { Timing } from "../../src/base/timing.ts";
import { start } from "./test-nodes.ts";

/** A clock that advances only when a test advances it. */
export interface ManualTiming extends Timing {
  /** Advances the time and runs due timers in order. */
  advance(milliseconds: number): Promise<void>;
  /** Time passes in which the process does not run: `advance` then runs each timer late. */
  stall(milliseconds: number): void;
  /** Sets only the wall clock, as a person or a machine that slept would. */
  stepWall(milliseconds: number): void;
}

/** Long enough for file and database operations. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}

export function manualTiming(): ManualTiming {
  let now = 1000;
  let wallOffset = start - now;
  let last = 0;
  const timers = new Map<number, { at: number; work: () => void }>();
  return {
    wall: () => now + wallOffset,
    monotonic: () => now,
    after(milliseconds, work) {
      last += 1;
      const id = last;
      timers.set(id, { at: now + milliseconds, work });
      return () => void timers.delete(id);
    },
    soon: (work) => void setImmediate(work),
    async advance(milliseconds) {
      const until = now + milliseconds;
      await settle();
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= until).sort((a, b) => a[1].at - b[1].at)[0];
        if (!due) break;
        const [id, { at, work }] = due;
        timers.delete(id);
        now = Math.max(now, at);
        work();
        await settle();
      }
      now = until;
    },
    stall(milliseconds) {
      now += milliseconds;
    },
    stepWall(milliseconds) {
      wallOffset += milliseconds;
    },
  };
}
