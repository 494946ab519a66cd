import { dayMs, floorTo, hourMs, minuteMs } from "../../base/durations.ts";

export const granularities = ["minute", "hour", "day", "week", "month"] as const;
export type Granularity = (typeof granularities)[number];

const weekMs = 7 * dayMs;
// 1970-01-01 was a Thursday; ISO weeks begin on Mondays.
const firstMonday = 4 * dayMs;

/** The start of the bucket of a moment, by the UTC calendar. */
export function bucketOf(granularity: Granularity, at: number): number {
  switch (granularity) {
    case "minute":
      return floorTo(at, minuteMs);
    case "hour":
      return floorTo(at, hourMs);
    case "day":
      return floorTo(at, dayMs);
    case "week":
      return floorTo(at - firstMonday, weekMs) + firstMonday;
    case "month":
      return monthStart(at, 0);
  }
}

/** Every bucket that [from, to) touches, oldest first; undefined if there are more than `most`. */
export function bucketsBetween(
  granularity: Granularity,
  from: number,
  to: number,
  most: number,
): number[] | undefined {
  const buckets: number[] = [];
  for (let start = bucketOf(granularity, from); start < to; start = nextBucket(granularity, start)) {
    if (buckets.length === most) return undefined;
    buckets.push(start);
  }
  return buckets;
}

const lengths = { minute: minuteMs, hour: hourMs, day: dayMs, week: weekMs } as const;

function nextBucket(granularity: Granularity, start: number): number {
  return granularity === "month" ? monthStart(start, 1) : start + lengths[granularity];
}

function monthStart(at: number, later: number): number {
  const date = new Date(at);
  // Date.UTC takes the years 0 to 99 for the 1900s.
  return new Date(0).setUTCFullYear(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
}
