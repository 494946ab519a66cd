import { expect, test } from "bun:test";
import { ibanFault, isBic } from "./bank-accounts.ts";
import { countryCodes, isCountry } from "./countries.ts";

/** Examples of the IBAN registry. */
const ibans = [
  "AT61 1904 3002 3457 3201",
  "BE68 5390 0754 7034",
  "CH93 0076 2011 6238 5295 7",
  "CZ65 0800 0000 1920 0014 5399",
  "DE89 3704 0044 0532 0130 00",
  "ES91 2100 0418 4502 0005 1332",
  "FR14 2004 1010 0505 0001 3M02 606",
  "GB29 NWBK 6016 1331 9268 19",
  "LC55 HEMM 0001 0001 0012 0012 0002 3015",
  "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
  "NL91 ABNA 0417 1643 00",
  "NO93 8601 1117 947",
  "PL61 1090 1014 0000 0712 1981 2874",
  "XK05 1212 0123 4567 8906",
];

test("an IBAN has the length of its country and right check digits", () => {
  expect(ibans.map(ibanFault)).toEqual(ibans.map(() => undefined));
  expect(ibanFault("cz6508000000192000145399")).toBeUndefined();
  // Two digits that changed places, one digit less, and another digit.
  expect(ibanFault("CZ65 0800 0000 1920 0014 5939")).toEqual({ fault: "digits" });
  expect(ibanFault("CZ65 0800 0000 1920 0014 539")).toEqual({
    fault: "length",
    country: "CZ",
    expected: 24,
    found: 23,
  });
  for (const iban of ibans) {
    const changed = iban.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
    expect([changed, ibanFault(changed)]).toEqual([changed, { fault: "digits" }]);
  }
  expect(["", "none", "12CZ", "US64 SVBK US6S 3300 9586 73"].map((text) => ibanFault(text)?.fault)).toEqual([
    "form",
    "form",
    "form",
    "country",
  ]);
});

test("a BIC names a bank, a country and a place", () => {
  for (const bic of ["GIBACZPX", "DEUTDEFF500", "NCBVXKPR"]) expect([bic, isBic(bic)]).toEqual([bic, true]);
  for (const bic of ["GIBACZP", "GIBAZZPX", "DEUTDEFF5", "gibaczpx", "GIBA1ZPX"])
    expect([bic, isBic(bic)]).toEqual([bic, false]);
});

test("a country is a code of ISO 3166-1", () => {
  expect([countryCodes.length, new Set(countryCodes).size]).toEqual([249, 249]);
  expect(["DE", "GB", "EL", "UK", "de", "Germany", "XK"].filter(isCountry)).toEqual(["DE", "GB"]);
});
