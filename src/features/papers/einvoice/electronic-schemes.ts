/** The code list Electronic Address Scheme (EAS) of the European Commission. */
const schemes: ReadonlySet<string> = new Set(
  `0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 0191
  0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 0217 0218
  0219 0220 0221 0225 0230 0235 0240 0242 0244 0245 0246 0248 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925
  9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948
  9949 9950 9951 9952 9953 9957 9959 AN AQ AS AU EM`.split(/\s+/),
);

/** Those that Peppol does not transport by, e-mail among them. */
const notInPeppol: ReadonlySet<string> = new Set(
  "0219 0220 0242 0244 0245 0246 0248 AN AQ AS AU EM".split(" "),
);

export interface ElectronicAddress {
  readonly scheme: string;
  readonly id: string;
}

/** Whether a code is in the list. */
export const isScheme = (code: string): boolean => schemes.has(code);

/** The sum of an ID's digits, each times the weight of its place. */
const weighted = (id: string, weightOf: (place: number) => number): number =>
  [...id].reduce((sum, digit, place) => sum + Number(digit) * weightOf(place), 0);

/** The check digit of Luhn: of what is doubled, both digits count. */
const luhn = (id: string): boolean =>
  [...id].reduceRight((sum, digit, place) => {
    const value = Number(digit) * ((id.length - place) % 2 === 0 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) %
    10 ===
  0;

const norwegian = [3, 2, 7, 6, 5, 4, 3, 2, 1];
const australian = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** IDs whose form and check digits Peppol compares, by scheme. */
const ids: Readonly<Record<string, (id: string) => boolean>> = {
  "0007": (id) => /^\d{10}$/.test(id) && luhn(id),
  "0088": (id) => /^\d+$/.test(id) && weighted(id, (place) => ((id.length - place) % 2 ? 1 : 3)) % 10 === 0,
  "0151": (id) =>
    /^\d{11}$/.test(id) && (weighted(id, (place) => australian[place]!) - australian[0]!) % 89 === 0,
  "0184": (id) => /^(DK)?\d{8}$/.test(id),
  "0192": (id) => /^\d{9}$/.test(id) && weighted(id, (place) => norwegian[place]!) % 11 === 0,
  "0208": (id) => /^\d{10}$/.test(id) && 97 - (Number(id.slice(0, 8)) % 97) === Number(id.slice(8)),
};

/** Whether Peppol can transport to an address. */
export const isInPeppol = ({ scheme, id }: ElectronicAddress): boolean =>
  !notInPeppol.has(scheme) && (ids[scheme]?.(id) ?? true);
