/** What a column is, as far as its words for nothing depend on it. */
export type WordKind = "code" | "text" | "name" | "number";

/** Words for "nothing" by kind, in small letters. Codes have none of letters: NA is Namibia, NULL a plate. */
const signs = ["", "-", "--", "---", "–", "—", ".", "?", "n/a", "#n/a", "#nv", "#n/d", "#null!", "\\n", "\0"];
const texts = [...signs, "null", "nan", "(null)", "undefined"];
const names = [...texts, "none", "unknown", "unbekannt", "inconnu", "desconocido", "不明"];
const numbers = [
  ...names,
  // Databases write such days for none.
  ...["0000-00-00", "0000-00-00 00:00:00", "00/00/0000", "00.00.0000"],
  ...[
    "na",
    "nil",
    "tbd",
    "tba",
    "tmu",
    "nat",
    "unk",
    "k. a.",
    "k.a.",
    "s/o",
    "ukendt",
    "not available",
    "<na>",
  ],
];
const empty: Readonly<Record<WordKind, ReadonlySet<string>>> = {
  code: new Set(signs),
  text: new Set(texts),
  name: new Set(names),
  number: new Set(numbers),
};

const longest = 19;
const asciiMost = 128;
const kindOf = ["code", "text", "name", "number"] as const;

/** Whether a word of a kind begins with a character, by its code: most texts are decided by that alone. */
const begins = Object.fromEntries(
  kindOf.map((kind) => {
    const table = new Uint8Array(asciiMost);
    for (const word of [...empty[kind], " ", "\0", "\t"])
      for (const first of [word.charCodeAt(0), word.toUpperCase().charCodeAt(0)])
        if (first < asciiMost) table[first] = 1;
    return [kind, table];
  }),
) as Readonly<Record<WordKind, Uint8Array>>;

const unseen = /[\0\u00ad\u200b-\u200f\u2060\ufeff]/g;
/** Spreadsheets write errors so, in many languages, and `#` for what is wider than its column. */
const cellError = /^#(?:[\p{Lu}¡\d/_]{1,20}[!?]|#+)$/u;

/** Whether a text is an error that a spreadsheet shows, such as `#REF!`. */
export const isCellError = (text: string): boolean => text.charCodeAt(0) === hash && cellError.test(text);
const hash = 35;

/** Whether a text is a word for "none", as columns of its kind use; texts and names have no errors of spreadsheets. */
export function isEmptyWord(text: string, kind: WordKind): boolean {
  if (text === "") return true;
  const first = text.charCodeAt(0);
  if (first < asciiMost && begins[kind][first] === 0) return false;
  const seen = text.replace(unseen, "").trim();
  if (seen.length <= longest && empty[kind].has(seen.toLowerCase())) return true;
  return (kind === "text" || kind === "name") && isCellError(seen);
}
