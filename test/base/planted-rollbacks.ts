import { kmPerMile, type Reading } from "../../src/base/reading/odometer/readings.ts";
import { Dice } from "./planted-odometers.ts";

/** A history with one rollback. */
export interface RolledBackHistory {
  readonly readings: readonly Reading[];
  /** The date of the first lower reading. */
  readonly date: string;
  /** How many readings are lower, that one included. */
  readonly later: 1 | 2 | 3;
  /** One of both readings fits in the other unit, with what the vehicle drives: no rule decides. */
  readonly atRatio: boolean;
  /** Two or more readings are lower and rise, and all stay 2,000 km or more below the last high one. */
  readonly staysLow: boolean;
}

interface Driven {
  readonly day: number;
  readonly km: number;
}

/** How far the pace of a stretch is from the vehicle's own: owners change, and vehicles stand. */
const paces = [0.3, 2.2] as const;

/**
 * A history of a vehicle whose owners drive unlike each other, with one rollback and one to three lower readings, each
 * in miles or kilometers.
 */
export function rolledBackHistory(next: () => number): RolledBackHistory {
  const dice = new Dice(next);
  const later = dice.whole(1, 3) as 1 | 2 | 3;
  const pace = dice.between(15, 110);
  const at = dice.whole(1, 7);
  const driven = drive(dice, pace, at + later);
  const [high, low] = [driven[at - 1]!, driven[at]!];
  const most = high.km * 0.8;
  const fall = Math.max(2010, 2010 * (most / 2010) ** dice.next());
  const rolled = driven.map((one, index) =>
    index < at ? one : { ...one, km: one.km - (low.km - high.km) - fall },
  );
  return {
    readings: rolled.map((one) => readingOf(one, dice.chance(0.5) ? "mi" : "km")),
    date: dateOf(rolled[at]!),
    later,
    atRatio: isAtRatio(rolled, at, pace),
    staysLow: later > 1 && rolled.at(-1)!.km <= high.km - 2010,
  };
}

function drive(dice: Dice, pace: number, count: number): readonly Driven[] {
  let [day, km] = [dice.whole(14_000, 18_000), dice.between(5000, 150_000)];
  return Array.from({ length: count }, () => {
    const now = { day, km };
    const days = dice.whole(30, 700);
    day += days;
    km += pace * dice.between(...paces) * days;
    return now;
  });
}

/** Whether one of both readings is in line in the other unit, at a pace that the vehicle can have. */
function isAtRatio(rolled: readonly Driven[], at: number, pace: number): boolean {
  const [before, high, low] = [rolled[at - 2], rolled[at - 1]!, rolled[at]!];
  const isDriven = (rise: number, days: number) =>
    rise >= -2000 && rise <= 2.5 * Math.max(pace, 55) * days + 3000;
  if (isDriven(low.km * kmPerMile - high.km, low.day - high.day)) return true;
  const other = high.km / kmPerMile;
  if (before && !isDriven(other - before.km, high.day - before.day)) return false;
  return isDriven(low.km - other, low.day - high.day);
}

const dateOf = ({ day }: Driven): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

const readingOf = (driven: Driven, unit: "km" | "mi"): Reading => ({
  date: dateOf(driven),
  value: Math.round(unit === "km" ? driven.km : driven.km / kmPerMile),
  unit,
  status: "counted",
  sources: ["sale"],
});
