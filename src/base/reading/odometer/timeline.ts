import { startOfDay } from "../days.ts";
import { type Finding, type FindingFlag, findingsOf, type Placed } from "./findings.ts";
import { otherUnit } from "./limits.ts";
import { kmOf, type Reading, readingsInOrder } from "./readings.ts";

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
