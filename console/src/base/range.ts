import { startOfDay } from "../../../src/base/reading/days.ts";
import { dayOfIso } from "../../../src/base/reading/declared.ts";
import { splitTime } from "../../../src/base/reading/times.ts";
import { clock, day, dayAndMonth, months, two } from "./format.ts";
import { t } from "./language/language.ts";
import { fromZone, inZone, zoneInUse } from "./zone.ts";

/** A time range, both ends included. */
export interface Range {
  readonly from: Date;
  readonly to: Date;
  /** The label of the range. */
  readonly words: string;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Named ranges. The address keeps the name, so that a saved link stays current. */
export const presets = [
  { name: "15m", words: t("Last 15 minutes"), back: 15 * minuteMs },
  { name: "1h", words: t("Last hour"), back: 60 * minuteMs },
  { name: "today", words: t("Today"), back: 0 },
  { name: "7d", words: t("Last 7 days"), back: 7 * dayMs },
  { name: "30d", words: t("Last 30 days"), back: 30 * dayMs },
  { name: "365d", words: t("Last 365 days"), back: 365 * dayMs },
] as const;

const relative = /^(\d{1,4})\s*([mhd])(?:\s*ago)?$/;
const units: Readonly<Record<string, number>> = { m: minuteMs, h: 60 * minuteMs, d: dayMs };

/** `21 nov 2026, 20:20:05`, as the console prints it, as `2026-11-21 20:20:05`. */
const asIso = (text: string): string =>
  text.replace(
    /^(\d{1,2})\.? (\p{L}{3})\p{L}*\.? (\d{4}),?/u,
    (all, date: string, name: string, year: string) => {
      const month = months.findIndex((one) => one.toLowerCase().startsWith(name)) + 1;
      return month === 0 ? all : `${year}-${two(month)}-${date.padStart(2, "0")}`;
    },
  );

/** Parses a day, a day with a time (UTC) as an address has it or the console prints it, `2h ago` or `now`; else undefined. */
export function momentOf(typed: string, now: number, end: boolean): Date | undefined {
  const text = typed.trim().toLowerCase();
  if (text === "now") return new Date(now);
  const [, amount, unit = ""] = relative.exec(text) ?? [];
  if (amount) return new Date(now - Number(amount) * (units[unit] ?? 0));
  const found = /^(\d{4}-\d\d-\d\d)(?:[ t](\d\d:\d\d)(?::(\d\d))?)?(?:z| utc)?$/.exec(asIso(text));
  if (!found) return undefined;
  const [, date = "", time, seconds] = found;
  const at = time ? `${time}:${seconds ?? (end ? "59" : "00")}` : end ? "23:59:59" : "00:00:00";
  const shown = splitTime(`${date} ${at}`)?.time;
  if (dayOfIso(date) === undefined || !shown) return undefined;
  return new Date(startOfDay(date) + shown.seconds * 1000 + (end ? 999 : 0));
}

/** A moment as an address has it and `momentOf` reads it. */
export const typedMoment = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

/** What a reader typed in the zone of the page, as an address has it: times before now stay, others become UTC. */
export function addressMoment(typed: string, now: number, end: boolean): string | undefined {
  const moment = momentOf(typed, now, end);
  const text = typed.trim().toLowerCase();
  if (!moment || zoneInUse() === "UTC" || text === "now" || relative.test(text)) return moment && typed;
  return typedMoment(/(?:z| utc)$/.test(text) ? moment : fromZone(moment));
}

function rangeWords(first: Date, last: Date): string {
  const [from, to] = [inZone(first), inZone(last)];
  const [start, end] = [day(from), day(to)];
  return start === end
    ? t("{day}, {from} to {to}", { day: start, from: clock(from, false), to: clock(to, false) })
    : t("{start}, {from} to {end}, {to}", {
        start,
        from: clock(from, false),
        end,
        to: clock(to, false),
      });
}

/** The start of today, or of a day before it, in the zone of the page. */
export const startOfToday = (now: number, daysBefore = 0): Date =>
  fromZone(new Date(inZone(new Date(now)).setUTCHours(-24 * daysBefore, 0, 0, 0)));

/** The start of this month, in the zone of the page. */
export function startOfMonth(now: number): Date {
  const shown = inZone(new Date(now));
  return fromZone(new Date(Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth())));
}

/** The range of an address: a preset or two typed times. */
export function rangeOf(search: Readonly<Record<string, string>>, fallback: string, now: number): Range {
  const from = search.from && momentOf(search.from, now, false);
  const to = momentOf(search.to || "now", now, true);
  if (from && to && from <= to) return { from, to, words: rangeWords(from, to) };
  const preset = presets.find(({ name }) => name === (search.range ?? fallback)) ?? presets[1];
  const start = preset.name === "today" ? startOfToday(now) : new Date(now - preset.back);
  return { from: start, to: new Date(now), words: preset.words };
}

/** A range that moves every few seconds in whole minutes, so that queries of it stay the same for one. */
export function wholeMinutes(range: Range): Range {
  const minute = (at: Date) => Math.floor(at.getTime() / minuteMs) * minuteMs;
  return { ...range, from: new Date(minute(range.from)), to: new Date(minute(range.to) + minuteMs) };
}

export type Granularity = "minute" | "hour" | "day" | "week" | "month";

const bucketMs = { minute: minuteMs, hour: 60 * minuteMs, day: dayMs, week: 7 * dayMs } as const;

/** The finest granularity with a readable number of bars. */
export function granularityOf({ from, to }: Range): Granularity {
  const span = to.getTime() - from.getTime();
  if (span <= 2 * 60 * minuteMs) return "minute";
  if (span <= 3 * dayMs) return "hour";
  if (span <= 120 * dayMs) return "day";
  return span <= 800 * dayMs ? "week" : "month";
}

/** The last second of a bar. Days, weeks and months are those of the zone's calendar. */
export function bucketEnd(time: string, granularity: Granularity): Date {
  const at = new Date(time);
  if (granularity === "minute" || granularity === "hour")
    return new Date(at.getTime() + bucketMs[granularity] - 1000);
  const shown = inZone(at);
  if (granularity === "month") shown.setUTCMonth(shown.getUTCMonth() + 1);
  else shown.setTime(shown.getTime() + bucketMs[granularity]);
  return new Date(fromZone(shown).getTime() - 1000);
}

/** The label of a bar on the axis. */
export function bucketLabel(time: string, granularity: Granularity): string {
  const at = inZone(new Date(time));
  const date = dayAndMonth(at.getUTCDate(), at.getUTCMonth() + 1);
  if (granularity === "minute") return clock(at, false);
  if (granularity === "hour") return `${date} ${clock(at, false)}`;
  return granularity === "month" ? `${months[at.getUTCMonth()]} ${at.getUTCFullYear()}` : date;
}

/** A range as query parameters. */
export const ends = ({ from, to }: Range) => ({
  timestamp_ge: from.toISOString(),
  timestamp_le: to.toISOString(),
});
