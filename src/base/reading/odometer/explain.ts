import {
  excessOf,
  fallOf,
  hasOtherDigits,
  isBrisk,
  isFarOff,
  isFitting,
  type Limits,
  type Point,
} from "./limits.ts";

/** How a reading is taken: as stated, in the other unit, or as a wrong entry that counts for nothing. */
export type Taken = "stated" | "other" | "wrong";

/** What is assumed of each reading, and how much had to be assumed. */
export interface Explanation {
  readonly taken: readonly Taken[];
  readonly cost: number;
}

/**
 * What an explanation costs. One mix-up or one wrong entry is commoner than a rollback, and a rollback commoner than two
 * of them: so one reading that fits in the other unit explains a fall, and two readings at the lower level confirm it.
 */
const costs = { other: 1, wrong: 1.1, rollback: 1.5, unusual: 0.9, impossible: 2 } as const;
/** Another explanation that costs so little more is as good. */
export const asGood = 0.5;

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
 * explain it. If driving does, it is a rollback: nothing but its place shows that it would be wrong.
 */
function isWrong(limits: Limits, point: Point, { from, to, fromMode, toMode }: Stretch): boolean {
  const [before, after, value] = [kmIn(from, fromMode), kmIn(to, toMode), point.stated];
  if (fallOf(before, after, true) > 0 || excessOf(limits, after - before, to.day - from.day) > 0)
    return false;
  const isHigh = fallOf(value, after, true) > 0;
  const isLow = fallOf(before, value, true) > 0;
  if (!isHigh && !isLow) return false;
  const rise = isHigh ? value - before : after - value;
  const days = isHigh ? point.day - from.day : to.day - point.day;
  if (excessOf(limits, rise, days) > 0) return true;
  return (
    hasOtherDigits(value, before, after) &&
    (isFarOff(value, isHigh ? after : before) || isBrisk(limits, rise, days))
  );
}

interface State {
  readonly cost: number;
  readonly taken: readonly Taken[];
}

/** The explanation of readings that assumes the least; with `stated` that reading is taken as it was recorded. */
export function explain(points: readonly Point[], limits: Limits, stated?: number): Explanation {
  const isAllowed = (index: number, mode: Mode) => mode === "stated" || index !== stated;
  // By reading and mode: the cheapest explanation of the readings up to it.
  const best: Partial<Record<Mode, State>>[] = [];
  for (const [index, to] of points.entries()) {
    const own: Partial<Record<Mode, State>> = {};
    best.push(own);
    const offer = (mode: Mode, cost: number, taken: readonly Taken[]) => {
      if (cost < (own[mode]?.cost ?? Number.POSITIVE_INFINITY)) own[mode] = { cost, taken };
    };
    for (const toMode of modes) {
      if (!isAllowed(index, toMode)) continue;
      const price = toMode === "other" ? costs.other : 0;
      if (index === 0) offer(toMode, price, [toMode]);
      for (const fromMode of modes) {
        const near = best[index - 1]?.[fromMode];
        if (near) {
          const stretch = { from: points[index - 1]!, to, fromMode, toMode };
          offer(toMode, near.cost + price + costOf(limits, stretch), [...near.taken, toMode]);
        }
        const far = index - 1 === stated ? undefined : best[index - 2]?.[fromMode];
        if (!far) continue;
        const stretch = { from: points[index - 2]!, to, fromMode, toMode };
        const over = costOf(limits, stretch);
        if (over === 0 && isWrong(limits, points[index - 1]!, stretch))
          offer(toMode, far.cost + price + costs.wrong, [...far.taken, "wrong", toMode]);
      }
    }
  }
  const last = best.at(-1);
  const ends = [last?.stated, last?.other].filter((one) => one !== undefined);
  return ends.sort((a, b) => a.cost - b.cost)[0] ?? { taken: [], cost: 0 };
}
