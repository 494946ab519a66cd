import { ALPHABET, CODES } from "./characters.ts";

const CYCLE = "ABCDEFGHJKLMNPRSTVWXY123456789";

/** Year of a character in position 10 within 2010–2039; 0 for I, O, Q, U, Z, 0 and anything else. */
export const YEAR_OF_CODE = new Uint16Array(CODES);
for (let i = 0; i < CYCLE.length; i++) YEAR_OF_CODE[ALPHABET.indexOf(CYCLE.charAt(i))] = 2010 + i;

/** The standard began with 1981 vehicles; some of 1980 follow it. */
export const FIRST_MODEL_YEAR = 1980;
export const CYCLE_YEARS = 30;
