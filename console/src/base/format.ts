import { language, locale, t } from "./language/language.ts";

const numbers = new Intl.NumberFormat(locale);
const dollars = new Intl.NumberFormat(locale, {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});

export const count = (value: number): string => numbers.format(value);
export const money = (value: number): string => dollars.format(value);

/** With digits after the point: `0.5`. */
const fixed = (value: number, digits: number): string =>
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(value);

/** With its first letter large. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A name within a sentence: `Time (UTC)` is `time (UTC)`. German keeps the capitals of its nouns. */
export const withinSentence = (text: string): string =>
  language === "de"
    ? text
    : text.replace(/(?<!\p{L})\p{Lu}(?=\p{Ll}|(?!\p{L}))/gu, (first) => first.toLowerCase());

const monthNames = (month: "short" | "long"): readonly string[] => {
  const format = new Intl.DateTimeFormat(locale, { month, timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, index) => format.format(Date.UTC(2026, index)));
};

/** By their number less one. */
export const months = monthNames("short");
export const longMonths = monthNames("long");

/** `October 2026` for `2026-10`; what is no month stays as it is. */
export function monthName(month: string): string {
  const name = longMonths[Number(month.slice(5)) - 1];
  return name ? `${name} ${month.slice(0, 4)}` : month;
}

/** `21 Nov`, by the number of the month. */
export const dayAndMonth = (dayOfMonth: number | string, month: number): string =>
  `${dayOfMonth}${language === "de" ? "." : ""} ${months[month - 1]}`;

const lists = (type: "conjunction" | "disjunction") =>
  new Intl.ListFormat(language === "en" ? "en-GB" : language, { type });
const [all, any] = [lists("conjunction"), lists("disjunction")];

/** `Starter, Growth and Scale`. */
export const listed = (words: readonly string[]): string => all.format(words);

/** `Starter, Growth or Scale`. */
export const listedAsChoice = (words: readonly string[]): string => any.format(words);

/** With two digits at least. */
export const two = (value: number) => String(value).padStart(2, "0");

/** `21 Nov 2026`, in UTC; what is no moment has an unknown date. */
export function day(time: string | number | Date): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return t("unknown date");
  return `${dayAndMonth(at.getUTCDate(), at.getUTCMonth() + 1)} ${at.getUTCFullYear()}`;
}

/** `21:20`, or with seconds `21:20:05`. */
export function clock(time: string | number | Date, seconds = true): string {
  const at = new Date(time);
  const hours = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
  return seconds ? `${hours}:${two(at.getUTCSeconds())}` : hours;
}

/** `21 Nov 2026, 21:20:05`. */
export const moment = (time: string | number | Date): string => `${day(time)}, ${clock(time)}`;

/** The time of day; on other days the day too. */
export function recently(time: string | number | Date, seconds = true): string {
  return day(time) === day(Date.now()) ? clock(time, seconds) : `${day(time)}, ${clock(time, false)}`;
}

export function milliseconds(value: number): string {
  if (value < 10) return `${fixed(value, 1)} ms`;
  return value < 10_000 ? `${Math.round(value)} ms` : `${fixed(value / 1000, 1)} s`;
}

export function bytes(value: number): string {
  if (value < 1000) return t("{value, plural, one {# byte} other {# bytes}}", { value });
  const units = ["kB", "MB", "GB", "TB"];
  let size = value / 1000;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${fixed(size, size < 10 ? 1 : 0)} ${units[unit]}`;
}

const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });

/** `84.1%`. */
export function share(part: number, whole: number): string {
  return whole === 0 ? t("none") : percent.format(part / whole);
}

/** A key without its middle. */
export const masked = (key: string): string =>
  key.length > 16 ? `${key.slice(0, 8)}…${key.slice(-5)}` : "…";

/** `HONDA` → `Honda`; other names stay as they are. */
export function title(text: string): string {
  return text === text.toUpperCase()
    ? text.toLowerCase().replace(/(^|[\s/(-])\p{L}/gu, (start) => start.toUpperCase())
    : text;
}
