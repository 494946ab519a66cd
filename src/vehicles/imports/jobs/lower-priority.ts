import { getPriority, setPriority } from "node:os";

/** A quarter of a processor's time, if another thread needs it. */
const step = 5;
const lowest = 19;

/** Gives threads that answer lookups precedence over this one. */
export function lowerPriority(): void {
  try {
    setPriority(Math.min(lowest, getPriority() + step));
  } catch {
    // A sandbox can refuse it; the import continues.
  }
}
