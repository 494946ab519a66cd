import { checkDigits } from "./check-digits.ts";

interface TaxIdForm {
  readonly pattern: RegExp;
  /** As its author would write one. */
  readonly example: string;
}

/** Tax IDs of the countries whose form is known, with the country's prefix. */
const forms: Readonly<Record<string, TaxIdForm>> = {
  AT: { pattern: /^ATU\d{8}$/, example: "ATU12345675" },
  BE: { pattern: /^BE[01]\d{9}$/, example: "BE0123456749" },
  BG: { pattern: /^BG\d{9,10}$/, example: "BG123456786" },
  CH: { pattern: /^CHE\d{9}(MWST|TVA|IVA)?$/, example: "CHE-123.456.788 MWST" },
  CY: { pattern: /^CY\d{8}[A-Z]$/, example: "CY12345678F" },
  CZ: { pattern: /^CZ\d{8,10}$/, example: "CZ12345679" },
  DE: { pattern: /^DE\d{9}$/, example: "DE123456788" },
  DK: { pattern: /^DK\d{8}$/, example: "DK12345674" },
  EE: { pattern: /^EE\d{9}$/, example: "EE123456780" },
  ES: { pattern: /^ES[A-Z\d]\d{7}[A-Z\d]$/, example: "ESB12345674" },
  FI: { pattern: /^FI\d{8}$/, example: "FI12345671" },
  FR: { pattern: /^FR[A-Z\d]{2}\d{9}$/, example: "FR32123456789" },
  GB: { pattern: /^GB(\d{9}|\d{12}|(GD|HA)\d{3})$/, example: "GB123456782" },
  GR: { pattern: /^EL\d{9}$/, example: "EL123456783" },
  HR: { pattern: /^HR\d{11}$/, example: "HR12345678903" },
  HU: { pattern: /^HU\d{8}$/, example: "HU12345676" },
  IE: { pattern: /^IE\d[A-Z\d+*]\d{5}[A-Z]{1,2}$/, example: "IE1234567T" },
  IT: { pattern: /^IT\d{11}$/, example: "IT12345670017" },
  LT: { pattern: /^LT(\d{9}|\d{12})$/, example: "LT123456715" },
  LU: { pattern: /^LU\d{8}$/, example: "LU12345613" },
  LV: { pattern: /^LV\d{11}$/, example: "LV40003032949" },
  MT: { pattern: /^MT\d{8}$/, example: "MT12345634" },
  NL: { pattern: /^NL[A-Z\d+*]{10}\d{2}$/, example: "NL123456782B12" },
  NO: { pattern: /^(NO)?\d{9}(MVA)?$/, example: "NO123456785MVA" },
  PL: { pattern: /^PL\d{10}$/, example: "PL1234567883" },
  PT: { pattern: /^PT\d{9}$/, example: "PT123456789" },
  RO: { pattern: /^RO\d{2,10}$/, example: "RO1234567897" },
  SE: { pattern: /^SE\d{12}$/, example: "SE123456789701" },
  SI: { pattern: /^SI\d{8}$/, example: "SI12345679" },
  SK: { pattern: /^SK\d{10}$/, example: "SK2021853504" },
};

/** The members of the European Union, whose VAT IDs its registers confirm. */
const union: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
);

/** What is wrong with a tax ID: its form, of which `example` is one, or its check digits. */
export interface TaxIdFault {
  readonly fault: "form" | "digits";
  readonly example?: string;
}

const otherwise = /^[A-Z\d]{2,30}$/;

/** Without spaces and signs, in capitals. */
export const plainTaxId = (text: string): string => text.replace(/[ .\-/]/g, "").toUpperCase();

/**
 * Why a text is no tax ID of a country; undefined if it can be one. Check digits are compared where the country has
 * published how they are made. No register is queried.
 */
export function taxIdFault(text: string, country: string): TaxIdFault | undefined {
  const plain = plainTaxId(text);
  const form = forms[country];
  if (!(form?.pattern ?? otherwise).test(plain))
    return { fault: "form", ...(form && { example: form.example }) };
  const isRight = checkDigits[country]?.(plain.replace(/^[A-Z]{2}/, "")) ?? true;
  return isRight ? undefined : { fault: "digits" };
}

/** A VAT ID of the European Union in the form that its registers take; undefined for other tax IDs. */
export function unionVatId(
  text: string,
  country: string,
): { readonly prefix: string; readonly number: string } | undefined {
  if (!union.has(country)) return undefined;
  const plain = plainTaxId(text);
  return { prefix: plain.slice(0, 2), number: plain.slice(2) };
}
