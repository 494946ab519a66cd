import { withinSentence } from "../../base/format.ts";
import { locale, t } from "../../base/language/language.ts";
import type { Paper, Tax } from "./paper-queries.ts";

const countries = new Intl.DisplayNames(locale, { type: "region" });

/** Germany; the text itself if it is no code of a country. */
export function countryName(code: string): string {
  try {
    return countries.of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}

export const kindNames: Readonly<Record<Paper["kind"], string>> = {
  invoice: t("Invoice"),
  credit_note: t("Credit note"),
  statement: t("Statement"),
};

const categories: Readonly<Record<Tax["category"], string>> = {
  S: t("Standard rate"),
  Z: t("Zero rate"),
  E: t("Exempt"),
  AE: t("Reverse charge"),
  G: t("Export"),
  O: t("Outside the scope of VAT"),
};

export const categoryOptions = Object.entries(categories).map(
  ([code, name]) => [code, `${code}, ${withinSentence(name)}`] as const,
);

/** VAT 19%; VAT 0%, reverse charge. */
export function taxText({ rate, category }: Tax): string {
  const name = category === "S" ? "" : `, ${withinSentence(categories[category])}`;
  return t("VAT {rate}%{name}", { rate: rate / 100, name });
}

/** A typed percentage in hundredths; undefined if it is none. */
export function typedRate(text: string): number | undefined {
  const [, whole, part = ""] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  const rate = whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return rate !== undefined && rate <= 10_000 ? rate : undefined;
}

/** `CZ, DE` as codes. */
export const typedCountries = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean);

/** Null for an empty text. */
export const orNull = (text: string): string | null => text.trim() || null;

/** The lines of a text. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
