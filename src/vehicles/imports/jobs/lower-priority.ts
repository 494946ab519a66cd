import { getPriority, setPriority } from "node:os";

/** A quarter of a processor's time, if another thread needs it. */
const step = 5;
/** What no other thread needs. */
export const lowest = 19;

/** Gives threads that answer lookups precedence over this one: `by` is of 19 steps. */
export function lowerPriority(by = step): void {
  try {
    setPriority(Math.min(lowest, getPriority() + by));
  } catch {
    // A sandbox can refuse it; the import continues.
  }
}
