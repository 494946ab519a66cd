import { ceilTo, floorTo, hourMs, minuteMs } from "../../base/durations.ts";

/** A piece of time, [from, to), that one roll-up answers for. */
export interface Span {
  readonly unit: "minute" | "hour";
  readonly from: number;
  readonly to: number;
}

// A report over years is read in pieces, so that nothing else waits for all of it: some 3 ms each.
const hoursMax = 24;
/** The most minutes in a piece. */
export const minutesMax = 60;

/**
 * The pieces of [from, to), oldest first: whole hours from the hourly roll-up, its ends from that by minute.
 * Both ends are on whole minutes, and those before `minutesFrom`, where minutes end, on whole hours.
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

/** [from, to) by one roll-up alone, in pieces of bounded length. */
export function slices(unit: Span["unit"], from: number, to: number): Span[] {
  const step = unit === "hour" ? hoursMax * hourMs : minutesMax * minuteMs;
  const pieces: Span[] = [];
  for (let start = from; start < to; start += step)
    pieces.push({ unit, from: start, to: Math.min(start + step, to) });
  return pieces;
}

/** A window widened to what roll-ups tell apart: whole minutes, or hours where minutes are no longer kept. */
export function widen(ge: number, le: number, minutesFrom: number): { from: number; to: number } {
  const from = floorTo(ge, ge < minutesFrom ? hourMs : minuteMs);
  const to = floorTo(le, minuteMs) + minuteMs;
  return { from, to: to < minutesFrom ? ceilTo(to, hourMs) : to };
}
