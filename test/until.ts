import { limitMs } from "./limit.ts";

/** Long enough for a busy machine, and less than a test may take; a true condition ends the wait. */
const deadlineMs = (limitMs * 2) / 3;

/** Polls a condition and resolves to its value; throws an error that names `what` after the deadline. */
export async function until<T>(
  condition: () => T | Promise<T>,
  what: string,
  milliseconds = deadlineMs,
): Promise<NonNullable<Exclude<T, false>>> {
  for (const end = performance.now() + milliseconds; ; await Bun.sleep(5)) {
    const value = await condition();
    if (value !== false && value !== undefined && value !== null)
      return value as NonNullable<Exclude<T, false>>;
    if (performance.now() > end) throw new Error(`waited ${milliseconds} ms for this: ${what}`);
  }
}
