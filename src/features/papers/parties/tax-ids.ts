/** Tax IDs of the countries whose form is known, after the country's prefix. */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^ATU\d{8}$/,
  BE: /^BE[01]\d{9}$/,
  BG: /^BG\d{9,10}$/,
  CH: /^CHE\d{9}(MWST|TVA|IVA)?$/,
  CY: /^CY\d{8}[A-Z]$/,
  CZ: /^CZ\d{8,10}$/,
  DE: /^DE\d{9}$/,
  DK: /^DK\d{8}$/,
  EE: /^EE\d{9}$/,
  ES: /^ES[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^FI\d{8}$/,
  FR: /^FR[A-Z\d]{2}\d{9}$/,
  GB: /^GB(\d{9}|\d{12}|(GD|HA)\d{3})$/,
  GR: /^EL\d{9}$/,
  HR: /^HR\d{11}$/,
  HU: /^HU\d{8}$/,
  IE: /^IE\d[A-Z\d+*]\d{5}[A-Z]{1,2}$/,
  IT: /^IT\d{11}$/,
  LT: /^LT(\d{9}|\d{12})$/,
  LU: /^LU\d{8}$/,
  LV: /^LV\d{11}$/,
  MT: /^MT\d{8}$/,
  NL: /^NL[A-Z\d+*]{10}\d{2}$/,
  NO: /^(NO)?\d{9}(MVA)?$/,
  PL: /^PL\d{10}$/,
  PT: /^PT\d{9}$/,
  RO: /^RO\d{2,10}$/,
  SE: /^SE\d{12}$/,
  SI: /^SI\d{8}$/,
  SK: /^SK\d{10}$/,
};

/** Whether a text has the form of a tax ID of a country. Its register is not asked. */
export function isTaxId(text: string, countryCode: string): boolean {
  const plain = text.replace(/[ .\-/]/g, "").toUpperCase();
  const form = forms[countryCode] ?? /^[A-Z\d]{2,30}$/;
  return form.test(plain);
}
