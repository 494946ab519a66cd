import { ALPHABET, isVinCode } from "../characters.ts";
import { BAR, parseKey } from "../key-pattern.ts";
import { CYCLE_YEARS, YEAR_OF_CODE } from "../model-year.ts";

const letters = 10;

/** The code of position 10 for a model year; both cycles share it. */
function yearCharacter(year: number): string {
  for (let code = 0; code < ALPHABET.length; code++) {
    const coded = YEAR_OF_CODE[code] ?? 0;
    if (coded !== 0 && (coded - year) % CYCLE_YEARS === 0) return ALPHABET.charAt(code);
  }
  return "*";
}

/** The three or six characters of a manufacturer code, from its number. */
function wmiText(key: number): string {
  return key
    .toString(36)
    .toUpperCase()
    .padStart(key >= 36 ** 3 ? 6 : 3, "0");
}

/**
 * VINs of 17 characters that match a pattern's key, with `*` where the key names nothing: one with the first
 * character of each position, and one for each other character of a position. What they all decode to depends
 * on no choice. The seventh character of light vehicles decides the cycle of the year: a digit until 2009, a
 * letter from 2010.
 */
export function partialVinsOf(wmiKey: number, key: string, year: number, light: boolean): string[] {
  const wmi = wmiText(wmiKey);
  const vin = new Array<string>(17).fill("*");
  for (let i = 0; i < 3; i++) vin[i] = wmi[i]!;
  for (let i = 3; i < wmi.length; i++) vin[i + 8] = wmi[i]!;
  vin[9] = yearCharacter(year);
  const others: { readonly place: number; readonly character: string }[] = [];
  parseKey(key).forEach((position, index) => {
    // The bar is at the check digit's position.
    const place = index + 3;
    if (index === BAR || position.free || place > 16 || vin[place] !== "*") return;
    const fits = Array.from(position.matches.keys()).filter(
      (code) => position.matches[code] === 1 && isVinCode(code),
    );
    const cycle = fits.filter((code) => code >= letters === year >= 2010);
    const [chosen, ...rest] = light && place === 6 && cycle.length > 0 ? cycle : fits;
    if (chosen !== undefined) vin[place] = ALPHABET.charAt(chosen);
    for (const code of rest) others.push({ place, character: ALPHABET.charAt(code) });
  });
  if (light && vin[6] === "*") vin[6] = year >= 2010 ? "*" : "0";
  return [vin.join(""), ...others.map(({ place, character }) => vin.with(place, character).join(""))];
}
