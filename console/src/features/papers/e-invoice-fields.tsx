import {
  addressFault,
  type ElectronicAddress,
} from "../../../../src/base/reading/e-invoices/electronic-addresses.ts";
import { t } from "../../base/language/language.ts";
import { CheckedField } from "../../parts/checked-field.tsx";
import { Select } from "../../parts/field.tsx";
import type { Declared } from "../../parts/fields.tsx";

/** The schemes that are used most. The API takes all of the code list EAS. */
const usualSchemes = [
  ["EM", t("Email (EM)")],
  ["9930", t("German VAT ID (9930)")],
  ["0204", t("Leitweg-ID (0204)")],
  ["9914", t("Austrian VAT ID (9914)")],
  ["0208", t("Belgian enterprise number (0208)")],
  ["9925", t("Belgian VAT ID (9925)")],
  ["0184", t("Danish CVR number (0184)")],
  ["0106", t("Dutch KvK number (0106)")],
  ["0225", t("French address by SIREN (0225)")],
  ["0192", t("Norwegian organization number (0192)")],
  ["0007", t("Swedish organization number (0007)")],
  ["0088", t("GLN (0088)")],
] as const;

/** The scheme by which businesses of a country are usually reached. */
const schemeOf: Readonly<Record<string, string>> = {
  AT: "9914",
  BE: "0208",
  DE: "9930",
  DK: "0184",
  FR: "0225",
  NL: "0106",
  NO: "0192",
  SE: "0007",
};

const countries = new Set(
  "AT AU BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT JP LI LT LU LV MT MY NL NO NZ PL PT RO SE SG SI SK".split(
    " ",
  ),
);

/** Whether buyers of a country receive e-invoices by EN 16931 or in Peppol. */
export const receivesData = (country: string): boolean => countries.has(country);

/** DE123456788, German VAT ID (9930). */
export const addressText = ({ scheme, id }: ElectronicAddress): string =>
  `${id}, ${usualSchemes.find(([code]) => code === scheme)?.[1] ?? scheme}`;

/** Undefined for an address that can be one. */
function refusal(address: ElectronicAddress): string | undefined {
  const fault = addressFault(address);
  return typeof fault === "object"
    ? t("This is no ID of this kind. Type one such as {example}.", { example: fault.example })
    : undefined;
}

interface AddressSpec {
  readonly initial: ElectronicAddress | null | undefined;
  /** Decides the kind until one is chosen. */
  readonly country: string;
  readonly hint: string;
  readonly shown?: boolean;
}

/** An ID with its scheme; null without an ID. The scheme is empty until it is chosen. */
export function addressField({
  initial,
  country,
  hint,
  shown,
}: AddressSpec): Declared<ElectronicAddress, ElectronicAddress | null> {
  const usual = schemeOf[country] ?? "EM";
  const whole = ({ scheme, id }: ElectronicAddress) => ({ scheme: scheme || usual, id: id.trim() });
  const isOther = initial && !usualSchemes.some(([code]) => code === initial.scheme);
  return {
    initial: { scheme: initial?.scheme ?? "", id: initial?.id ?? "" },
    shown,
    read: (typed) => (typed.id.trim() ? whole(typed) : null),
    blocks: (typed) => typed.id.trim() !== "" && refusal(whole(typed)) !== undefined,
    draw: ({ name, value, change }, problem) => (
      <div className="row2">
        <Select
          label={t("Kind of electronic address")}
          options={[...usualSchemes, ...(isOther ? [initial.scheme] : [])]}
          value={value.scheme || usual}
          fault={problem?.faultOf("electronic_address.scheme")}
          change={(scheme) => change({ ...value, scheme })}
        />
        <CheckedField
          label={t("Electronic address")}
          name={name}
          dir="auto"
          maxLength={100}
          hint={hint}
          value={value.id}
          fault={problem?.faultOf("electronic_address.id") ?? problem?.faultOf("electronic_address")}
          check={(id) => refusal(whole({ ...value, id }))}
          change={(id) => change({ ...value, id })}
        />
      </div>
    ),
  };
}
