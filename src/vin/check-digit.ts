import { DIGIT_VALUES, DIGIT_WEIGHTS, digitOfSum } from "../base/reading/vin-digit.ts";
import { ALPHABET, CODE_OF, CODES, isVinCode, normaliseVin, OTHER, STAR, VIN_LENGTH } from "./characters.ts";

const YEAR_CODES = "ABCDEFGHJKLMNPRSTVWXY123456789";

const VALUES = new Uint8Array(CODES);
for (const [character, value] of DIGIT_VALUES) VALUES[CODE_OF[character.charCodeAt(0)]!] = value;

/**
 * Who may have letters late in the VIN: light vehicles none from position 13, others from 14, small makers
 * from 15.
 */
export type SerialRule = 0 | 1 | 2;
const DIGITS_FROM = [13, 14, 15];

const SUM_MASK = 0xfff;
/** Flags, one for each rule: an invalid character; a sum that cannot be formed. */
export const INVALID = 12;
export const INVALID_NINTH = 1 << 15;
export const UNSUMMED = 16;
export const sumOf = (total: number): number => total & SUM_MASK;

/** One number for each position and character: its product, and its flags under each rule. */
export const PRODUCTS = new Uint32Array(VIN_LENGTH * 64);
for (let i = 0; i < VIN_LENGTH; i++) {
  for (let code = 0; code < CODES; code++) {
    const digit = code < 10;
    let entry = VALUES[code]! * DIGIT_WEIGHTS[i]!;
    for (const rule of [0, 1, 2]) {
      const needsDigit = i + 1 >= DIGITS_FROM[rule]!;
      const year = YEAR_CODES.includes(ALPHABET.charAt(code));
      const allowed = needsDigit ? digit : isVinCode(code);
      // A star stands for any character, but vPIC requires a year at position 10.
      const invalid = i === 8 ? false : i === 9 ? !year : !(allowed || code === STAR);
      const summed = i === 9 ? year : allowed;
      if (invalid) entry |= 1 << (INVALID + rule);
      if (!summed) entry |= 1 << (UNSUMMED + rule);
    }
    if (i === 8 && !(digit || code === STAR || ALPHABET[code] === "X")) entry |= INVALID_NINTH;
    PRODUCTS[i * 64 + code] = entry;
  }
}

/** The check digit of a sum of products: a digit, or X for 10. */
export const digitOf = digitOfSum;

/** The check digit that a 17-character VIN should have, or `""` if its characters have no sum. */
export function checkDigit(vin: string): string {
  const characters = normaliseVin(vin);
  if (characters.length !== VIN_LENGTH) return "";
  let sum = 0;
  for (let i = 0; i < VIN_LENGTH; i++) {
    const unit = characters.charCodeAt(i);
    const code = unit < 128 ? CODE_OF[unit]! : OTHER;
    if (i !== 8 && !isVinCode(code)) return "";
    sum += PRODUCTS[i * 64 + code]! & SUM_MASK;
  }
  return digitOf(sum);
}

/**
 * Whether a VIN of 17 characters has another character in position 9 than its check digit, or letters where no maker
 * may have them, which count as a wrong one. A star, which stands for an unknown character, is not wrong, and neither are
 * characters without a sum.
 */
export function hasWrongCheckDigit(vin: string): boolean {
  const expected = checkDigit(vin);
  const characters = normaliseVin(vin);
  const ninth = characters.charAt(8);
  if (expected === "" || ninth === "*") return false;
  const small = characters.charAt(2) === "9";
  return ninth !== expected || /[A-Z]/.test(characters.slice(DIGITS_FROM[small ? 2 : 1]! - 1));
}
