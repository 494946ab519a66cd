import { day, withinSentence } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { rateWords } from "../../base/typed-numbers.ts";
import type { BillingDetails, Paper, Tax } from "./paper-queries.ts";

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
  return t("VAT {rate}{name}", { rate: rateWords(rate), name });
}

type Check = NonNullable<BillingDetails["tax_id_check"]>;

/** Why a VAT ID counts or does not; undefined if its form alone was checked. */
export function checkText({ state, on, reference, asked_until }: Check): string | undefined {
  const at = on ? day(on) : "";
  switch (state) {
    case "valid":
      return reference
        ? t("Confirmed by VIES on {at}, consultation number {reference}.", { at, reference })
        : t("Confirmed by VIES on {at}.", { at });
    case "invalid":
      return t(
        "Not valid by VIES on {at}: VAT is charged. Correct the VAT ID, or save it again once it is registered.",
        { at },
      );
    case "unconfirmed":
      return asked_until
        ? t("Not confirmed: VIES did not answer on {at}. It is asked again until {until}.", {
            at,
            until: day(asked_until),
          })
        : t("Not confirmed: VIES gave no answer, last asked on {at}. The operator decides.", { at });
    case "accepted":
      return t("Not confirmed by VIES. The operator accepted it on {at}.", { at });
    case "refused":
      return t("Not confirmed by VIES. The operator refused it on {at}: VAT is charged.", { at });
    case "wrong_form":
      return t("The VAT ID has a wrong form or check digits: VAT is charged. Correct the VAT ID.");
    default:
      return undefined;
  }
}

/** Null for an empty text. */
export const orNull = (text: string): string | null => text.trim() || null;

export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
