import { t } from "./language/language.ts";

const words: Readonly<Record<string, string>> = {
  once: t("once"),
  minute: t("minute"),
  hour: t("hour"),
  day: t("day"),
  week: t("week"),
  month: t("month"),
  year: t("year"),
  lifetime: t("lifetime"),
};

/** The service's name of a length of time as a word. */
export const periodWord = (period: string): string => words[period] ?? period;

/** The same as options of a choice. */
export const periodOptions = (...periods: readonly string[]) =>
  periods.map((period) => [period, periodWord(period)] as const);
