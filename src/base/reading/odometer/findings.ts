import { asGood, explain, type Taken } from "./explain.ts";
import {
  excessOf,
  fallOf,
  hasDigitTooMany,
  hasOtherDigits,
  type Limits,
  limitsOf,
  type Point,
} from "./limits.ts";

/** What does not fit about a reading. */
export const findingFlags = ["rollback", "unclear", "unit_mixup", "corrected_entry"] as const;
export type FindingFlag = (typeof findingFlags)[number];

export interface Finding {
  readonly flag: FindingFlag;
  /** The place in `readings` of the other reading that it does not fit to. */
  readonly against: number;
  /** How many kilometers it is below the other one; above it if negative. */
  readonly below_km: number;
}

/** A counted reading and its place in the list. */
export interface Placed extends Point {
  readonly place: number;
}

/** What does not fit in readings that are compared, by the reading's place. */
export function* findingsOf(run: readonly Placed[]): Generator<readonly [place: number, finding: Finding]> {
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
