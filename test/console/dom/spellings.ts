/** The value of a text in a field of euros: its amount in cents, or the fault that the field shows. */
export type Spelled = number | `type ${number}` | "groups" | "decimals" | "number" | "size";

/** Amounts as people type them, with what each is in English, and in German and Spanish. */
export const spellings: readonly (readonly [text: string, point: Spelled, comma: Spelled])[] = [
  ["59.90", 5990, "type 5990"],
  ["59,90", "type 5990", 5990],
  ["30,00", "type 3000", 3000],
  ["30.00", 3000, "type 3000"],
  ["1,000", 100_000, "decimals"],
  ["1.000", "decimals", 100_000],
  ["1 000", 100_000, 100_000],
  ["1\u00a0000", 100_000, 100_000],
  ["1\u2009000", 100_000, 100_000],
  ["1\u202f000,50", "type 100050", 100_050],
  ["1 000.50", 100_050, "type 100050"],
  ["1,00.50", "groups", "groups"],
  ["1.00,50", "groups", "groups"],
  ["1,000.00", 100_000, "type 100000"],
  ["1.000,00", "type 100000", 100_000],
  ["1,0000", "groups", "decimals"],
  ["10,00,000", "groups", "groups"],
  ["1,000 000", "groups", "groups"],
  ["1000", 100_000, 100_000],
  ["1000,00", "type 100000", 100_000],
  ["1000.00", 100_000, "type 100000"],
  ["12,5", "type 1250", "type 1250"],
  ["12.5", "type 1250", "type 1250"],
  ["1.0", "type 100", "type 100"],
  ["5.999", "decimals", 599_900],
  ["5,999", 599_900, "decimals"],
  ["0,001", "groups", "decimals"],
  ["0.07", 7, "type 7"],
  ["5.", "decimals", "groups"],
  [".5", "groups", "groups"],
  ["007", "groups", "groups"],
  ["-5", "number", "number"],
  ["+5", "number", "number"],
  ["1e3", "number", "number"],
  ["0x10", "number", "number"],
  ["€59.90", "type 5990", "type 5990"],
  ["59,90 EUR", "type 5990", "type 5990"],
  ["1'000", "number", "number"],
  ["five", "number", "number"],
  ["99999999999999999", "size", "size"],
];

interface Words {
  readonly price: (minor: number) => string;
  readonly amount: (minor: number) => string;
  readonly reads: string;
  readonly type: string;
  readonly groups: string;
  readonly decimals: string;
  readonly number: string;
  readonly size: string;
}

const written = (locale: string, style: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, ...style });
  return (minor: number) => format.format(minor / 100);
};
const inLocale = (locale: string) => ({
  price: written(locale, { style: "currency", currency: "EUR" }),
  amount: written(locale, {}),
});

/** The faults that fields show in each language, by the words of `Spelled`. */
const said: Readonly<Record<"en" | "de" | "es", Words>> = {
  en: {
    ...inLocale("en-US"),
    reads: "Reads as _.",
    type: "Type _.",
    groups: "A group has 3 digits, for example 15,000.00.",
    decimals: "EUR has 2 digits after the decimal sign, for example 59.90.",
    number: "Enter an amount, for example 99.00.",
    size: "At most 90,071,992,547,409.91.",
  },
  de: {
    ...inLocale("de"),
    reads: "Gelesen als _.",
    type: "Geben Sie _ ein.",
    groups: "Eine Gruppe hat 3 Ziffern, zum Beispiel 15.000,00.",
    decimals: "EUR hat 2 Nachkommastellen, zum Beispiel 59,90.",
    number: "Geben Sie einen Betrag ein, zum Beispiel 99,00.",
    size: "Höchstens 90.071.992.547.409,91.",
  },
  es: {
    ...inLocale("es"),
    reads: "Se lee como _.",
    type: "Escriba _.",
    groups: "Un grupo tiene 3 dígitos, por ejemplo 15.000,00.",
    decimals: "EUR tiene 2 decimales, por ejemplo 59,90.",
    number: "Introduzca un importe, por ejemplo 99,00.",
    size: "Como máximo 90.071.992.547.409,91.",
  },
};

/** The sentence below a field for what a text is. */
export function sentenceOf(spelled: Spelled, language: keyof typeof said): string {
  const { price, amount, ...words } = said[language];
  if (typeof spelled === "number") return words.reads.replace("_", price(spelled));
  if (spelled.startsWith("type ")) return words.type.replace("_", amount(Number(spelled.slice(5))));
  return words[spelled as "groups" | "decimals" | "number" | "size"];
}
