import { dayMs } from "../base/durations.ts";
import { extraCharacters, IsoFault, parseDateStart, parseMoment, type WrittenMoment } from "./iso-times.ts";
import { type INVALID, refuse, type ValidationIssue } from "./issues.ts";

/**
 * A date-time: an ISO 8601 text or a date, or a number of seconds (milliseconds beyond ±2e10) since 1970. A
 * time without an offset is UTC. The value is the canonical text, `2024-01-01T00:00:00.000Z`. Unlike the
 * framework, a text of digits is no date-time.
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
  // As in the framework, what is no date-time is read as a date, and it is the date's fault that is told.
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
  // A text's offset may carry its first and last days out of the years 1 to 9999; a number may not.
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
