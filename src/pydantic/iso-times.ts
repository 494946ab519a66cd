/** A moment as written: calendar and clock fields, and the offset from UTC in minutes (0 where unwritten). */
export interface WrittenMoment {
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
export class IsoFault {
  readonly error: string;
  constructor(error: string) {
    this.error = error;
  }
}

export const extraCharacters = "unexpected extra characters at the end of the input";

type Written = Pick<WrittenMoment, "year" | "month" | "day">;

/** Parses YYYY-MM-DD at the beginning of a text; what follows is the caller's. */
export function parseDateStart(text: string): Written | IsoFault {
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
export function parseMoment(text: string): WrittenMoment | IsoFault {
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
