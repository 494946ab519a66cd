import { ALPHABET, CODES } from "./characters.ts";

const CYCLE = "ABCDEFGHJKLMNPRSTVWXY123456789";

/** Year of a character in position 10 within 2010–2039; 0 for I, O, Q, U, Z, 0 and what is no letter or digit. */
export const YEAR_OF_CODE = new Uint16Array(CODES);
for (let i = 0; i < CYCLE.length; i++) YEAR_OF_CODE[ALPHABET.indexOf(CYCLE.charAt(i))] = 2010 + i;

/** The standard began with 1981 vehicles, some of 1980 follow it. */
export const FIRST_MODEL_YEAR = 1980;
export const CYCLE_YEARS = 30;

/** The years a position-10 character may mean, later first, none beyond `lastYear`. */
export function yearsOf(character: string, lastYear: number): number[] {
  const place = ALPHABET.indexOf(character.toUpperCase());
  const year = character.length === 1 && place >= 0 ? YEAR_OF_CODE[place]! : 0;
  return year === 0 ? [] : [year, year - CYCLE_YEARS].filter((each) => each <= lastYear);
}
