import { ASCII_OF, OTHER, STAR, VIN_LENGTH } from "../characters.ts";
import { digitOf, sumOf, UNSUMMED } from "../check-digit.ts";
import { flagsOfCode } from "../decode/code-facts.ts";
import {
  bitOf,
  bodyMarks,
  digitIsRight,
  ERROR_CODES,
  indicesOf,
  invalidAnywhere,
  invalidPositions,
  isExcused,
  mayBeExcused,
  serialRule,
} from "../decode/errors.ts";
import type { State } from "../decode/state.ts";
import { BODY_GLIDER, BODY_INCOMPLETE, BODY_OFF_ROAD, WMI_ASSIGNED, WMI_INCOMPLETE } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import { assignedWarning } from "./assigned.ts";

/** The codes that reduced data can decide correctly; the others need a full pack. */
const ALWAYS = [1, 6, 7, 400, 9, 10, 11, 12].map(bitOf).reduce((a, b) => a | b, 0);

/** The bits of the error codes found; with reduced data only of those it can decide. */
export const decidableErrors = (pack: Pack, state: State): number =>
  state.chosen.errors & (pack.meta.complete ? -1 : ALWAYS);

/** The same as codes, ascending. */
export function codesOf(pack: Pack, state: State): number[] {
  const errors = decidableErrors(pack, state);
  return ERROR_CODES.map(([code]) => code).filter((code) => (errors & bitOf(code)) !== 0);
}

/** The error codes to report, ascending; `unknown` if the data found none and cannot decide all. */
export function reportedCodes(pack: Pack, state: State): number[] | "unknown" {
  const codes = codesOf(pack, state);
  return codes.length === 0 && !pack.meta.complete ? "unknown" : codes;
}

/** A character of the VIN as sent, in upper case. */
export const characterAt = (state: State, index: number): string =>
  state.codes[index] === OTHER
    ? state.text.charAt(index)
    : String.fromCharCode(ASCII_OF[state.codes[index]!]!);

/** The expected check digit as an ASCII byte, or 0 if the other characters have no sum. */
export function expectedByte(state: State): number {
  if (state.length !== VIN_LENGTH) return 0;
  // Letters in a serial that should be digits still have a sum; invalid characters do not.
  const unsummed = ((state.flags >>> (UNSUMMED + 2)) & 1) === 1;
  return unsummed && !hasLateLetter(state) ? 0 : digitOf(sumOf(state.sum)).charCodeAt(0);
}

function hasLateLetter({ codes }: State): boolean {
  for (let index = 14; index < VIN_LENGTH; index++)
    if (codes[index]! > 9 && codes[index]! < STAR) return true;
  return false;
}

/** The same as text, `""` if there is none. */
export const expectedDigit = (state: State): string => {
  const byte = expectedByte(state);
  return byte === 0 ? "" : String.fromCharCode(byte);
};

/** Positions (from 1) with an invalid character, as `10:O, 17:A`. */
export const invalidCharacters = (pack: Pack, state: State): string =>
  indicesOf(invalidPositions(pack, state))
    .map((index) => `${index + 1}:${characterAt(state, index)}`)
    .join(", ");

/** The letters that are valid in no VIN. */
export const NEVER_VALID = "IOQ";

/** Those of them in this VIN, as `I and O`; `""` if there are none. */
function neverValid(state: State): string {
  const letters = Array.from({ length: state.length }, (_, i) => characterAt(state, i));
  return [...new Set(letters.filter((letter) => NEVER_VALID.includes(letter)))].join(" and ");
}

/** The sentences of warnings; placeholders in braces are filled in from the VIN. */
export const SENTENCES = {
  wrongDigit: "Check digit {ninth} in position 9 should be {expected}.",
  lateLetters: "Check digit {ninth} in position 9 counts as wrong: letters are where only digits may be.",
  noDigit: "Check digit {ninth} in position 9 cannot be computed from these characters.",
  mayBeExcused:
    "vPIC excuses wrong check digits on some VINs of this manufacturer; the loaded data do not say on which.",
  excused: "The check digit is wrong, and vPIC excuses it on this VIN: the manufacturer reported an error.",
  incomplete: "The VIN is incomplete: {length} of 17 characters.",
  invalid: "Characters that are not allowed at their positions: {invalid}.",
  never: "{never} can never occur in a VIN.",
  assumed:
    "Only VINs for North America must tell the model year in position 10: {year} is assumed. Give the year to be certain.",
  assumedOfTwo:
    "Only VINs for North America must tell the model year in position 10: {year} is assumed, {other} is possible. Give the year to be certain.",
} as const;

/** The sentences of the other error codes, the same for every VIN. */
export const FIXED_SENTENCES: Readonly<Record<number, string>> = {
  2: "One position holds a character no pattern knows; only one other fits.",
  3: "One position holds a character no pattern knows; one other makes the check digit right.",
  4: "One position holds a character no pattern knows; several others fit.",
  5: "Several positions hold characters no pattern knows.",
  8: "No pattern describes this VIN.",
  9: "A glider is not a motor vehicle and gets no regular VIN.",
  10: "An off-road vehicle's number need not follow the rules of a VIN.",
  11: "The VIN contains no model year.",
  12: "The requested model year is not the one of position 10.",
  14: "Some characters mean nothing in the manufacturer's patterns.",
};

const { wrongDigit, lateLetters, noDigit, invalid, never } = SENTENCES;

/** A plain sentence for an error code of this VIN; `""` for codes without one. */
export function errorInWords(pack: Pack, state: State, code: number): string {
  switch (code) {
    case 1: {
      const expected = expectedDigit(state);
      const ninth = characterAt(state, 8);
      const sentence = expected === "" ? noDigit : expected === ninth ? lateLetters : wrongDigit;
      const digit = sentence.replace("{ninth}", () => ninth);
      const excused = mayBeExcused(pack, state) ? ` ${SENTENCES.mayBeExcused}` : "";
      return digit.replace("{expected}", expected) + excused;
    }
    case 6:
      return SENTENCES.incomplete.replace("{length}", String(state.length));
    case 400: {
      const letters = neverValid(state);
      const more = letters === "" ? "" : ` ${never.replace("{never}", letters)}`;
      return invalid.replace("{invalid}", () => invalidCharacters(pack, state)) + more;
    }
    default:
      return FIXED_SENTENCES[code] ?? "";
  }
}

/** Notes that are not errors of the VIN; `notesOf` returns which apply, one bit each. */
export const NOTES: readonly string[] = [
  "The loaded data describe nothing but the manufacturer of this VIN.",
  "Built as an incomplete vehicle: a later manufacturer may have altered it.",
  "The model year may be 30 years off: give the year to be certain.",
  "The engine's capacity is converted from its size in liters, which is rounded.",
  "The loaded data have no patterns of the model year that positions 7 and 10 tell.",
  "vPIC does not have this manufacturer code: its holder is the one that public lists of codes name.",
];

export function notesOf(pack: Pack, state: State): number {
  const pass = state.chosen;
  const nothing = pass.patterns === 0 && !pack.meta.complete;
  const flags = flagsOfCode(pack, state);
  const incomplete = (flags & WMI_INCOMPLETE) !== 0 || (bodyMarks(pack, pass) & BODY_INCOMPLETE) !== 0;
  const converted = pass.converted[0]! >= 0;
  const open = !pass.conclusive && !state.assumed;
  const known = (nothing ? 1 : 0) | (incomplete ? 2 : 0) | (open ? 4 : 0) | (converted ? 8 : 0);
  return known | (state.uncovered ? 16 : 0) | ((flags & WMI_ASSIGNED) !== 0 ? 32 : 0);
}

/**
 * Whether a VIN with a valid check digit has notes only, decided without computing its errors. True for most
 * VINs.
 */
export function onlyNotes(pack: Pack, state: State): boolean {
  const pass = state.chosen;
  const marks = bodyMarks(pack, pass) & (BODY_GLIDER | BODY_OFF_ROAD);
  const known = pass.year !== 0 && !pass.differs && !state.assumed && !pack.meta.complete;
  return known && marks === 0 && !invalidAnywhere(pack, state);
}

/** How the model year of a VIN that may be of another market is assumed. */
function assumedInWords({ chosen, otherYear }: State): string {
  const sentence = otherYear === 0 ? SENTENCES.assumed : SENTENCES.assumedOfTwo;
  return sentence.replace("{year}", String(chosen.year)).replace("{other}", String(otherYear));
}

/** Warnings for readers of the decode, in plain words. Call `findErrors` first. */
export function warningsOf(pack: Pack, state: State): string[] {
  const warnings: string[] = [];
  for (const code of codesOf(pack, state)) {
    const text = errorInWords(pack, state, code);
    if (text !== "") warnings.push(text);
  }
  const wrong = state.length === VIN_LENGTH && !digitIsRight(state, serialRule(pack, state));
  if (wrong && isExcused(pack, state)) warnings.push(SENTENCES.excused);
  warnings.push(...NOTES.filter((_, bit) => ((notesOf(pack, state) >> bit) & 1) === 1));
  const open = assignedWarning(pack, state);
  if (open !== "") warnings.push(open);
  if (state.assumed) warnings.push(assumedInWords(state));
  return warnings;
}
