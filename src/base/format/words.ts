// How numbers, dates and words are written in English, without the machine's locale. `writing.ts` has the other languages.

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** 15,020; the minus is U+2212. */
export const count = (value: number): string =>
  `${value < 0 ? "−" : ""}${String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, ",")}`;

/** +15,000 or −15,020. */
export const signed = (value: number): string => (value > 0 ? `+${count(value)}` : count(value));

/** 1 call, 2 calls. */
export const counted = (value: number, one: string): string =>
  `${count(value)} ${one}${value === 1 ? "" : "s"}`;

/** October 2026. */
export const monthName = (month: string): string =>
  `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** 1 Nov 2026. */
export function dayName(day: string): string {
  const name = months[Number(day.slice(5, 7)) - 1] ?? "";
  return `${Number(day.slice(8, 10))} ${name.slice(0, 3)} ${day.slice(0, 4)}`;
}

/** The calendar day of a moment, milliseconds UTC, in a zone: 2026-11-12. */
export const dateIn = (at: number, zone = "UTC"): string => zoned(at, zone).toPlainDate().toString();

/** 1 Nov 2026, in a zone. */
export const dayIn = (at: number, zone: string): string => dayName(dateIn(at, zone));

/** 00:04, in a zone. */
export const timeOfDayIn = (at: number, zone: string): string =>
  zoned(at, zone).toPlainTime().toString({ smallestUnit: "minute" });

/** 1 Nov 2026, 00:04 Europe/Prague. */
export const timeIn = (at: number, zone: string): string =>
  `${dayIn(at, zone)}, ${timeOfDayIn(at, zone)} ${zone}`;

const zoned = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);

const isoOf = (at: number): string => new Date(at).toISOString();

/** 1 Nov 2026, for milliseconds. */
export const dayOf = (at: number): string => dayName(isoOf(at));

/** 1 Nov 2026, 00:04. */
export const timeOf = (at: number): string => `${dayOf(at)}, ${isoOf(at).slice(11, 16)}`;
