import { checkDigits, digitsOf, isLuhn, remainderBy97, weighted } from "../check-digits.ts";
import { taxIdFault } from "../tax-ids.ts";

/** Where e-invoices are sent: an ID in a scheme of the code list Electronic Address Scheme (EAS). */
export interface ElectronicAddress {
  readonly scheme: string;
  readonly id: string;
}

/** The code list Electronic Address Scheme (EAS) of the European Commission. */
const schemes: ReadonlySet<string> = new Set(
  `0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 0191
  0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 0217 0218
  0219 0220 0221 0225 0230 0235 0240 0242 0244 0245 0246 0248 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925
  9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948
  9949 9950 9951 9952 9953 9957 9959 AN AQ AS AU EM`.split(/\s+/),
);

export const isScheme = (code: string): boolean => schemes.has(code);

/** Codes that the list had before, with those that replaced them. */
const replaced: Readonly<Record<string, string>> = {
  9901: "0184",
  9902: "0184",
  9906: "0211",
  9907: "0210",
  9908: "0192",
  9954: "0190",
  9955: "0007",
  9956: "0208",
  9958: "0204",
};

/** The code of what is none of the list: one in small letters, or an earlier one. */
export function schemeMeant(code: string): string | undefined {
  const plain = code.trim().toUpperCase();
  return replaced[plain] ?? (isScheme(plain) ? plain : undefined);
}

/** Codes of the list that Peppol does not transport by, e-mail among them. */
const notInPeppol: ReadonlySet<string> = new Set(
  "0219 0220 0242 0244 0245 0246 0248 AN AQ AS AU EM".split(" "),
);

/** GS1: digits count 3 and 1 by turns, from the right; with the last one they are a multiple of 10. */
const isGs1 = (text: string): boolean =>
  weighted(digitsOf(text), [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0;

/** The first of 11 digits is one above what is weighted. */
const isBusinessNumber = (text: string): boolean =>
  (weighted(digitsOf(text), [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0;

interface Form {
  readonly example: string;
  matches(id: string): boolean;
}

/** Forms of IDs that receivers refuse otherwise. */
const forms: Readonly<Record<string, Form>> = {
  EM: { example: "invoices@example.com", matches: (id) => /^[^\s@]{1,64}@[^\s@.]+\.[^\s@]+$/.test(id) },
  "0007": { example: "5560360793", matches: (id) => /^\d{10}$/.test(id) && isLuhn(id) },
  "0088": { example: "4012345000009", matches: (id) => /^\d{13}$/.test(id) && isGs1(id) },
  "0151": { example: "51824753556", matches: (id) => /^\d{11}$/.test(id) && isBusinessNumber(id) },
  "0184": { example: "DK12345678", matches: (id) => /^(?:DK)?\d{8}$/.test(id) },
  "0192": { example: "974760673", matches: (id) => /^\d{9}$/.test(id) && checkDigits.NO!(id) },
  "0204": {
    example: "04011000-12345-03",
    matches: (id) =>
      /^\d{2,12}(?:-[A-Z\d]{1,30})?-\d\d$/i.test(id) && remainderBy97(id.replaceAll("-", "")) === 1,
  },
  "0208": { example: "0123456749", matches: (id) => /^\d{10}$/.test(id) && checkDigits.BE!(id) },
  "0225": { example: "702042755", matches: (id) => /^\d{9}(?:_\S+)?$/.test(id) },
  "9930": { example: "DE123456788", matches: (id) => id.startsWith("DE") && !taxIdFault(id, "DE") },
};

/** Why an address is none: its scheme is unknown, or the ID is none of the scheme, such as the example is. */
export function addressFault({
  scheme,
  id,
}: ElectronicAddress): { readonly example: string } | "scheme" | undefined {
  if (!isScheme(scheme)) return "scheme";
  const form = forms[scheme];
  return form && !form.matches(id.trim()) ? { example: form.example } : undefined;
}

/** Whether Peppol can transport to an address: by its scheme, and by the form and the check digits of its ID. */
export const isInPeppol = (address: ElectronicAddress): boolean =>
  !notInPeppol.has(address.scheme) && addressFault(address) === undefined;
