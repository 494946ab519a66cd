import type { Paper, Tax } from "./paper-queries.ts";

const countries = new Intl.DisplayNames("en", { type: "region" });

/** Germany; the text itself if it is no code of a country. */
export function countryName(code: string): string {
  try {
    return countries.of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}

export const kindNames: Readonly<Record<Paper["kind"], string>> = {
  invoice: "Invoice",
  credit_note: "Credit note",
  statement: "Statement",
};

const categories: Readonly<Record<Tax["category"], string>> = {
  S: "Standard rate",
  Z: "Zero rate",
  E: "Exempt",
  AE: "Reverse charge",
  G: "Export",
  O: "Outside the scope of VAT",
};

const lowered = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

export const categoryOptions = Object.entries(categories).map(
  ([code, name]) => [code, `${code}, ${lowered(name)}`] as const,
);

/** VAT 19%; VAT 0%, reverse charge. */
export function taxText({ rate, category }: Tax): string {
  const name = category === "S" ? "" : `, ${lowered(categories[category])}`;
  return `VAT ${rate / 100}%${name}`;
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
