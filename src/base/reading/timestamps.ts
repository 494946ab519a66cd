const dayMs = 86_400_000;

/** Seconds or milliseconds since 1970, in ten or thirteen digits; `/Date(…)/` is of older JSON. */
const epoch = /^(?:\/Date\()?(\d{10})(\d{3})?(?:\)\/)?$/;
/** A text such as 2026101814 is rather an hour of a day. */
const hourOfDay = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])$/;

/** The milliseconds of a text that counts them, or seconds, since 1970; undefined for all other texts. */
export function epochMs(text: string): number | undefined {
  const [, seconds, part = "000"] = epoch.exec(text) ?? [];
  return seconds === undefined || hourOfDay.test(text) ? undefined : Number(seconds + part);
}

const weekDay = /^(\d{4})-?W(\d\d)-?([1-7])$/;
const dayOfYear = /^(\d{4})-(\d{3})$/;

/** A day of a week or of a year by ISO 8601, `2026-W42-7` or `2026-291`, as YYYY-MM-DD; undefined for all other texts. */
export function isoDay(text: string): string | undefined {
  const [, year, week, weekday] = weekDay.exec(text) ?? [];
  const [, ofYear, number] = dayOfYear.exec(text) ?? [];
  if (year !== undefined) {
    const fourth = Date.UTC(Number(year), 0, 4);
    const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs + (Number(week) - 1) * 7 * dayMs;
    // A week is of the year of its Thursday.
    return yearOf(monday + 3 * dayMs) === year ? dayText(monday + (Number(weekday) - 1) * dayMs) : undefined;
  }
  if (ofYear === undefined) return undefined;
  const at = Date.UTC(Number(ofYear), 0, Number(number));
  return yearOf(at) === ofYear ? dayText(at) : undefined;
}

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);
const yearOf = (at: number): string => dayText(at).slice(0, 4);

const compact = /^(\d{8})T?(\d\d)(\d\d)(\d\d)?(Z|[+-]\d{4})?$/;
/** The zone beside an offset, which adds nothing. */
const zoneBeside = /(?<=Z|[+-]\d\d:?\d\d)(?:\[[\w/+-]{1,40}\]| ?\([\p{L} ]{1,60}\))$/u;
/** `Sun Oct 18 14:05:00 UTC 2026`: the year behind the time. */
const yearLast = /^(\p{L}{1,10} \p{L}{1,10} \d\d?) (\d\d:\d\d:\d\d)( [\w+:-]{1,9})? (\d{4})$/u;
/** Oracle's times have full stops. */
const fullStops = / (\d\d?)\.(\d\d)\.(\d\d)(?:\.\d{1,9})? ?([ap]m)$/i;

/** A moment that a program wrote, in the order in which people write days and times; other texts stay. */
export function inUsualOrder(text: string): string {
  const [, day, hour, minute, second = "00", zone = ""] = compact.exec(text) ?? [];
  if (day !== undefined) return `${day} ${hour}:${minute}:${second}${zone}`;
  return text
    .replace(zoneBeside, "")
    .replace(yearLast, (_, date, time, zone = "", year) => `${date} ${year} ${time}${zone}`)
    .replace(fullStops, " $1:$2:$3 $4");
}
