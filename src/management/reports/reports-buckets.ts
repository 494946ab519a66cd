import { ceilTo, dayMs, floorTo, hourMs, minuteMs } from "../../base/durations.ts";
import { aheadOf, inZone } from "../../base/reading/times.ts";
import { type Span, slices, spansOf } from "../../metering/usage/usage-spans.ts";

export const granularities = ["minute", "hour", "day", "week", "month"] as const;
export type Granularity = (typeof granularities)[number];

const weekMs = 7 * dayMs;
// 1970-01-01 was a Thursday; ISO weeks begin on Mondays.
const firstMonday = 4 * dayMs;

/** The start of the bucket of a moment: days, weeks and months are those of a zone's calendar. */
export function bucketOf(granularity: Granularity, at: number, zone = "UTC"): number {
  if (!followsZone(granularity, zone)) return utcBucketOf(granularity, at);
  return inZone(utcBucketOf(granularity, at + aheadOf(zone, at)), zone);
}

const followsZone = (granularity: Granularity, zone: string): boolean =>
  zone !== "UTC" && granularity !== "minute" && granularity !== "hour";

function utcBucketOf(granularity: Granularity, at: number): number {
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
  zone = "UTC",
): number[] | undefined {
  const buckets: number[] = [];
  const next = (start: number) =>
    followsZone(granularity, zone)
      ? inZone(nextBucket(granularity, start + aheadOf(zone, start)), zone)
      : nextBucket(granularity, start);
  for (let start = bucketOf(granularity, from, zone); start < to; start = next(start)) {
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

/** Hours whose minutes are no longer kept are not divided: a bucket that begins within one begins with the next. */
export const wholeHours = (starts: readonly number[], minutesFrom: number): number[] =>
  starts.map((start) => (start < minutesFrom ? ceilTo(start, hourMs) : start));

/** The parts of [from, to) that sum buckets. Those that begin within an hour, as in India, are read one by one. */
export function bucketSpans(
  granularity: Granularity,
  starts: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Span[] {
  if (granularity === "minute") return slices("minute", from, to);
  if (starts.every((start) => start % hourMs === 0)) return spansOf(from, to);
  return [from, ...starts.filter((start) => start > from && start < to)].flatMap((start, index, all) =>
    spansOf(start, all[index + 1] ?? to),
  );
}

/** The last of some starts, in their order, that is not after a moment; the first one if none is. */
export function startOf(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (starts[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return starts[low]!;
}
