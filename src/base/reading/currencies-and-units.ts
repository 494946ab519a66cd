/** What stands after a number: a currency by ISO 4217, `?` for a sign of several, or a unit; `zeros` of a word such as `k`. */
export interface Units {
  readonly currency: string;
  readonly unit: "" | "mi" | "km";
  readonly zeros: number;
}

const currencySigns: Readonly<Record<string, string>> = {
  $: "USD",
  US$: "USD",
  C$: "CAD",
  CA$: "CAD",
  A$: "AUD",
  AU$: "AUD",
  NZ$: "NZD",
  HK$: "HKD",
  NT$: "TWD",
  S$: "SGD",
  MX$: "MXN",
  R$: "BRL",
  "€": "EUR",
  euro: "EUR",
  euros: "EUR",
  "£": "GBP",
  "₹": "INR",
  rs: "INR",
  "rs.": "INR",
  "₽": "RUB",
  "руб.": "RUB",
  руб: "RUB",
  "₺": "TRY",
  tl: "TRY",
  "₩": "KRW",
  원: "KRW",
  "₪": "ILS",
  "₴": "UAH",
  "грн.": "UAH",
  грн: "UAH",
  "₫": "VND",
  "฿": "THB",
  zł: "PLN",
  kč: "CZK",
  ft: "HUF",
  lei: "RON",
  円: "JPY",
  元: "CNY",
  "fr.": "CHF",
  "sfr.": "CHF",
  kr: "?",
  "kr.": "?",
  "¥": "?",
  pesos: "?",
};
const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** The currency of a sign, a word or a code; undefined if it is none. */
export function currencyOf(sign: string): string | undefined {
  const word = sign.trim();
  if (word === "") return "";
  const upper = word.toUpperCase();
  const code = currencySigns[word] ?? currencySigns[upper] ?? currencySigns[word.toLowerCase()];
  return code ?? (codes.has(upper) ? upper : undefined);
}

const wordsOf = (unit: "mi" | "km", words: string) => words.split(" ").map((word) => [word, unit] as const);
const units: ReadonlyMap<string, "mi" | "km"> = new Map([
  ...wordsOf("mi", "mi mi. mile miles mls meile meilen milla millas miglia milhas миль"),
  ...wordsOf(
    "km",
    "km km. kms kms. kilometer kilometers kilometre kilometres kilómetro kilómetros kilometros",
  ),
  ...wordsOf(
    "km",
    "quilômetros quilometros chilometri kilometrów км км. 公里 キロ キロメートル 킬로미터 กม. كم",
  ),
]);

/** The zeros of words after a number. Those of `mil` and `t` alone are not known: Swedish miles, and tons. */
const zerosOf: readonly (readonly [word: string, zeros: number, alone: boolean])[] = [
  ["million", 6, true],
  ["crores", 7, true],
  ["crore", 7, true],
  ["lakhs", 5, true],
  ["lakh", 5, true],
  ["lacs", 5, true],
  ["lac", 5, true],
  ["tsd.", 3, true],
  ["tsd", 3, true],
  ["тыс.", 3, true],
  ["тыс", 3, true],
  ["mio.", 6, true],
  ["mio", 6, true],
  ["млн", 6, true],
  ["mil", 3, false],
  ["k", 3, true],
  ["t", 3, false],
  ["万", 4, true],
  ["萬", 4, true],
  ["만", 4, true],
];

/** What a text after a number is; undefined if it is neither a currency nor a unit. */
export function unitsIn(after: string): Units | undefined {
  const text = after.trim();
  const word = text.toLowerCase();
  const unit = units.get(word);
  if (unit !== undefined) return { currency: "", unit, zeros: 0 };
  const currency = currencyOf(text);
  if (currency !== undefined) return { currency, unit: "", zeros: 0 };
  const found = zerosOf.find(([name]) => word.startsWith(name));
  if (!found) return undefined;
  const [name, zeros, alone] = found;
  const left = text.slice(name.length).trim();
  const rest = left === "" && !alone ? undefined : unitsIn(left);
  return rest && rest.zeros === 0 ? { ...rest, zeros } : undefined;
}

/** Words that do not change an amount: about, a basis for negotiation, a fixed price. */
const remarks: ReadonlySet<string> = new Set(
  "~ ca circa approx about env etwa rund vb vhb fp obo ono firm negotiable actual".split(" "),
);
const wordEnd = /[.,]$/;

export function withoutRemarks(text: string): string {
  if (text === "") return "";
  const words = text.replace("~", "~ ").trim().split(" ");
  return words.filter((word) => !remarks.has(word.toLowerCase().replace(wordEnd, ""))).join(" ");
}
