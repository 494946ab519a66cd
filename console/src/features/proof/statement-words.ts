import { count, day, months } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { kinds } from "../../pages/account/credit-history.tsx";
import type { Statement, StatementUsage } from "./statement.ts";

/** The first moment of a month and that of the next one. */
export function monthEnds(month: string): { readonly from: number; readonly to: number } {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  return { from: Date.UTC(year, number - 1), to: Date.UTC(year, number) };
}

export const dayMs = 86_400_000;

export const daysIn = (month: string): number => new Date(monthEnds(month).to - 1).getUTCDate();

/** `12 Oct`, in UTC. */
export const shortDay = (at: number): string => {
  const date = new Date(at);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
};

/** `1 to 31 Oct`, or `1 Oct`. */
export function daySpan(from: number, to: number): string {
  const [first, last] = [shortDay(from), shortDay(to)];
  if (first === last) return first;
  const sameMonth = new Date(from).getUTCMonth() === new Date(to).getUTCMonth();
  return t("{uTCDate} to {last}", { uTCDate: sameMonth ? new Date(from).getUTCDate() : first, last });
}

/** `1 Oct to 1 Nov 2026, 00:00 UTC`. */
export function monthSpan(month: string): string {
  const { from, to } = monthEnds(month);
  const sameYear = new Date(from).getUTCFullYear() === new Date(to).getUTCFullYear();
  return t("{shortDay} to {day}, 00:00 UTC", {
    shortDay: sameYear ? shortDay(from) : day(from),
    day: day(to),
  });
}

/** `+5`, `−5` or `0`. */
export const signed = (change: number): string =>
  change > 0 ? `+${count(change)}` : change < 0 ? `−${count(-change)}` : "0";

/** A row of the credit history by its kind. */
export const kindName = (kind: string): string =>
  Object.entries(kinds).find(([name]) => name === kind)?.[1] ?? kind;

const sources: Readonly<Record<string, string>> = {
  trial: t("Initial credits"),
  grant: t("Added by an operator"),
  period: t("Period of the plan"),
  purchase: t("Package"),
  overage: t("Beyond credits"),
};

/** A grant by its source. */
export const sourceName = (source: string): string => sources[source] ?? source;

/** The classes of free calls in the order of the page. */
export const freeClasses: readonly (readonly [of: StatementUsage["class"], name: string])[] = [
  ["not_found", t("Not found")],
  ["free", t("Lists, selectors and repeats")],
  ["refused", t("Blocked (401, 402, 403, 429)")],
  ["invalid", t("Invalid (422)")],
  ["error", t("Server errors (500 and above)")],
];

/** How many days of a statement's month are proved, as far as it shows: days without calls have no line. */
export function provedDays({ month, state, subscriptions }: Statement): number {
  if (state === "final") return daysIn(month);
  const days = subscriptions.flatMap((one) => one.days.flatMap((leaf) => ("day" in leaf ? leaf.day : [])));
  return Math.max(0, ...days.map((one) => Number(one.slice(8))));
}
