import { dayMs } from "../../base/durations.ts";

/** How many backups are kept: the newest, and the last ones of days, weeks and months. */
export interface Retention {
  readonly newest: number;
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

/** Makes the name of a scheduled backup; names sort by time. */
export const nameAt = (at: number): string =>
  `vingate-${new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-")}.backup`;

const scheduledName = /^vingate-(\d{4}-\d\d-\d\d)T\d\d-\d\d-\d\dZ\.backup$/;

/** The names of folders for drills begin with it. */
export const drillFolderStart = "drill-";

export const isScheduled = (name: string): boolean => scheduledName.test(name);

/** A Monday. */
const monday = Date.UTC(1970, 0, 5);

const dayOf = (name: string) => scheduledName.exec(name)![1]!;
const weekOf = (name: string) => String(Math.floor((Date.parse(dayOf(name)) - monday) / (7 * dayMs)));
const monthOf = (name: string) => dayOf(name).slice(0, 7);

/** The scheduled backups of a folder that are not kept. Periods without a backup do not count. */
export function outdated(names: readonly string[], { newest, days, weeks, months }: Retention): string[] {
  const all = names.filter(isScheduled).sort().reverse();
  const kept = new Set(all.slice(0, newest));
  for (const [periodOf, count] of [
    [dayOf, days],
    [weekOf, weeks],
    [monthOf, months],
  ] as const) {
    const lastOf = new Map<string, string>();
    for (const name of all) if (!lastOf.has(periodOf(name))) lastOf.set(periodOf(name), name);
    for (const name of [...lastOf.values()].slice(0, count)) kept.add(name);
  }
  return all.filter((name) => !kept.has(name));
}
