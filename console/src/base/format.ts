const numbers = new Intl.NumberFormat("en-US");
const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});

export const count = (value: number): string => numbers.format(value);
export const money = (value: number): string => dollars.format(value);

const pluralOf = (word: string) => (/[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`);

/** `1 credit`, `2 credits`. */
export const counted = (value: number, word: string, plural = pluralOf(word)): string =>
  `${count(value)} ${value === 1 ? word : plural}`;

/** With its first letter large. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** By their number less one. */
export const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** With two digits at least. */
export const two = (value: number) => String(value).padStart(2, "0");

/** `21 Nov 2026`, in UTC; what is no moment has an unknown date. */
export function day(time: string | number | Date): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return "unknown date";
  return `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
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
  if (value < 10) return `${value.toFixed(1)} ms`;
  return value < 10_000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`;
}

export function bytes(value: number): string {
  if (value < 1000) return counted(value, "byte");
  const units = ["kB", "MB", "GB", "TB"];
  let size = value / 1000;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size.toFixed(size < 10 ? 1 : 0)} ${units[unit]}`;
}

/** `84.1%`. */
export function share(part: number, whole: number): string {
  return whole === 0 ? "none" : `${((100 * part) / whole).toFixed(1).replace(/\.0$/, "")}%`;
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
