import { countryCodes } from "../../../src/base/reading/countries.ts";
import { locale } from "./language/language.ts";

const own = new Intl.DisplayNames(locale, { type: "region" });
const english = new Intl.DisplayNames("en", { type: "region" });

/** Germany; the text itself if it is no code of a country. */
export function countryName(code: string): string {
  try {
    return own.of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}

export interface Country {
  readonly code: string;
  /** In the language of the page. */
  readonly name: string;
}

/** As typed names are compared: without accents, in small letters. */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll("&", "and")
    .toLowerCase()
    .trim();

/** All countries, in the order of their names. */
export const countries: readonly Country[] = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, locale));

const searched = countries.map((country) => {
  const names = [plain(country.name), plain(english.of(country.code) ?? "")];
  return { country, names, code: country.code.toLowerCase() };
});

/** The country with this name, in the page's language or in English; undefined if there is none. */
export function countryNamed(text: string): Country | undefined {
  const name = plain(text);
  return searched.find(({ names }) => names.includes(name))?.country;
}

/** The countries that a typed text can mean: names that begin with it, then the code, then names that contain it. */
export function countriesLike(text: string): readonly Country[] {
  const part = plain(text);
  if (part === "") return countries;
  const rank = ({ names, code }: (typeof searched)[number]) =>
    names.some((name) => name.startsWith(part)) ? 0 : code === part ? 1 : 2;
  return searched
    .filter(({ names, code }) => code === part || names.some((name) => name.includes(part)))
    .sort((a, b) => rank(a) - rank(b))
    .map(({ country }) => country);
}
