/** The legal forms of companies: they make no two names alike. */
const forms = new Set(
  `AB AG ANS APS AS ASA BV CO CORP CORPORATION CV EG EK EV EU GBR GESMBH GMBH INC KFT KG KGAA LDA LIMITED LLC LLP LTD
  MBH NV OG OHG OU OY PLC PTY SA SARL SAS SE SL SLU SNC SP SPA SRL SRO SPOL UG ZOO UND AND THE MR MRS HERR FRAU`.split(
    /\s+/,
  ),
);

/** The words of a name without marks, legal forms and single letters. */
export const nameWords = (name: string): readonly string[] => [
  ...new Set(
    name
      .slice(0, 200)
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .replaceAll("ß", "ss")
      .toUpperCase()
      .replace(/\b(\p{L})\.\s?(?=\p{L}\b)/gu, "$1")
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1 && !forms.has(word)),
  ),
];

const tellingCharacters = 4;

/** Whether one name has all words of the other, and one that is not a legal form. */
export function areNamesAlike(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.some((word) => word.length >= tellingCharacters) && short.every((word) => long.includes(word));
}
