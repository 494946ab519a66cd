import { ceilTo, floorTo, hourMs, minuteMs } from "../../base/durations.ts";

/** A time interval, [from, to), that one rollup covers. */
export interface Span {
  readonly unit: "minute" | "hour";
  readonly from: number;
  readonly to: number;
}

// Long reports are read in parts of about 3 ms, so that other work runs in between.
const hoursMax = 24;
/** The most minutes in a part. */
export const minutesMax = 60;

/**
 * The parts of [from, to), oldest first: whole hours from the hourly rollup, the ends from that by minute.
 * Both ends are whole minutes; before `minutesFrom`, since when minutes are kept, they are whole hours.
 */
export function spansOf(from: number, to: number): Span[] {
  const firstHour = ceilTo(from, hourMs);
  const lastHour = floorTo(to, hourMs);
  if (firstHour >= lastHour) return slices("minute", from, to);
  return [
    ...slices("minute", from, firstHour),
    ...slices("hour", firstHour, lastHour),
    ...slices("minute", lastHour, to),
  ];
}

/** [from, to) from one rollup only, in parts of bounded length. */
export function slices(unit: Span["unit"], from: number, to: number): Span[] {
  const step = unit === "hour" ? hoursMax * hourMs : minutesMax * minuteMs;
  const pieces: Span[] = [];
  for (let start = from; start < to; start += step)
    pieces.push({ unit, from: start, to: Math.min(start + step, to) });
  return pieces;
}

/** Widens a time range to whole minutes, or to hours if minutes are no longer kept. */
export function widen(ge: number, le: number, minutesFrom: number): { from: number; to: number } {
  const from = floorTo(ge, ge < minutesFrom ? hourMs : minuteMs);
  const to = floorTo(le, minuteMs) + minuteMs;
  return { from, to: to < minutesFrom ? ceilTo(to, hourMs) : to };
}
