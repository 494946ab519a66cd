import { dayAndMonth } from "../../families/event-values.ts";
import type { Shape } from "./record-shape.ts";
import type { Members } from "./row-names.ts";

/** How dates such as 3/2/2024 are read. Absent: the month first, with a warning. */
export type DateOrder = "month_first" | "day_first";

export const twoReadings = "dates that can be read two ways, such as 1/6/20: the month was read first";
export const fullStops =
  "dates with full stops that can be read two ways, such as 3.4.2020: the day was read first";
export const otherOrder = "dates that do not fit the chosen order, such as 2/13/2024 with the day first";
export const unreadable = "dates that cannot be read: they are kept as they are, without a day";

/** A text as a day, or why it needs a look. */
interface ReadDay {
  /** YYYY-MM-DD; absent if it cannot be read. */
  readonly day?: string;
  readonly warning?: string;
}

const two = (value: number) => String(value).padStart(2, "0");

/** The day of these numbers; undefined if there is none. */
function dayOf(year: number, month: number, date: number): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, date));
  const exists = at.getUTCMonth() === month - 1 && at.getUTCDate() === date && year >= 1900 && year <= 2200;
  return exists ? `${year}-${two(month)}-${two(date)}` : undefined;
}

/** Two digits are a year of the last 70 or the next 30. */
const fullYear = (text: string): number =>
  text.length === 4 ? Number(text) : Number(text) + (Number(text) < 70 ? 2000 : 1900);

/** Reads a text such as 2024-02-13, 20240213, 2/13/2024, 13.02.24 or 13 Feb 2024. A time after it is not read. */
export function readDay(text: string, order: DateOrder | undefined): ReadDay {
  const trimmed = text.trim();
  const iso = /^(\d{4})[-/.]?(\d\d?)[-/.]?(\d\d?)(?!\d)/.exec(trimmed);
  if (iso) return found(dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])));
  const numbers = dayAndMonth.exec(trimmed);
  if (!numbers) {
    const at = /[a-z]{3}/i.test(trimmed) && /\d/.test(trimmed) ? new Date(`${trimmed} UTC`) : undefined;
    const isDate = at !== undefined && Number.isFinite(at.getTime());
    return found(isDate ? dayOf(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()) : undefined);
  }
  const [, first = "", separator, second = "", years = ""] = numbers;
  const year = fullYear(years);
  // With full stops, the day comes first everywhere.
  const isDayFirst = order === undefined ? separator === "." : order === "day_first";
  const read = isDayFirst
    ? dayOf(year, Number(second), Number(first))
    : dayOf(year, Number(first), Number(second));
  if (read !== undefined) {
    const isDoubtful = order === undefined && first !== second && Number(first) <= 12 && Number(second) <= 12;
    return { day: read, ...(isDoubtful && { warning: isDayFirst ? fullStops : twoReadings }) };
  }
  const other = isDayFirst
    ? dayOf(year, Number(first), Number(second))
    : dayOf(year, Number(second), Number(first));
  if (other === undefined) return { warning: unreadable };
  return { day: other, ...(order !== undefined && { warning: otherOrder }) };
}

const found = (day: string | undefined): ReadDay => (day === undefined ? { warning: unreadable } : { day });

/** Where a shape has days: names of members, and "*" for each item of a list. */
export function dayPaths(shape: Shape): readonly (readonly string[])[] {
  switch (shape.kind) {
    case "text":
      return shape.isDay ? [[]] : [];
    case "list":
      return dayPaths(shape.item).map((path) => ["*", ...path]);
    case "object":
      return shape.members.flatMap(({ name, shape }) => dayPaths(shape).map((path) => [name, ...path]));
    default:
      return [];
  }
}

/** Writes the days of a record as YYYY-MM-DD, in place; returns the warnings. */
export function writeDays(
  record: Members,
  paths: readonly (readonly string[])[],
  order: DateOrder | undefined,
): readonly string[] {
  const warnings = new Set<string>();
  for (const path of paths)
    replaceAt(record, path, (text) => {
      if (text.trim() === "") return text;
      const { day, warning } = readDay(text, order);
      if (warning !== undefined) warnings.add(warning);
      return day ?? text;
    });
  return [...warnings];
}

/** Replaces the texts at a path. */
export function replaceAt(within: unknown, path: readonly string[], replace: (text: string) => string): void {
  const [name, ...rest] = path;
  if (typeof within !== "object" || within === null || name === undefined) return;
  const members = within as Record<string, unknown>;
  for (const key of name === "*" ? Object.keys(members) : [name]) {
    const value = members[key];
    if (rest.length > 0) replaceAt(value, rest, replace);
    else if (typeof value === "string") members[key] = replace(value);
  }
}
