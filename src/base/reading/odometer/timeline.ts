import { startOfDay } from "../days.ts";
import { asGood, explain, type Taken } from "./explain.ts";
import {
  excessOf,
  fallOf,
  hasDigitTooMany,
  hasOtherDigits,
  type Limits,
  limitsOf,
  otherUnit,
  type Point,
} from "./limits.ts";
import { kmOf, type Reading, readingsInOrder } from "./readings.ts";

/** What does not fit about a reading. */
export const findingFlags = ["rollback", "unclear", "unit_mixup", "corrected_entry"] as const;
export type FindingFlag = (typeof findingFlags)[number];

/** The gravest of a timeline; `register_judgment` is a register's, `consistent` needs two readings. */
export const timelineFlags = [
  "rollback",
  "register_judgment",
  "unclear",
  "unit_mixup",
  "corrected_entry",
  "consistent",
] as const;
export type TimelineFlag = (typeof timelineFlags)[number];

export interface Finding {
  readonly flag: FindingFlag;
  /** The place in `readings` of the other reading that it does not fit to. */
  readonly against: number;
  /** How many kilometers it is below the other one; above it if negative. */
  readonly below_km: number;
}

export interface TimelineReading extends Reading {
  /** The value in whole kilometers, as stated. */
  readonly km: number | null;
  readonly finding: Finding | null;
}

export interface Timeline {
  /** Null with fewer than two readings to compare. */
  readonly flag: TimelineFlag | null;
  readonly readings: readonly TimelineReading[];
}

const dayMs = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, "2026-11-30".length);

/** A counted reading and its place in the list. */
interface Placed extends Point {
  readonly place: number;
}

/**
 * A timeline of a vehicle's readings, in any order, with what does not fit. Readings of one event are one; those after
 * the day of `now`, milliseconds UTC, are not compared. Takes n log n steps.
 */
export function timelineOf(recorded: readonly Reading[], now: number): Timeline {
  const readings = readingsInOrder(recorded, dayOf(now));
  const findings = new Map<number, Finding>();
  const runs = runsOf(readings);
  for (const run of runs) for (const [place, finding] of findingsOf(run)) findings.set(place, finding);
  const flags = new Set([...findings.values()].map(({ flag }) => flag));
  const isCompared = runs.some((run) => run.length > 1);
  return {
    flag: timelineFlags.find((one) => flags.has(one as FindingFlag)) ?? (isCompared ? "consistent" : null),
    readings: readings.map((reading, place) => ({
      ...reading,
      km: reading.value === null ? null : Math.round(kmOf(reading.value, reading.unit)),
      finding: findings.get(place) ?? null,
    })),
  };
}

/** The counted readings; those after a replaced odometer are compared among themselves. */
function runsOf(readings: readonly Reading[]): readonly (readonly Placed[])[] {
  const runs: Placed[][] = [[]];
  for (const [place, { date, value, unit, status }] of readings.entries()) {
    if (status === "replaced") runs.push([]);
    if (status !== "counted" || date === null || value === null) continue;
    const stated = kmOf(value, unit);
    const day = startOfDay(date) / dayMs;
    runs.at(-1)!.push({ place, day, unit, stated, other: otherUnit(value, unit) });
  }
  return runs;
}

function* findingsOf(run: readonly Placed[]): Generator<readonly [place: number, finding: Finding]> {
  const limits = limitsOf(run);
  const best = explain(run, limits);
  for (const [index, taken] of best.taken.entries()) {
    if (taken === "stated") continue;
    const isUnclear =
      taken === "other"
        ? best.statedCost[index]! <= best.cost + asGood
        : isDrivenHigh(run, best.taken, index, limits);
    const flag = isUnclear ? "unclear" : taken === "other" ? "unit_mixup" : "corrected_entry";
    yield [run[index]!.place, { flag, ...comparedWith(run, index) }];
  }
  yield* falls(run, best.taken);
  yield* jumps(run, best.taken, limits);
}

/**
 * Whether a wrong entry is above the reading after it, could be driven and has no mistyped digit: then the reading after
 * it can be the wrong one, by a rollback.
 */
function isDrivenHigh(
  run: readonly Placed[],
  taken: readonly Taken[],
  index: number,
  limits: Limits,
): boolean {
  const [before, own, after] = [run[index - 1], run[index], run[index + 1]];
  if (!before || !own || !after) return false;
  const [from, to] = [kmTaken(before, taken[index - 1]!), kmTaken(after, taken[index + 1]!)];
  if (fallOf(own.stated, to, true) === 0) return false;
  if (hasOtherDigits(own.stated, from, to) || hasDigitTooMany(own, from, to)) return false;
  return excessOf(limits, own.stated - from, own.day - before.day) < 2;
}

/** The neighbor that a reading does not fit to: the one before it if it falls below it, else the one after it. */
function comparedWith(run: readonly Placed[], index: number): Omit<Finding, "flag"> {
  const [before, own, after] = [run[index - 1], run[index]!, run[index + 1]];
  const isBelow = before !== undefined && fallOf(before.stated, own.stated, true) > 0;
  const one = isBelow || !after ? before! : after;
  return { against: one.place, below_km: Math.round(one.stated - own.stated) };
}

const kmTaken = (point: Point, taken: Taken): number => (taken === "other" ? point.other : point.stated);

/** Rollbacks: below the highest reading since the last one, also if several small falls lead there. */
function* falls(
  run: readonly Placed[],
  taken: readonly Taken[],
): Generator<readonly [place: number, finding: Finding]> {
  let high: { readonly point: Placed; readonly km: number } | undefined;
  for (const [index, point] of run.entries()) {
    if (taken[index] === "wrong") continue;
    const km = kmTaken(point, taken[index]!);
    const inMiles = point.unit === "mi" || high?.point.unit === "mi";
    const fall = high ? fallOf(high.km, km, inMiles) : 0;
    if (high && fall > 0 && taken[index] === "stated")
      yield [
        point.place,
        { flag: "rollback", against: high.point.place, below_km: Math.round(high.km - km) },
      ];
    if (!high || fall > 0 || km >= high.km) high = { point, km };
  }
}

/** Rises that no driver can have driven, and that nothing explains: a reading is wrong, and it is not known which. */
function* jumps(
  run: readonly Placed[],
  taken: readonly Taken[],
  limits: Limits,
): Generator<readonly [place: number, finding: Finding]> {
  let before: Placed | undefined;
  for (const [index, point] of run.entries()) {
    if (taken[index] === "wrong") continue;
    if (before && taken[index] === "stated") {
      const rise = point.stated - before.stated;
      if (excessOf(limits, rise, point.day - before.day) === 2)
        yield [point.place, { flag: "unclear", against: before.place, below_km: Math.round(-rise) }];
    }
    before = taken[index] === "stated" ? point : undefined;
  }
}
