import {
  excessOf,
  fallOf,
  hasDigitTooMany,
  hasOtherDigits,
  isBrisk,
  isFarOff,
  isFitting,
  isWithinPace,
  type Limits,
  type Point,
} from "./limits.ts";

/** How a reading is taken: as stated, in the other unit, or as a wrong entry that counts for nothing. */
export type Taken = "stated" | "other" | "wrong";

/** What is assumed of each reading, and how much had to be assumed. */
export interface Explanation {
  readonly taken: readonly Taken[];
  readonly cost: number;
  /** The least cost if a reading is taken as it was recorded, by the reading's place. */
  readonly statedCost: readonly number[];
}

/**
 * What an explanation costs, in whole numbers, whose sums are exact. One mix-up or one wrong entry is commoner than a
 * rollback, and a rollback commoner than two of them: so one reading that fits in the other unit explains a fall, and two
 * readings at the lower level confirm it.
 */
const costs = { other: 10, wrong: 11, rollback: 15, unusual: 9, impossible: 20 } as const;
/** Another explanation that costs so little more is as good. */
export const asGood = 5;

type Mode = "stated" | "other";
const modes: readonly Mode[] = ["stated", "other"];

const kmIn = (point: Point, mode: Mode): number => (mode === "stated" ? point.stated : point.other);

interface Stretch {
  readonly from: Point;
  readonly to: Point;
  readonly fromMode: Mode;
  readonly toMode: Mode;
}

/** The cost of two readings after each other; Infinity if one is taken in the other unit and does not fit so. */
function costOf(limits: Limits, { from, to, fromMode, toMode }: Stretch): number {
  const [before, after] = [kmIn(from, fromMode), kmIn(to, toMode)];
  const days = to.day - from.day;
  if (fromMode === "other" || toMode === "other")
    return isFitting(limits, before, after, days) ? 0 : Number.POSITIVE_INFINITY;
  const inMiles = from.unit === "mi" || to.unit === "mi";
  if (fallOf(before, after, inMiles) > 0) return costs.rollback;
  const excess = excessOf(limits, after - before, days);
  return excess === 2 ? costs.impossible : excess === 1 ? costs.unusual : 0;
}

/**
 * Whether a reading between two others can be a wrong entry: they fit to each other without it, and driving does not
 * explain it. If driving does, it is a rollback: nothing but its place shows that it would be wrong. `later` is the
 * reading after both.
 */
function isWrong(
  limits: Limits,
  point: Point,
  { from, to, fromMode, toMode }: Stretch,
  later: Point | undefined,
): boolean {
  const [before, after, value] = [kmIn(from, fromMode), kmIn(to, toMode), point.stated];
  if (fallOf(before, after, true) > 0 || excessOf(limits, after - before, to.day - from.day) > 0)
    return false;
  const isHigh = fallOf(value, after, true) > 0;
  const isLow = fallOf(before, value, true) > 0;
  if (!isHigh && !isLow) return false;
  const rise = isHigh ? value - before : after - value;
  const days = isHigh ? point.day - from.day : to.day - point.day;
  const excess = excessOf(limits, rise, days);
  if (excess === 2) return true;
  if (
    hasOtherDigits(value, before, after) &&
    (isFarOff(value, isHigh ? after : before) || isBrisk(limits, rise, days))
  )
    return true;
  if (excess === 0) return false;
  // It could be driven. Two readings that stay low confirm a rollback; a return to the line before denies one.
  if (isHigh) return hasDigitTooMany(point, before, after) || !staysLow(value, after, later);
  return !staysLow(before, value, to) && isWithinPace(limits, after - before, to.day - from.day);
}

/** Whether the reading after a low one is above it as stated, and both are below a high one. */
const staysLow = (high: number, low: number, later: Point | undefined): boolean =>
  later !== undefined && later.stated >= low && fallOf(high, later.stated, later.unit === "mi") > 0;

/** A way from one reading to the next that counts, and what it costs. */
interface Way {
  readonly from: number;
  readonly fromMode: Mode;
  readonly to: number;
  readonly toMode: Mode;
  readonly cost: number;
}

/** The ways to a reading: from the one before it, or from the second before it over a wrong entry. */
function* waysTo(points: readonly Point[], limits: Limits, index: number): Generator<Way> {
  const to = points[index]!;
  for (const toMode of modes) {
    const price = toMode === "other" ? costs.other : 0;
    for (const fromMode of modes) {
      const near = points[index - 1]!;
      const cost = price + costOf(limits, { from: near, to, fromMode, toMode });
      yield { from: index - 1, fromMode, to: index, toMode, cost };
      const far = points[index - 2];
      if (!far) continue;
      const stretch = { from: far, to, fromMode, toMode };
      if (costOf(limits, stretch) === 0 && isWrong(limits, near, stretch, points[index + 1]))
        yield { from: index - 2, fromMode, to: index, toMode, cost: price + costs.wrong };
    }
  }
}

type Costs = Record<Mode, number>;

/** The explanation of readings that assumes the least. Each stretch between two or three readings is judged once. */
export function explain(points: readonly Point[], limits: Limits): Explanation {
  const ways = points.map((_, index) => (index === 0 ? [] : [...waysTo(points, limits, index)]));
  const before: Costs[] = points.map((_, index) =>
    index === 0 ? { stated: 0, other: costs.other } : { stated: Infinity, other: Infinity },
  );
  const best: Partial<Record<Mode, Way>>[] = points.map(() => ({}));
  for (const way of ways.flat()) {
    const cost = before[way.from]![way.fromMode] + way.cost;
    if (cost >= before[way.to]![way.toMode]) continue;
    before[way.to]![way.toMode] = cost;
    best[way.to]![way.toMode] = way;
  }
  const last = before.at(-1) ?? { stated: 0, other: Infinity };
  const cost = Math.min(last.stated, last.other);
  const after = costsAfter(ways);
  return {
    taken: takenBy(best, last.other < last.stated ? "other" : "stated"),
    cost,
    statedCost: before.map(({ stated }, index) => stated + after[index]!.stated),
  };
}

/** The least cost of what comes after a reading. */
function costsAfter(ways: readonly (readonly Way[])[]): readonly Costs[] {
  const last = ways.length - 1;
  const after: Costs[] = ways.map((_, index) =>
    index === last ? { stated: 0, other: 0 } : { stated: Infinity, other: Infinity },
  );
  for (let index = last; index > 0; index -= 1)
    for (const { from, fromMode, toMode, cost } of ways[index]!) {
      const whole = cost + after[index]![toMode];
      if (whole < after[from]![fromMode]) after[from]![fromMode] = whole;
    }
  return after;
}

/** How each reading is taken on the cheapest way to the last one. */
function takenBy(best: readonly Partial<Record<Mode, Way>>[], end: Mode): readonly Taken[] {
  const taken = new Array<Taken>(best.length).fill("wrong");
  let [index, mode] = [best.length - 1, end];
  while (index >= 0) {
    taken[index] = mode;
    const way = best[index]![mode];
    if (!way) break;
    [index, mode] = [way.from, way.fromMode];
  }
  return taken;
}
