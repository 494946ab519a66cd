/** The languages of mails, papers and the console. */
export const languages = ["en", "de", "es"] as const;

export type Language = (typeof languages)[number];

const isLanguage = (word: string | undefined): word is Language =>
  (languages as readonly (string | undefined)[]).includes(word);

/** Longer headers are of no browser. */
const charactersMost = 500;

/** The weight of a range of `Accept-Language`, 0 to 1; 1 without one, and 0 for one that is no number. */
function weightOf(parameters: readonly string[]): number {
  const stated = parameters.map((one) => one.trim()).find((one) => one.startsWith("q="));
  if (stated === undefined) return 1;
  const weight = Number(stated.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
}

/** The language that a value of `Accept-Language` prefers, by weight and then by place; English if it names none of them. */
export function preferredLanguage(header: string | null): Language {
  const ranges = (header ?? "").slice(0, charactersMost).toLowerCase().split(",");
  const found = ranges.flatMap((range) => {
    const [tag = "", ...parameters] = range.split(";");
    const language = tag.trim().split("-")[0];
    const weight = weightOf(parameters);
    return isLanguage(language) && weight > 0 ? [{ language, weight }] : [];
  });
  // The sort is stable: of equal weights the first stays first.
  return found.sort((a, b) => b.weight - a.weight)[0]?.language ?? "en";
}
