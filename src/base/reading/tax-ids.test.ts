import { expect, test } from "bun:test";
import { taxIdFault, unionVatId } from "./tax-ids.ts";

/** Right tax IDs by country, of which another last digit is wrong; all agree with other programs. */
const right: Readonly<Record<string, readonly string[]>> = {
  AT: ["ATU12345675", "ATU13585627"],
  BE: ["BE0123456749", "BE0428759497"],
  CH: ["CHE123456788", "CHE107787577"],
  CZ: ["CZ12345679", "CZ25123891"],
  DE: ["DE123456788", "DE136695976"],
  DK: ["DK12345674", "DK13585628"],
  EE: ["EE123456780", "EE100931558"],
  FI: ["FI12345671", "FI20774740"],
  FR: ["FR32123456789", "FR40303265045"],
  GB: ["GB123456782", "GB980780684"],
  GR: ["EL123456783", "EL094259216"],
  HR: ["HR12345678903", "HR33392005961"],
  HU: ["HU12345676", "HU12892312"],
  IT: ["IT12345670017", "IT00743110157"],
  LU: ["LU12345613", "LU15027442"],
  NL: ["NL123456782B12", "NL004495445B01"],
  NO: ["NO123456785", "NO995525828"],
  PL: ["PL1234567883", "PL8567346215"],
  PT: ["PT123456789", "PT501964843"],
  SI: ["SI12345679", "SI50223054"],
  SK: ["SK2021853504"],
};

test("tax IDs have the form and the check digits of their country", () => {
  const faults = Object.entries(right).flatMap(([country, ids]) => ids.map((id) => taxIdFault(id, country)));
  expect(faults.filter(Boolean)).toEqual([]);
  for (const [country, ids] of Object.entries(right))
    for (const id of ids) {
      const changed = id.replace(/\d(?=(B\d\d)?\D*$)/, (digit) => String((Number(digit) + 1) % 10));
      expect([changed, taxIdFault(changed, country)]).toEqual([changed, { fault: "digits" }]);
    }
  // The branch of a Swedish number is not checked, the number before it is.
  expect(taxIdFault("SE123456789701", "SE")).toBeUndefined();
  expect(taxIdFault("SE123456789801", "SE")).toEqual({ fault: "digits" });
});

test("numbers of other kinds, and of countries that publish no way, are taken by their form", () => {
  for (const [id, country] of [
    ["CZ640903926", "CZ"],
    ["FRK7399859412", "FR"],
    ["GBGD123", "GB"],
    ["ESB12345678", "ES"],
    ["IE1234567T", "IE"],
    ["12-3456789", "US"],
    ["de 123 456 788", "DE"],
    ["CHE-123.456.788 MWST", "CH"],
  ] as const)
    expect([id, taxIdFault(id, country)]).toEqual([id, undefined]);
  expect(taxIdFault("DE12345678", "DE")).toEqual({ fault: "form", example: "DE123456788" });
  expect(taxIdFault("DE123456788", "AT")).toEqual({ fault: "form", example: "ATU12345675" });
  for (const id of ["", "<script>"]) expect([id, taxIdFault(id, "US")]).toEqual([id, { fault: "form" }]);
});

test("the registers of the European Union have the IDs of its members, Greece as EL", () => {
  expect(unionVatId("el 123456783", "GR")).toEqual({ prefix: "EL", number: "123456783" });
  expect(unionVatId("DE-123.456.788", "DE")).toEqual({ prefix: "DE", number: "123456788" });
  expect(["GB", "CH", "NO", "US"].map((country) => unionVatId("GB123456782", country))).toEqual(
    Array(4).fill(undefined),
  );
});

test("a remainder of nothing has the check digit 1 in Czechia", () => {
  expect(taxIdFault("CZ04597711", "CZ")).toBeUndefined();
});
