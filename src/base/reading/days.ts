import { isWeekday, monthOf } from "./month-names.ts";
import { plainText } from "./plain-text.ts";
import { inZone, splitTime } from "./times.ts";
import { epochMs, inUsualOrder, isoDay } from "./timestamps.ts";

/** The order of day and month in a column. `year_first` is for years of two digits. */
export const dayForms = ["day_first", "month_first", "year_first"] as const;
export type DayForm = (typeof dayForms)[number];

/** What is known of a column of days. */
export interface DayBounds {
  /** The first day that it can have, YYYY-MM-DD. */
  readonly from?: string;
  /** The last day that it can have, YYYY-MM-DD: a sale is not in the future. */
  readonly until?: string;
  /** Where clocks showed its times, such as Europe/Berlin; UTC if absent. */
  readonly zone?: string | undefined;
}

const dayMs = 86_400_000;
const serialFrom = "1980-01-01";
/** Day 0 of spreadsheets (1900 system) after February 1900, in days before 1970. */
const serialEpoch = 25_569;
const eras: Readonly<Record<string, number>> = {
  令和: 2018,
  R: 2018,
  平成: 1988,
  H: 1988,
  昭和: 1925,
  S: 1925,
};
const era = /^(令和|平成|昭和|[RHS]) ?(\d\d?|元)(?:年|[./-]) ?(\d\d?)(?:月|[./-]) ?(\d\d?)日?$/;
const yearFirst = /^(\d{4})(?:([-/.]) ?(\d\d?)\2 ?(\d\d?)\.?|[年년] ?(\d\d?)[月월] ?(\d\d?)[日일])$/;
const numeric = /^(\d\d?) ?([-/.])( ?)(\d\d?) ?\2 ?(\d{4}|\d\d?)(\.?)$/;
const afterWeekday = /^(\p{L}{1,15})\.?,? (\d.*)$/u;
const isIso = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;
const textMax = 80;
/** Words between a day, a month and a year. */
const fillers: ReadonlySet<string> = new Set(
  "de del of the le la den der dne d st nd rd th er º g г года рік р gada m mėn an a ai il dia día feira segunda terça quarta quinta sexta at à um las".split(
    " ",
  ),
);

/** A day or a moment as `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SSZ`, if it is written in this form; else undefined. */
export function readMoment(text: string, form: DayForm, bounds: DayBounds = {}): string | undefined {
  const { from = "1900-01-01", until = "2100-12-31" } = bounds;
  if (isIso.test(text)) return text >= from && text <= until ? text : undefined;
  const read = readTime(text, form, { ...bounds, from, until });
  return typeof read === "number" ? momentText(read) : read;
}

/** A day, or a moment in milliseconds UTC. */
function readTime(
  text: string,
  form: DayForm,
  { from, until, zone }: DayBounds & { readonly from: string; readonly until: string },
): string | number | undefined {
  if (text.length > textMax) return undefined;
  const bare = plainText(text);
  const counted = epochMs(bare);
  if (counted !== undefined) {
    const moment = momentText(counted);
    return moment >= from && moment.slice(0, 10) <= until ? moment : undefined;
  }
  const split = splitTime(inUsualOrder(bare));
  if (!split) return undefined;
  const serial = serialMoment(split.day, until);
  if (serial !== undefined) return split.time ? undefined : serial;
  const day = dayIn(split.day.trim(), form, until);
  if (day === undefined || day < from) return undefined;
  if (!split.time) return day;
  const { seconds, thousandths, ahead } = split.time;
  const shown = startOfDay(day) + seconds * 1000;
  const isLocal = ahead === undefined && zone !== undefined;
  return (isLocal ? inZone(shown, zone) : shown - (ahead ?? 0) * 1000) + thousandths;
}

/** What `readMoment` read, in milliseconds UTC; of a day its first one. */
export const timeOfRead = (read: string): number => Date.parse(read);

/** The first millisecond of a day YYYY-MM-DD, UTC. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/**
 * A day YYYY-MM-DD, or a moment in milliseconds UTC, of a text that no column stands behind: it is read if every order of
 * day and month reads it alike, as 2026-08-14 and Aug 14, 2026, and 08/07/2026 is not.
 */
export function readClearTime(text: string): string | number | undefined {
  const [first, ...others] = dayForms.map((form) =>
    readTime(text.trim(), form, { from: "1900-01-01", until: "2100-12-31" }),
  );
  return others.every((one) => one === first) ? first : undefined;
}

/** The day of such a text, YYYY-MM-DD. */
export function readClearDay(text: string): string | undefined {
  const read = readClearTime(text);
  return typeof read === "number" ? momentText(read).slice(0, 10) : read;
}

/** The day of a text that can have a time, `YYYY-MM-DD`. */
export const readDayText = (text: string, form: DayForm, bounds?: DayBounds): string | undefined =>
  readMoment(text, form, bounds)?.slice(0, 10);

const momentText = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** Whole numbers of five digits count days; a fraction is the time. */
function serialMoment(text: string, until: string): string | number | undefined {
  const [, days, part = ""] = /^(\d{5})(\.\d{1,12})?$/.exec(text) ?? [];
  if (days === undefined) return undefined;
  const at = (Number(days) - serialEpoch) * dayMs;
  const day = new Date(at).toISOString().slice(0, 10);
  if (day < serialFrom || day > until) return undefined;
  if (/^(?:\.0+)?$/.test(part)) return day;
  return at + Math.round(Number(part) * 86_400) * 1000;
}

function dayIn(text: string, form: DayForm, until: string): string | undefined {
  const made = (year: string, month: string | number, date: string) =>
    existing(fullYear(year, until), Number(month), Number(date), until);
  const [, y, , m, d, m2, d2] = yearFirst.exec(text) ?? [];
  if (y !== undefined) return made(y, (m ?? m2)!, (d ?? d2)!);
  const ofWeekOrYear = isoDay(text);
  if (ofWeekOrYear !== undefined) return ofWeekOrYear <= until ? ofWeekOrYear : undefined;
  if (/^\d{8}$/.test(text)) return made(text.slice(0, 4), text.slice(4, 6), text.slice(6));
  const [, eraName, of, eraMonth, eraDay] = era.exec(text) ?? [];
  if (eraName !== undefined)
    return made(String(eras[eraName]! + (of === "元" ? 1 : Number(of))), eraMonth!, eraDay!);
  const [, a = "", sign, space, b = "", c = "", end] = numeric.exec(withoutWeekday(text)) ?? [];
  if (sign === undefined) return namedDay(text, made);
  if (form === "year_first") {
    const isPadded = a.length + c.length === 4 && (sign !== "." || space !== "");
    return a.length === 2 && (isPadded || (end === "." && c.length < 3)) ? made(a, b, c) : undefined;
  }
  if (c.length === 1 || (c.length === 2 && end === ".")) return undefined;
  if (form === "day_first") return made(c, b, a);
  // With full stops, the day comes first everywhere.
  return sign === "." ? undefined : made(c, a, b);
}

/** `Sun, 18.10.2026` without its first word. */
function withoutWeekday(text: string): string {
  const [, name, rest] = afterWeekday.exec(text) ?? [];
  return name !== undefined && numeric.test(rest!) && isWeekday(name) ? rest! : text;
}

/** A day with the name of its month, in the order of any language. */
function namedDay(
  text: string,
  made: (year: string, month: number, date: string) => string | undefined,
): string | undefined {
  const words = (text.match(/[\p{L}\p{M}.'\u200c]+/gu) ?? []).filter((word) => /\p{L}/u.test(word));
  const [first, second, ...more] = text.match(/\d+/g) ?? [];
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  if (!/^[\p{L}\p{M}\d\s.,'/º-]*$/u.test(text) || words.length > 6) return undefined;
  let month: number | undefined;
  for (const word of words) {
    const of = monthOf(word);
    if (of !== undefined && month !== undefined && !isWeekday(word)) return undefined;
    if (of !== undefined) month ??= of;
    else if (!isWeekday(word) && !fillers.has(word.toLowerCase().replaceAll(".", ""))) return undefined;
  }
  if (month === undefined) return undefined;
  const isYearFirst = first.length === 4;
  const [year, date] = isYearFirst ? [first, second] : [second, first];
  if (date.length > 2 || (year.length !== 4 && year.length !== 2)) return undefined;
  return made(year, month, date);
}

/**
 * Years of two digits are of the last 70 or the next 30, and not after the last possible day; those of the Thai calendar
 * are 543 ahead.
 */
function fullYear(text: string, until: string): number {
  if (text.length > 2) return /^2[456]\d\d$/.test(text) ? Number(text) - 543 : Number(text);
  const year = Number(text) + (Number(text) < 70 ? 2000 : 1900);
  return year > Number(until.slice(0, 4)) ? year - 100 : year;
}

function existing(year: number, month: number, date: number, until: string): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, date));
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== date || year < 1900 || year > 2200)
    return undefined;
  const day = at.toISOString().slice(0, 10);
  return day <= until ? day : undefined;
}
