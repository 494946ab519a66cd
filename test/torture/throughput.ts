import type { Answer, Callers } from "./callers.ts";

const windowMs = 500;

/** Responses other than 503 per second, in a span of the monotonic clock. */
export function servedPerSecond(callers: Callers, from: number, to: number): number {
  const served = callers.answers.filter(({ at, status }) => at >= from && at < to && status !== 503);
  return (served.length * 1000) / (to - from);
}

/** Milliseconds after `since` until the first half second with this share of the earlier throughput. */
export function backAfter(callers: Callers, before: number, since: number, part = 0.95): number {
  const end = callers.answers.at(-1)?.at ?? since;
  for (let from = since; from + windowMs <= end; from += windowMs / 5)
    if (servedPerSecond(callers, from, from + windowMs) >= part * before) return from + windowMs - since;
  return Number.POSITIVE_INFINITY;
}

/** The durations of responses with these statuses, sorted. */
export function waitsOf(answers: readonly Answer[], ...statuses: readonly number[]): number[] {
  return answers
    .filter(({ status }) => statuses.includes(status))
    .map(({ took }) => took)
    .sort((a, b) => a - b);
}

export function percentile(sorted: readonly number[], part: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
}
