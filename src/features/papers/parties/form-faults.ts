import { type IbanFault, ibanFault, isBic } from "../../../base/reading/bank-accounts.ts";
import { taxIdFault } from "../../../base/reading/tax-ids.ts";
import { countryName } from "./countries.ts";

// Why the service refuses what parties print, in words that follow the name of the member.

/** Undefined for what can be a tax ID of the country. */
export function taxIdRefusal(text: string, country: string): string | undefined {
  const found = taxIdFault(text, country);
  if (!found) return undefined;
  if (found.fault === "digits")
    return `is no tax ID of ${countryName(country)}: its check digits do not match. Compare it with the original`;
  return `is no tax ID of ${countryName(country)}${found.example ? `: send one such as ${found.example}` : ""}`;
}

const ibanWords: Readonly<Record<Exclude<IbanFault["fault"], "length">, string>> = {
  form: "is no IBAN: send the two letters of the country, two digits, and the account, such as CZ65 0800 0000 1920 0014 5399",
  country: "is no IBAN: its first two letters name no country with IBANs",
  digits: "is no IBAN: its check digits do not match. Compare it with the bank's",
};

/** Undefined for an IBAN. */
export function ibanRefusal(text: string): string | undefined {
  const found = ibanFault(text);
  if (!found) return undefined;
  if (found.fault !== "length") return ibanWords[found.fault];
  return `is no IBAN: one of ${countryName(found.country)} has ${found.expected} characters without spaces, not ${found.found}`;
}

/** Undefined for a BIC. */
export const bicRefusal = (text: string): string | undefined =>
  isBic(text)
    ? undefined
    : "is no BIC: send 8 or 11 letters and digits, of which the fifth and sixth are the country, such as GIBACZPX";
