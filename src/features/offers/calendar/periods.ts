/** Where the periods of a subscription begin: a calendar date, `2026-01-31`, and the account's time zone. */
export interface Anchor {
  readonly date: string;
  /** A name of the IANA's database, `Europe/Prague`, or an offset, `-12:00`. */
  readonly zone: string;
}

/** A period in epoch milliseconds; `endsAt` is the start of the next one, and not part of it. */
export interface Period {
  readonly number: number;
  readonly startsAt: number;
  readonly endsAt: number;
}

/**
 * The start of period `number`, in epoch milliseconds: the day that is as many months after the anchor's, or the last of
 * its month, when it begins in the zone. A day that the zone skips begins with the next one. Throws a `RangeError` for a
 * date or zone that does not exist.
 */
export function periodStart({ date, zone }: Anchor, number: number): number {
  // From the anchor, never from the period before: a 31st stays one after February.
  return Temporal.PlainDate.from(date).add({ months: number }).toZonedDateTime(zone).epochMilliseconds;
}

/** `count` periods from number `from` on. Throws as `periodStart` does. */
export function periods(anchor: Anchor, from: number, count: number): readonly Period[] {
  const starts = Array.from({ length: count + 1 }, (_, at) => periodStart(anchor, from + at));
  return starts
    .slice(0, count)
    .map((startsAt, at) => ({ number: from + at, startsAt, endsAt: starts[at + 1]! }));
}

export { isTimeZone } from "../../../base/reading/times.ts";
