import { remainderBy97 } from "./check-digits.ts";
import { isCountry } from "./countries.ts";

/** Characters of an IBAN by country, of the IBAN registry of ISO 13616. */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24
  FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21
  LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33
  SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .trim()
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

/** What is wrong with a bank account: its form, the country, the count of characters, the check digits. */
export type IbanFault =
  | { readonly fault: "form" | "country" | "digits" }
  | { readonly fault: "length"; readonly country: string; readonly expected: number; readonly found: number };

/** An IBAN or a BIC without the spaces between its groups, in capitals. */
export const plainAccount = (text: string): string => text.replace(/\s/g, "").toUpperCase();

/** Why a text is no IBAN; undefined if it is one. */
export function ibanFault(text: string): IbanFault | undefined {
  const plain = plainAccount(text);
  if (!/^[A-Z]{2}\d{2}[A-Z\d]+$/.test(plain)) return { fault: "form" };
  const country = plain.slice(0, 2);
  const expected = ibanLengths.get(country);
  if (expected === undefined) return { fault: "country" };
  if (plain.length !== expected) return { fault: "length", country, expected, found: plain.length };
  return remainderBy97(plain.slice(4) + plain.slice(0, 4)) === 1 ? undefined : { fault: "digits" };
}

/** Kosovo has banks, and no code of ISO 3166-1. */
const isBankCountry = (code: string): boolean => code === "XK" || isCountry(code);

/** Whether a text is a BIC of ISO 9362: the bank, a country, the place, and perhaps the branch. */
export const isBic = (text: string): boolean =>
  /^[A-Z\d]{4}[A-Z]{2}[A-Z\d]{2}([A-Z\d]{3})?$/.test(text) && isBankCountry(text.slice(4, 6));
