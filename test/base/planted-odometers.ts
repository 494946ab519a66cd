import { kmPerMile, type Reading } from "../../src/base/reading/odometer/readings.ts";

/** What was planted in a history. */
export type Plant = "none" | "rollback" | "unit_mixup" | "corrected_entry";

export interface PlantedHistory {
  readonly plant: Plant;
  readonly readings: readonly Reading[];
  /** The dates of the planted readings: the lower one of a rollback. */
  readonly dates: readonly string[];
  /** A rollback where one of both readings fits in the other unit, with what the vehicle drives: no rule decides. */
  readonly atRatio: boolean;
}

/** Numbers from 0 to 1, the same for each seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Driven {
  readonly day: number;
  readonly km: number;
}

export class Dice {
  readonly next: () => number;
  constructor(next: () => number) {
    this.next = next;
  }
  between(least: number, most: number): number {
    return least + (most - least) * this.next();
  }
  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }
  chance(share: number): boolean {
    return this.next() < share;
  }
}

const plants = ["none", "rollback", "unit_mixup", "corrected_entry"] as const;

/** A history with one plant or none, in miles or kilometers, with the noise of real records. */
export function plantedHistory(next: () => number): PlantedHistory {
  const dice = new Dice(next);
  const plant = plants[dice.whole(0, plants.length - 1)]!;
  const pace = dice.between(15, 110);
  const isRollback = plant === "rollback";
  // One wrong entry shows only among right ones.
  const driven = drive(dice, pace, plant === "none" || isRollback ? dice.whole(2, 10) : dice.whole(6, 10));
  const unit = dice.chance(0.5) ? "mi" : "km";
  const at = dice.whole(1, driven.length - 1);
  const rolled = isRollback ? rollBack(dice, driven, at) : driven;
  const rounded = (index: number) => dice.chance(0.2) && !(isRollback && (index === at || index === at - 1));
  const readings = rolled.map((one, index) => readingOf(one, unit, rounded(index)));
  const planted = isRollback ? [at] : [];
  if (plant === "unit_mixup") {
    planted.push(dice.whole(0, readings.length - 1));
    if (planted[0]! > 2 && dice.chance(0.3)) planted.push(planted[0]! - 2);
    for (const index of planted) readings[index] = { ...readings[index]!, unit: unit === "km" ? "mi" : "km" };
  }
  if (plant === "corrected_entry") {
    planted.push(dice.whole(1, readings.length - 2));
    readings[planted[0]!] = mistyped(dice, readings[planted[0]!]!, readings[planted[0]! - 1]!);
  }
  return {
    plant,
    dates: planted.map((index) => readings[index]!.date!),
    atRatio: isRollback && isAtRatio(rolled, at, pace),
    readings: withNoise(dice, readings),
  };
}

function drive(dice: Dice, pace: number, count: number): readonly Driven[] {
  let [day, km] = [dice.whole(14_000, 18_000), dice.between(5000, 150_000)];
  return Array.from({ length: count }, () => {
    const now = { day, km };
    const days = dice.whole(60, 700);
    day += days;
    km += pace * dice.between(0.7, 1.3) * days;
    return now;
  });
}

/** From a reading on all are lower, so that it is 2,000 km or more below the one before it. */
function rollBack(dice: Dice, driven: readonly Driven[], at: number): readonly Driven[] {
  const [high, low] = [driven[at - 1]!.km, driven[at]!.km];
  const most = high * 0.8;
  // Small ones are as common as great ones.
  const fall = Math.max(2001, 2001 * (most / 2001) ** dice.next());
  return driven.map((one, index) => (index < at ? one : { ...one, km: one.km - (low - high) - fall }));
}

/** Whether the lower or the higher reading is in line in the other unit, at a pace that the vehicle can have. */
function isAtRatio(rolled: readonly Driven[], at: number, pace: number): boolean {
  const [before, high, low] = [rolled[at - 2], rolled[at - 1]!, rolled[at]!];
  const isDriven = (rise: number, days: number) =>
    rise >= -2000 && rise <= 2.5 * Math.max(pace, 55) * days + 3000;
  if (isDriven(low.km * kmPerMile - high.km, low.day - high.day)) return true;
  const other = high.km / kmPerMile;
  if (before && !isDriven(other - before.km, high.day - before.day)) return false;
  return isDriven(low.km - other, low.day - high.day);
}

const valueIn = (km: number, unit: "km" | "mi") => (unit === "km" ? km : km / kmPerMile);

function readingOf({ day, km }: Driven, unit: "km" | "mi", isRounded: boolean): Reading {
  const exact = valueIn(km, unit);
  const value = isRounded ? Math.round(exact / 1000) * 1000 : Math.round(exact);
  return {
    date: new Date(day * 86_400_000).toISOString().slice(0, 10),
    value,
    unit,
    status: "counted",
    sources: ["sale"],
  };
}

/** A digit more, in front or at the end, or one less. One less must leave little: else it can have been driven. */
function mistyped(dice: Dice, reading: Reading, before: Reading): Reading {
  const value = reading.value!;
  const kind = dice.whole(0, 2);
  const less = Math.floor(value / 10);
  if (kind === 0 && less * 5 < before.value!) return { ...reading, value: less };
  return {
    ...reading,
    value: kind === 1 ? Number(`${dice.whole(4, 9)}${value}`) : value * 10 + dice.whole(0, 9),
  };
}

/** Records of one event in two sources, remarks, readings of the next day, and those without a date or a value. */
function withNoise(dice: Dice, readings: readonly Reading[]): readonly Reading[] {
  const noisy = readings.flatMap((reading): Reading[] => {
    const more: Reading[] = [reading];
    if (dice.chance(0.1)) more.push({ ...reading, sources: ["auction"] });
    if (dice.chance(0.05)) more.push({ ...reading, value: dice.whole(0, 10), status: "exempt" });
    if (dice.chance(0.05)) more.push({ ...reading, value: null, status: "not_actual" });
    if (dice.chance(0.03)) more.push({ ...reading, date: null, value: 12, status: "undated" });
    return more;
  });
  for (let index = noisy.length - 1; index > 0; index -= 1) {
    const other = dice.whole(0, index);
    [noisy[index], noisy[other]] = [noisy[other]!, noisy[index]!];
  }
  return noisy;
}
