import { dayMs } from "../../base/durations.ts";
import { type INVALID, refuse, type ValidationIssue } from "./issues.ts";

/**
 * A date-time: an ISO 8601 text or a date, or a number of seconds (milliseconds beyond ±2e10) since 1970. A
 * time without an offset is UTC. The value is the canonical text, `2024-01-01T00:00:00.000Z`. Unlike the
 * framework, it refuses texts of digits.
 */
export function checkDateTime(input: unknown, issues: ValidationIssue[]): string | typeof INVALID {
  if (typeof input === "number") {
    const ms = fromTimestamp(input);
    return ms instanceof IsoFault ? refuseDateTime(ms, input, issues) : canonical(ms, input, issues);
  }
  if (typeof input !== "string") {
    return refuse(issues, "datetime_type", "Input should be a valid datetime", input);
  }
  const moment = parseMoment(input);
  if (!(moment instanceof IsoFault))
    return writtenYear(moment, input, issues) ?? canonical(epochMs(moment), input, issues);
  // As in FastAPI, other texts are parsed as dates, and the issue is that of the date.
  const date = parseDate(input);
  if (date instanceof IsoFault) {
    const { error } = date;
    const message = `Input should be a valid datetime or date, ${error}`;
    return refuse(issues, "datetime_from_date_parsing", message, input, { error });
  }
  return writtenYear(date, input, issues) ?? canonical(epochMs(date), input, issues);
}

/** A date: YYYY-MM-DD, or a date-time or a number at midnight. The value is YYYY-MM-DD. */
export function checkDate(input: unknown, issues: ValidationIssue[]): string | typeof INVALID {
  if (typeof input !== "string" && typeof input !== "number") {
    return refuse(issues, "date_type", "Input should be a valid date", input);
  }
  const ms = typeof input === "string" ? writtenDay(input) : fromTimestamp(input);
  if (ms instanceof IsoFault) {
    const { error } = ms;
    const message = `Input should be a valid date or datetime, ${error}`;
    return refuse(issues, "date_from_datetime_parsing", message, input, { error });
  }
  if (ms % dayMs !== 0) {
    const message = "Datetimes provided to dates should have zero time - e.g. be exact dates";
    return refuse(issues, "date_from_datetime_inexact", message, input);
  }
  if (ms >= yearOneMs) return new Date(ms).toISOString().slice(0, 10);
  const message = `Input should be a valid date in the format YYYY-MM-DD, ${yearZero}`;
  return refuse(issues, "date_parsing", message, input, { error: yearZero });
}

const yearZero = "year 0 is out of range";
const yearZeroMs = -62_167_219_200_000;
const yearOneMs = -62_135_596_800_000;
const yearsEndMs = 253_402_300_800_000;

function writtenYear(
  written: { year: number },
  input: unknown,
  issues: ValidationIssue[],
): typeof INVALID | null {
  return written.year === 0 ? refuseDateTime(new IsoFault(yearZero), input, issues) : null;
}

function canonical(ms: number, input: unknown, issues: ValidationIssue[]): string | typeof INVALID {
  // An offset can move a text out of the years 1 to 9999; a number must be within them.
  if (typeof input === "number" && ms < yearOneMs)
    return refuseDateTime(new IsoFault(yearZero), input, issues);
  return new Date(Math.floor(ms)).toISOString();
}

function refuseDateTime({ error }: IsoFault, input: unknown, issues: ValidationIssue[]): typeof INVALID {
  return refuse(issues, "datetime_parsing", `Input should be a valid datetime, ${error}`, input, { error });
}

function parseDate(text: string): WrittenMoment | IsoFault {
  const date = parseDateStart(text);
  if (date instanceof IsoFault) return date;
  if (text.length > 10) return new IsoFault(extraCharacters);
  return { ...date, hour: 0, minute: 0, second: 0, microsecond: 0, offsetMinutes: 0 };
}

/** The day that a text names, with its time of day but without its offset. */
function writtenDay(text: string): number | IsoFault {
  const date = parseDate(text);
  const moment = date instanceof IsoFault ? parseMoment(text) : date;
  return moment instanceof IsoFault ? moment : epochMs({ ...moment, offsetMinutes: 0 });
}

function epochMs(moment: WrittenMoment): number {
  const { year, month, day, hour, minute, second, microsecond, offsetMinutes } = moment;
  // Date.UTC takes the years 0 to 99 for the 1900s.
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day);
  return midnight + ((hour * 60 + minute - offsetMinutes) * 60 + second) * 1000 + microsecond / 1000;
}

function fromTimestamp(value: number): number | IsoFault {
  const ms = Math.abs(value) > 2e10 ? value : value * 1000;
  if (ms >= yearsEndMs) return new IsoFault("dates after 9999 are not supported as unix timestamps");
  if (ms < yearZeroMs) return new IsoFault("dates before 0000 are not supported as unix timestamps");
  return Math.round(ms * 1000) / 1000;
}

/** A moment as written: calendar and clock fields, and the offset from UTC in minutes (0 where unwritten). */
interface WrittenMoment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly microsecond: number;
  readonly offsetMinutes: number;
}

/** Why a text is no date or time, in the words of the parser that pydantic uses (speedate). */
class IsoFault {
  readonly error: string;
  constructor(error: string) {
    this.error = error;
  }
}

const extraCharacters = "unexpected extra characters at the end of the input";

type Written = Pick<WrittenMoment, "year" | "month" | "day">;

/** Parses YYYY-MM-DD at the beginning of a text; what follows is the caller's. */
function parseDateStart(text: string): Written | IsoFault {
  if (new TextEncoder().encode(text).length < 10) return new IsoFault("input is too short");
  const year = digits(text, 0, 4);
  if (year === null) return new IsoFault("invalid character in year");
  if (text[4] !== "-") return new IsoFault("invalid date separator, expected `-`");
  const month = digits(text, 5, 2);
  if (month === null) return new IsoFault("invalid character in month");
  if (text[7] !== "-") return new IsoFault("invalid date separator, expected `-`");
  const day = digits(text, 8, 2);
  if (day === null) return new IsoFault("invalid character in day");
  if (month < 1 || month > 12) return new IsoFault("month value is outside expected range of 1-12");
  if (day < 1 || day > daysIn(year, month)) return new IsoFault("day value is outside expected range");
  return { year, month, day };
}

/** Parses a date and time: T, t, _ or a space between them, seconds, fraction and offset optional. */
function parseMoment(text: string): WrittenMoment | IsoFault {
  const date = parseDateStart(text);
  if (date instanceof IsoFault) return date;
  if (!/[Tt_ ]/.test(text.charAt(10))) {
    return new IsoFault("invalid datetime separator, expected `T`, `t`, `_` or space");
  }
  const clock = parseClock(text.slice(11));
  if (clock instanceof IsoFault) return clock;
  const offsetMinutes = parseOffset(clock.rest);
  return offsetMinutes instanceof IsoFault ? offsetMinutes : { ...date, ...clock, offsetMinutes };
}

type Clock = Pick<WrittenMoment, "hour" | "minute" | "second" | "microsecond"> & { readonly rest: string };

function parseClock(text: string): Clock | IsoFault {
  if (text.length < 5) return new IsoFault("input is too short");
  const hour = digits(text, 0, 2);
  if (hour === null) return new IsoFault("invalid character in hour");
  if (text[2] !== ":") return new IsoFault("invalid time separator, expected `:`");
  const minute = digits(text, 3, 2);
  if (minute === null) return new IsoFault("invalid character in minute");
  if (hour > 23) return new IsoFault("hour value is outside expected range of 0-23");
  if (minute > 59) return new IsoFault("minute value is outside expected range of 0-59");
  if (text[5] !== ":") return { hour, minute, second: 0, microsecond: 0, rest: text.slice(5) };
  const second = digits(text, 6, 2);
  if (second === null) return new IsoFault("invalid character in second");
  if (second > 59) return new IsoFault("second value is outside expected range of 0-59");
  if (!/[.,]/.test(text.charAt(8))) return { hour, minute, second, microsecond: 0, rest: text.slice(8) };
  const fraction = /^\d*/.exec(text.slice(9))![0];
  if (fraction === "") return new IsoFault("second fraction digits missing after `.`");
  const microsecond = Number(fraction.slice(0, 6).padEnd(6, "0"));
  return { hour, minute, second, microsecond, rest: text.slice(9 + fraction.length) };
}

function parseOffset(text: string): number | IsoFault {
  if (text === "") return 0;
  if (/^[Zz]/.test(text)) return text.length === 1 ? 0 : new IsoFault(extraCharacters);
  if (!/^[+\-−]/.test(text)) return new IsoFault("invalid timezone sign");
  const hours = digits(text, 1, 2);
  if (hours === null) return new IsoFault("invalid timezone hour");
  const at = text[3] === ":" ? 4 : 3;
  const minutes = digits(text, at, 2);
  if (minutes === null) return new IsoFault("invalid timezone minute");
  if (minutes > 59) return new IsoFault("timezone minute value is outside expected range of 0-59");
  if (hours > 23) return new IsoFault("timezone offset must be less than 24 hours");
  if (text.length > at + 2) return new IsoFault(extraCharacters);
  return (text[0] === "+" ? 1 : -1) * (hours * 60 + minutes);
}

function digits(text: string, at: number, count: number): number | null {
  const part = text.slice(at, at + count);
  return part.length === count && /^[0-9]+$/.test(part) ? Number(part) : null;
}

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!;
}
