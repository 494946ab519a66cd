import { getPriority, setPriority } from "node:os";

/** A quarter of a processor that somebody else could use as well. */
const step = 5;
const lowest = 19;

/** Lets this thread wait where processors are short: threads that answer lookups go first. */
export function lowerPriority(): void {
  try {
    setPriority(Math.min(lowest, getPriority() + step));
  } catch {
    // A sandbox may refuse it, and the work is done all the same.
  }
}
