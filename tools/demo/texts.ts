import { dayMs } from "../../src/base/durations.ts";

/** Marks a record. */
export const syntheticNote = "Synthetic record";

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** `12,995`. Formatting by locale is slow for hundreds of thousands of numbers. */
export const grouped = (number: number): string =>
  String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ",");

/** `$12,995` */
export const dollars = (number: number): string => `$${grouped(number)}`;

/** `Mar 14, 2024` */
export function dateText(at: number): string {
  const date = new Date(at);
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** `2024-03-14` */
export const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** `2024-03-14 00:00:00+00:00`, at second precision. */
export const secondText = (at: number): string => `${dayText(at)} ${timeText(at)}+00:00`;

/** `2024-03-14 00:00:00.123456+00:00` */
export function microsecondText(at: number, micros: number): string {
  return `${dayText(at)} ${timeText(at)}.${String(micros).padStart(6, "0")}+00:00`;
}

const timeText = (at: number): string => new Date(at % dayMs).toISOString().slice(11, 19);

/** Lower case, words joined by hyphens. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** A displacement with one decimal, `2.5`; empty if unknown. */
export function litresText(litres: string): string {
  const number = Number(litres);
  return litres === "" || Number.isNaN(number) ? "" : number.toFixed(1);
}
