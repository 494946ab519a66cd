/** Codes of VIN characters: digits 0–9, letters A–Z 10–35, then the specials below. */
export const STAR = 36;
export const OTHER = 37;
export const UNDERSCORE = 38;
/** Width of one class map: every code below has a place in it. */
export const CODES = 40;
export const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*?_";

/** A separator that is dropped on reading (space, hyphen, tab). */
const DROPPED = 255;

/** ASCII code → character code; lower case counts as upper. */
export const CODE_OF = new Uint8Array(128).fill(OTHER);
for (let code = 0; code < 36; code++) {
  CODE_OF[ALPHABET.charCodeAt(code)] = code;
  CODE_OF[ALPHABET.charAt(code).toLowerCase().charCodeAt(0)] = code;
}
CODE_OF["*".charCodeAt(0)] = STAR;
for (const separator of " -\t") CODE_OF[separator.charCodeAt(0)] = DROPPED;

/** ASCII byte of each character code; `OTHER` keeps a question mark. */
export const ASCII_OF = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0));

/** The longest VIN that is read; longer input is refused, not cut. */
export const VIN_LENGTH = 17;

/**
 * Reads a VIN into `codes` (at least 17 places): spaces and hyphens dropped, lower case taken.
 * Returns its length, or −1 when more than 17 characters remain.
 */
export function readVin(vin: string, codes: Uint8Array): number {
  let length = 0;
  for (let i = 0; i < vin.length; i++) {
    const unit = vin.charCodeAt(i);
    const code = unit < 128 ? CODE_OF[unit]! : OTHER;
    if (code === DROPPED) continue;
    if (length === VIN_LENGTH) return -1;
    codes[length++] = code;
  }
  return length;
}

/** The VIN as it is decoded: upper case, without spaces and hyphens. Other characters stay as they are. */
export function normaliseVin(vin: string): string {
  return vin.replace(/[ \t-]/g, "").toUpperCase();
}

/** Character codes 0–35 that may stand in a VIN: digits and letters without I, O and Q. */
export function isVinCode(code: number): boolean {
  return code < STAR && code !== 18 && code !== 24 && code !== 26;
}
