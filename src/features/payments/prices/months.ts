import { dateIn } from "../../../base/format/words.ts";

/** The end of the day that is so many months after a moment, in a zone: milliseconds UTC. */
export const monthsAfter = (at: number, months: number, zone: string): number =>
  Temporal.PlainDate.from(dateIn(at, zone)).add({ months, days: 1 }).toZonedDateTime(zone).epochMilliseconds;
