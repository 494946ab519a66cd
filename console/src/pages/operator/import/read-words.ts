import { day } from "../../../base/format.ts";
import { locale, t } from "../../../base/language/language.ts";

const plain = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 9 });
const grouped = new Intl.NumberFormat(locale, { maximumFractionDigits: 9 });
const shownMax = 60;

/** A member of a record by its documented name: `liens.1.status` is that of the first item. */
export function memberOf(record: unknown, name: string): unknown {
  if (typeof record !== "object" || record === null) return undefined;
  const own = Object.entries(record).find(([key]) => key === name);
  if (own) return own[1];
  const [first = "", ...rest] = name.split(".");
  if (rest.length === 0) return undefined;
  const next = Array.isArray(record)
    ? record.find((_, index) => String(index + 1) === first)
    : Object.entries(record).find(([key]) => key === first)?.[1];
  return memberOf(next, rest.join("."));
}

/** A stored value; undefined for nothing. Numbers have no groups, since some are years. */
export function storedWords(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "number") return plain.format(value);
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (typeof value === "string") return value;
  const text = JSON.stringify(value);
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}

/** Whether a value is stored as the file has it. */
export function isAsGiven(given: string, value: unknown): boolean {
  const text = given.trim().toLowerCase();
  if (typeof value === "boolean" && text === (value ? "yes" : "no")) return true;
  return text === String(value ?? "").toLowerCase();
}

/** What an example is read as, as people write it: a day, a number, or the text. */
export function readingWords(read: string): string {
  if (/^\d{4}-\d\d-\d\d/.test(read)) return day(read);
  return /^-?\d+(?:\.\d+)?$/.test(read) ? grouped.format(read as `${number}`) : read;
}

/** The form of a column in words; undefined for one that is its own example, such as `YYYY-MM-DD`. */
export const formWords = (form: string): string | undefined =>
  ({
    comma: t("Decimal comma"),
    point: t("Decimal point"),
    day_first: t("Day first"),
    month_first: t("Month first"),
    year_first: t("Year first"),
    year: t("Year of a date"),
  })[form];

/** The forms among which a person can choose in place of one. */
export const otherForms = (form: string): readonly string[] =>
  [
    ["comma", "point"],
    ["day_first", "month_first", "year_first"],
  ].find((forms) => forms.includes(form)) ?? [];
