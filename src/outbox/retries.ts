import { dayMs, hourMs, minuteMs } from "../base/durations.ts";

/** The pauses after each failed attempt, which together are a little over three days. */
const pausesMs = [
  5000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
] as const;

/** Attempts of one delivery, the first included. */
export const attemptsMax = pausesMs.length + 1;

const jitter = 0.2;

/**
 * Milliseconds until the next attempt, after `failed` failures (at least 1); undefined after the last. A receiver that
 * names a later time gets it, up to a day.
 */
export function retryPauseMs(
  failed: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number | undefined {
  const pause = pausesMs[failed - 1];
  if (pause === undefined) return undefined;
  const spread = pause * (1 + jitter * random());
  return Math.round(Math.max(spread, Math.min(retryAfterMs ?? 0, dayMs)));
}

/** The longest pause of a webhook that fails. */
export const pauseMaxMs = 5 * minuteMs;
const pauseMinMs = 5000;
const pauseShare = 0.1;

/**
 * How long a webhook that fails gets no attempt at all: a tenth of the time since its last success. With `random` it is
 * up to a fifth shorter, so that those that failed together do not return together.
 */
export function failingPauseMs(failingSince: number, now: number, random = () => 0): number {
  const pause = Math.min(pauseMaxMs, Math.max(pauseMinMs, (now - failingSince) * pauseShare));
  return Math.round(pause * (1 - jitter * random()));
}
