import { type NumberBounds, type NumberForm, readDecimal } from "./amounts.ts";

// Values of publishers who declare their form, and of the service's own records: a declared form has one reading per
// value. Values of another form are rejected.

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the calendar has a day, from 1900 to 2200. */
export function isDay(year: number, month: number, date: number): boolean {
  if (!(year >= 1900 && year <= 2200 && month >= 1 && month <= 12 && date >= 1)) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return date <= lengths[month - 1]! + (isLeap && month === 2 ? 1 : 0);
}

const existing = (year: string, month: string, date: string): string | undefined =>
  isDay(Number(year), Number(month), Number(date)) ? `${year}-${month}-${date}` : undefined;

/** Most days exist in every month and year: they need no calendar. */
const usualDigits = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|1\d|2[0-8])$/;
const usualIso = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;
const digits = /^(\d{4})(\d\d)(\d\d)$/;
/** A time and a zone can follow; they do not move the day, which is that of the publisher's clocks. */
const iso = /^(\d{4})-(\d\d)-(\d\d)(?:(?:[T ]\d\d:\d\d[\d:.]*)? ?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** The day of `20140619`, YYYY-MM-DD. */
export function dayOfDigits(text: string): string | undefined {
  if (usualDigits.test(text)) return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  const [, year, month, date] = digits.exec(text) ?? [];
  return year === undefined ? undefined : existing(year, month!, date!);
}

/** The day of `2014-06-19`, with or without a time. */
export function dayOfIso(text: string): string | undefined {
  if (usualIso.test(text)) return text;
  const [, year, month, date] = iso.exec(text) ?? [];
  return year === undefined ? undefined : existing(year, month!, date!);
}

/** The month of `2014-06` or `2014-6`, YYYY-MM. */
export function monthOfIso(text: string): string | undefined {
  const [, year, month = ""] = /^(\d{4})-(\d\d?)$/.exec(text) ?? [];
  return year !== undefined && isDay(Number(year), Number(month), 1)
    ? `${year}-${month.padStart(2, "0")}`
    : undefined;
}

const whole = /^\d{1,15}$/;
/** Agencies publish what their programs computed, with all decimals of a double. */
const decimalsMost = 20;

/** A number in a declared form; undefined for all other texts, such as `0x10` and `1e3`. */
export function numberIn(text: string, form: NumberForm, bounds: NumberBounds = {}): number | undefined {
  const { least = -Infinity, most = Infinity } = bounds;
  if (whole.test(text)) {
    const value = Number(text);
    return value >= least && value <= most ? value : undefined;
  }
  const read = readDecimal(text, form, { decimals: decimalsMost, ...bounds });
  return read === undefined ? undefined : Number(read);
}

/** A number as American agencies and the service's own answers write it: `1,234.5`. */
export const plainNumber = (text: string, bounds?: NumberBounds): number | undefined =>
  numberIn(text, "1,234.56", bounds);

const usualCount = /^[1-9]\d{0,2}(?:,\d{3}){0,4}(?:\.00?)?$/;

/** A whole number with or without commas between thousands, as digits: `154,822` is `154822`. */
export function plainCount(text: string): string | undefined {
  if (!usualCount.test(text)) return readDecimal(text, "1,234.56", { decimals: 0, least: 0 });
  const end = text.indexOf(".");
  return (end < 0 ? text : text.slice(0, end)).replaceAll(",", "");
}
