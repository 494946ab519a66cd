import { manner, t, ungrouped } from "./language/language.ts";

/** A typed whole number with or without separators; undefined for an empty text. NaN if it is none. */
export function wholeNumber(typed: string): number | undefined {
  const text = ungrouped(typed.trim());
  if (text === "") return undefined;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** Why a text is no whole number of at least `least`; undefined if it is one, or empty. */
export function wholeFault(typed: string, least = 0): string | undefined {
  const value = wholeNumber(typed);
  if (value === undefined || value >= least) return undefined;
  return least > 0
    ? t("Enter a whole number from {least}.", { least })
    : t("Enter a whole number, for example {example}.", { example: manner.numbers.format(1000) });
}
