import { hasRightDigit } from "./vin-digit.ts";

/**
 * What a written VIN needed to be read, apart from spaces, hyphens and lower case: `around` (a scanner's stars, or quotes),
 * `leading_i` (the I before an imported vehicle's VIN in Code 39), `alphabet`
 * (characters of full width, or Cyrillic and Greek ones that look the same), `o`, `i` and `q` (letters that no VIN has,
 * for 0, 1, and 0 or 9).
 */
export type VinRepair = "around" | "leading_i" | "alphabet" | "o" | "i" | "q";

/** A VIN as it was meant: 17 capitals and digits without I, O and Q. */
export interface ReadVin {
  readonly vin: string;
  /** In the order of `repairsInWords`; empty if it was written as a VIN. */
  readonly repairs: readonly VinRepair[];
}

/** Each repair in words, as the rest of a sentence about the VIN that was sent. */
export const repairsInWords: Readonly<Record<VinRepair, string>> = {
  around: "stars or quotes around it were left out",
  leading_i: "the I before it, which scanners read from labels of imported vehicles, was left out",
  alphabet: "letters of another alphabet that look the same were read as Latin ones",
  o: "the letter O was read as 0",
  i: "the letter I was read as 1",
  q: "the letter Q was read as the digit that makes the check digit right",
};

export const vinLength = 17;
/** Longer texts are not read, spaces apart: a VIN with a separator around each character has 35. */
const textMax = 80;
const plain = /^[A-HJ-NPR-Z0-9]{17}$/;
const separator = /[\s\p{Pd}\p{Cf}\u2212.·•・]/u;
const edge = /[*＊"'`´‘’“”„«»‹›()[\]{}<>,;:]/;

/** Cyrillic and Greek capitals with the glyph of a Latin one; lower-case Cyrillic letters are compared as capitals. */
const sameGlyphs = new Map(
  ["АA", "ВB", "ЕE", "КK", "МM", "НH", "ОO", "РP", "СC", "ТT", "УY", "ХX", "ІI", "ЈJ", "ЅS"]
    .concat(["ΑA", "ΒB", "ΕE", "ΖZ", "ΗH", "ΚK", "ΜM", "ΝN", "ΤT", "ΥY", "ΧX", "ΡP", "ΟO", "ΙI"])
    .map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
);
const greekSmall = /[α-ω]/;
const fullWidth = 0xfee0;

/** The Latin capital or digit of a character, in whichever of these alphabets; undefined for any other character. */
export function vinCharacter(character: string): string | undefined {
  if (/^[A-Za-z0-9]$/.test(character)) return character.toUpperCase();
  const code = character.charCodeAt(0);
  if (code >= 0xff10 && code <= 0xff5a) return vinCharacter(String.fromCharCode(code - fullWidth));
  return greekSmall.test(character) ? undefined : sameGlyphs.get(character.toUpperCase());
}

/** Whether a character may be between those of a VIN: a space, a dash, a dot, or one that is not visible. */
export const isVinSeparator = (character: string): boolean => separator.test(character);

/** The characters of a text in the alphabet of VINs; undefined if it has any that is neither that nor around it. */
function lettersIn(text: string, repairs: Set<VinRepair>): string | undefined {
  let letters = "";
  let ended = false;
  for (const character of text) {
    const letter = vinCharacter(character);
    if (letter !== undefined) {
      if (ended) return undefined;
      if (character.charCodeAt(0) > 127) repairs.add("alphabet");
      letters += letter;
    } else if (edge.test(character)) {
      // Within it a star stands for a character that is not known.
      ended = letters !== "";
      repairs.add("around");
    } else if (!separator.test(character)) return undefined;
  }
  return letters;
}

/** Codes whose law demands the check digit: the United States, Canada and Mexico. */
const demandsDigit = /^(?:[1-5]|7[F-Z0-9])/;
/** No letter ends a VIN; words have one. */
const endsInDigits = /\d{3}$/;

/** The one way to write 0 or 9 for each Q that makes the check digit right; undefined if there are several or none. */
function withoutQ(letters: string): string | undefined {
  const count = letters.split("Q").length - 1;
  if (count > 4) return undefined;
  const right = Array.from({ length: 2 ** count }, (_, bits) => {
    let place = 0;
    return letters.replaceAll("Q", () => ((bits >> place++) & 1 ? "9" : "0"));
  }).filter(hasRightDigit);
  return right.length === 1 ? right[0] : undefined;
}

/**
 * Reads a VIN as people have it: scanned, typed or copied. Undefined unless exactly 17 characters remain of which each is
 * certain: characters that look alike, and missing, doubled or swapped ones, are never replaced.
 */
export function readVin(text: string): ReadVin | undefined {
  if (plain.test(text)) return { vin: text, repairs: [] };
  if (text.length > textMax) {
    const dense = text.replace(/\s/g, "");
    return dense.length > textMax ? undefined : readVin(dense);
  }
  const repairs = new Set<VinRepair>();
  let letters = lettersIn(text, repairs);
  if (letters?.length === vinLength + 1 && letters.startsWith("I")) {
    letters = letters.slice(1);
    repairs.add("leading_i");
  }
  if (letters?.length !== vinLength) return undefined;
  if (letters.includes("O")) repairs.add("o");
  if (letters.includes("I")) repairs.add("i");
  if (letters.includes("Q")) repairs.add("q");
  const certain = letters.replaceAll("O", "0").replaceAll("I", "1");
  const vin = repairs.has("q") ? withoutQ(certain) : certain;
  if (vin === undefined) return undefined;
  // What was left out or read otherwise could be another fault: there the check digit, if there is one, decides.
  const isChanged = vin !== letters || repairs.has("leading_i");
  if (isChanged && (!endsInDigits.test(vin) || (demandsDigit.test(vin) && !hasRightDigit(vin))))
    return undefined;
  return { vin, repairs: orderOf.filter((repair) => repairs.has(repair)) };
}

const orderOf = Object.keys(repairsInWords) as VinRepair[];

/** The VIN of a text, or undefined if it is none: `readVin` without what was repaired. */
export const vinOf = (text: string): string | undefined => (plain.test(text) ? text : readVin(text)?.vin);

/** What was repaired, as a sentence: `""` if nothing was. */
export function readingInWords(sent: string, { repairs }: Pick<ReadVin, "repairs">): string {
  if (repairs.length === 0) return "";
  return `Sent as ${sent.trim()}: ${repairs.map((repair) => repairsInWords[repair]).join("; ")}.`;
}

/** A vehicle's number of Japan's own market: a code such as ZVW30, a dash, and a serial number. */
const frame = /^(?:[A-Z0-9]{1,3}-)?[A-Z]{1,5}[A-Z0-9]{1,6}-\d{5,7}$/;
const frameMax = 20;

/**
 * The frame number that a text is, with its hyphen: `ZVW30-1812701`. Without a hyphen it looks like numbers of
 * vehicles before 1981. Undefined for a VIN, whose parts people write with hyphens too.
 */
export function frameNumberOf(text: string): string | undefined {
  if (text.length > 2 * frameMax || vinOf(text) !== undefined) return undefined;
  const written = Array.from(
    text.trim(),
    (one) => vinCharacter(one) ?? (/\p{Pd}|\u2212/u.test(one) ? "-" : one),
  );
  const number = written.join("");
  return number.length <= frameMax &&
    frame.test(number) &&
    /\d/.test(number.slice(0, number.lastIndexOf("-")))
    ? number
    : undefined;
}

/** Why a frame number is refused, as the rest of a sentence. */
export const isFrameNumber =
  "is a frame number, not a VIN: vehicles of Japan's own market have no VIN, and NHTSA's data none of them";

/** The characters of a text that may be a damaged VIN, in capitals; undefined if it has others within it. */
export function vinLettersOf(text: string): string | undefined {
  return text.length > textMax ? undefined : lettersIn(text, new Set());
}
