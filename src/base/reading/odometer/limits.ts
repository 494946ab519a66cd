import { kmOf, kmPerMile } from "./readings.ts";

/** A counted reading. */
export interface Point {
  /** Days since 1970. */
  readonly day: number;
  /** Kilometers as stated. */
  readonly stated: number;
  /** Kilometers if the value is in the other unit. */
  readonly other: number;
  readonly unit: "km" | "mi";
}

/**
 * A reading this far below an earlier one is a rollback: less is what rounding to thousands, transfers between
 * yards and quick entries make of honest readings.
 */
export const rollbackKm = 2000;
/** Whole miles are up to 0.8 km off, two of them up to 1.6 km: a rollback of 2,000 km must not be lost by it. */
const roundedMilesKm = 2;
/**
 * A vehicle can be driven so far in a day, over a longer time: long-haul trucks with one driver are below it. What is
 * above was not driven.
 */
const mostKmPerDay = 600;
/** Beyond this times its usual pace a stretch does not fit to the vehicle, although it could have been driven. */
const unusualPace = 2.5;
/** Within this times its usual pace a reading fits in the other unit: readings of a pace vary by a third either way. */
const fittingPace = 1.6;
/** What rounding to thousands can add to a stretch. */
const slackKm = 2000;
/** The pace of a usual car, 20,000 km in a year, for vehicles with too few readings. */
const usualKmPerDay = 55;
/** Without a pace of its own a reading must be this close to the ratio of the units: one tenth above at most. */
const ratioMost = 1.1;
/** Shorter stretches have no pace: their rounding is greater than what is driven. */
const paceDaysLeast = 30;
const paceStretchesLeast = 2;
const tenfold = 10;
/** Four fifths of a value are gone. */
const farOff = 5;
/** A digit in front makes a value at least so many times greater. */
const farAbove = 2;
/** Beyond this times the usual pace a value with a digit more or less is a wrong entry. */
const brisk = 1.5;

/** What a vehicle's own readings show of it. */
export interface Limits {
  /** Its usual kilometers a day; undefined if too few stretches rise. */
  readonly pace: number | undefined;
}

/** The median pace of a vehicle, which single wrong readings do not move. */
export function limitsOf(points: readonly Point[]): Limits {
  const paces: number[] = [];
  for (const [index, { day, stated }] of points.entries()) {
    const before = points[index - 1];
    if (!before || day - before.day < paceDaysLeast || stated <= before.stated) continue;
    paces.push((stated - before.stated) / (day - before.day));
  }
  if (paces.length < paceStretchesLeast) return { pace: undefined };
  paces.sort((a, b) => a - b);
  const middle = paces.length / 2;
  const pace = Number.isInteger(middle)
    ? (paces[middle - 1]! + paces[middle]!) / 2
    : paces[Math.floor(middle)]!;
  return { pace };
}

/** The kilometers by which the later reading is too low to be honest; 0 if it is not. */
export function fallOf(from: number, to: number, inMiles: boolean): number {
  const fall = from - to;
  return fall >= rollbackKm - (inMiles ? roundedMilesKm : 0) ? fall : 0;
}

/** How far a rise is from what is driven in the time: 0 usual, 1 unusual for the vehicle, 2 impossible. */
export function excessOf({ pace }: Limits, rise: number, days: number): 0 | 1 | 2 {
  if (rise > mostKmPerDay * days + slackKm) return 2;
  return pace !== undefined && rise > unusualPace * pace * days + slackKm ? 1 : 0;
}

/** Whether a rise is above the usual pace, not by much. */
export const isBrisk = ({ pace }: Limits, rise: number, days: number): boolean =>
  pace !== undefined && rise > brisk * pace * days + slackKm;

/** Whether a rise from one value to another is near what the vehicle drives, so that a unit can be named by it. */
export function isFitting({ pace }: Limits, from: number, to: number, days: number): boolean {
  const rise = to - from;
  if (rise <= -rollbackKm) return false;
  if (!isWithinPace({ pace }, rise, days)) return false;
  return pace !== undefined || to <= from * ratioMost;
}

/** Whether a rise is what a vehicle of this pace drives in the time. */
export const isWithinPace = ({ pace }: Limits, rise: number, days: number): boolean =>
  rise <= fittingPace * (pace ?? usualKmPerDay) * days + slackKm;

const isNear = (one: number, least: number, most: number): boolean =>
  one >= least - slackKm && one <= most + slackKm;

/** Whether a value has a digit more or less at its end than one between two others. */
export const hasOtherDigits = (value: number, least: number, most: number): boolean =>
  isNear(value / tenfold, least, most) || isNear(value * tenfold, least, most);

/** Whether a reading is far above two others, and between them without one of its digits. */
export function hasDigitTooMany({ stated, unit }: Point, least: number, most: number): boolean {
  if (stated < farAbove * most) return false;
  const digits = String(Math.round(unit === "km" ? stated : stated / kmPerMile));
  return [...digits].some((_, at) =>
    isNear(kmOf(Number(digits.slice(0, at) + digits.slice(at + 1)), unit), least, most),
  );
}

/** Whether most of a value is gone, or came, between two readings: no rollback leaves so little. */
export const isFarOff = (one: number, other: number): boolean =>
  Math.max(one, other) >= farOff * Math.min(one, other);

/** A value in the other unit, in kilometers. */
export const otherUnit = (value: number, unit: Point["unit"]): number =>
  unit === "km" ? value * kmPerMile : value;
