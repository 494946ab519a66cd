import { dayAndMonth } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";

/** Dates as a zone's calendar has them. Times are ISO 8601. */
export interface ZoneDates {
  /** `12 Dec 2026`. */
  day(at: string | number): string;
  /** `12 Dec`. */
  short(at: string | number): string;
  /** `12 Dec 2026, 00:00`. */
  moment(at: string | number): string;
  /** `12 Nov to 12 Dec 2026`; `from 12 Nov 2026` without an end. */
  span(from: string | number, to: string | null): string;
}

/** Dates in an IANA zone. */
export function datesIn(timeZone: string): ZoneDates {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const fieldsOf = (at: string | number) =>
    Object.fromEntries(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  const short = (at: string | number) => {
    const { day, month } = fieldsOf(at);
    return dayAndMonth(day ?? "", Number(month));
  };
  const yearOf = (at: string | number) => fieldsOf(at).year;
  const day = (at: string | number) => `${short(at)} ${yearOf(at)}`;
  return {
    day,
    short,
    moment(at) {
      const { hour, minute } = fieldsOf(at);
      return `${day(at)}, ${hour}:${minute}`;
    },
    span(from, to) {
      if (to === null) return t("from {day}", { day: day(from) });
      return t("{short} to {day}", {
        short: yearOf(from) === yearOf(to) ? short(from) : day(from),
        day: day(to),
      });
    },
  };
}
