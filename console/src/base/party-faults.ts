import { ibanFault, isBic } from "../../../src/base/reading/bank-accounts.ts";
import { taxIdFault } from "../../../src/base/reading/tax-ids.ts";
import { countryName } from "./countries.ts";
import { t } from "./language/language.ts";

// The reasons for which buyer and seller details are refused, shown before the form is sent.

/** Returns undefined for a valid IBAN. */
export function ibanRefusal(text: string): string | undefined {
  const found = ibanFault(text);
  switch (found?.fault) {
    case undefined:
      return undefined;
    case "length":
      return t("An IBAN of {country} has {expected} characters, not {found}.", {
        country: countryName(found.country),
        expected: found.expected,
        found: found.found,
      });
    case "country":
      return t("The first two letters name no country with IBANs.");
    case "digits":
      return t("The check digits are wrong: one of the characters is mistyped.");
    default:
      return t("Type the country, two digits and the account, such as {example}.", {
        example: "CZ65 0800 0000 1920 0014 5399",
      });
  }
}

/** Returns undefined for a valid BIC. */
export const bicRefusal = (text: string): string | undefined =>
  isBic(text)
    ? undefined
    : t("A BIC has 8 or 11 letters and digits, of which the fifth and sixth are the country: {example}.", {
        example: "GIBACZPX",
      });

/** Undefined for what can be a tax ID of the country, and without a country. */
export function taxIdRefusal(text: string, country: string): string | undefined {
  const found = country === "" ? undefined : taxIdFault(text, country);
  if (!found) return undefined;
  const name = countryName(country);
  if (found.fault === "digits")
    return t("The check digits are wrong for {country}: one of the characters is mistyped.", {
      country: name,
    });
  return found.example
    ? t("This is no VAT ID of {country}. Type one such as {example}.", {
        country: name,
        example: found.example,
      })
    : t("Type letters and digits only.");
}
