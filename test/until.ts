import { limitMs } from "./limit.ts";

/** Long enough for a busy machine, and less than a test may take; a true condition ends the wait. */
const usualMs = (limitMs * 2) / 3;
/** Runs of planted bugs wait less, so that the condition which a bug breaks is named within the test's time. */
const mostMs = Number(process.env.VINGATE_TEST_WAIT_MS ?? Number.POSITIVE_INFINITY);

/** Polls a condition and resolves to its value; throws an error that names `what` after the deadline. */
export async function until<T>(
  condition: () => T | Promise<T>,
  what: string | (() => string),
  allowedMs = usualMs,
): Promise<NonNullable<Exclude<T, false>>> {
  const milliseconds = Math.min(allowedMs, mostMs);
  for (const end = performance.now() + milliseconds; ; await Bun.sleep(5)) {
    const value = await condition();
    if (value !== false && value !== undefined && value !== null)
      return value as NonNullable<Exclude<T, false>>;
    if (performance.now() > end)
      throw new Error(`waited ${milliseconds} ms for this: ${typeof what === "string" ? what : what()}`);
  }
}
