import { dayMs } from "../../base/durations.ts";
import type { PackMeta } from "./pack-meta.ts";

/** Data of the whole vPIC and older than this lack models that are sold. NHTSA publishes a dump each month. */
export const dataDaysMax = 60;
/** What a release contains is no older than this on the day that it is made. */
export const releasedDaysMax = 35;

/** How old data are. */
export interface DataAge {
  /** The first day of their month, milliseconds UTC. */
  readonly since: number;
  /** Whole days since then, at least 0. */
  readonly days: number;
  /** Whole months of the calendar since then. */
  readonly months: number;
}

/** How old the data of a version are at a time in milliseconds UTC; undefined if the version names no month. */
export function dataAge({ version }: Pick<PackMeta, "version">, now: number): DataAge | undefined {
  const [, year, month] = /(?:^|\D)(20\d\d)[-_](0[1-9]|1[0-2])(?!\d)/.exec(version) ?? [];
  if (year === undefined) return undefined;
  const since = Date.UTC(Number(year), Number(month) - 1);
  const today = new Date(now);
  const months = (today.getUTCFullYear() - Number(year)) * 12 + today.getUTCMonth() + 1 - Number(month);
  return { since, days: Math.max(0, Math.floor((now - since) / dayMs)), months: Math.max(0, months) };
}

/** Below this number of months, the age is shown in days. */
const monthsMin = 2;
const monthName = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

/** "of March 2026, 8 months old"; "of an unknown month" if the version names none. */
export function dataAgeText(data: Pick<PackMeta, "version">, now: number): string {
  const age = dataAge(data, now);
  if (!age) return "of an unknown month";
  const { since, days, months } = age;
  const old = months < monthsMin ? `${days} ${days === 1 ? "day" : "days"}` : `${months} months`;
  return `of ${monthName.format(since)}, ${old} old`;
}
