import { ASCII_OF, OTHER, VIN_LENGTH } from "../characters.ts";
import { digitOf, sumOf, UNSUMMED } from "../check-digit.ts";
import {
  bitOf,
  bodyMarks,
  digitIsRight,
  ERROR_CODES,
  invalidAnywhere,
  invalidPositions,
  isExcused,
  serialRule,
} from "../decode/errors.ts";
import type { State } from "../decode/state.ts";
import {
  BODY_GLIDER,
  BODY_INCOMPLETE,
  BODY_OFF_ROAD,
  WMI,
  WMI_FLAGS,
  WMI_INCOMPLETE,
} from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";

/** What data without every pattern get right all the same; the other codes wait for a full pack. */
const ALWAYS = [1, 6, 7, 400, 9, 10, 11, 12].map(bitOf).reduce((a, b) => a | b, 0);

/** The error codes that were found, ascending; on reduced data those alone that it cannot get wrong. */
export function codesOf(pack: Pack, state: State): number[] {
  const errors = state.chosen.errors & (pack.meta.complete ? -1 : ALWAYS);
  return ERROR_CODES.map(([code]) => code).filter((code) => (errors & bitOf(code)) !== 0);
}

/** The error codes that may be reported, ascending; `unknown` where nothing was found that the data can judge. */
export function reportedCodes(pack: Pack, state: State): number[] | "unknown" {
  const codes = codesOf(pack, state);
  return codes.length === 0 && !pack.meta.complete ? "unknown" : codes;
}

/** A character of the VIN as it was sent, in upper case. */
export const characterAt = (state: State, index: number): string =>
  state.codes[index] === OTHER
    ? state.text.charAt(index)
    : String.fromCharCode(ASCII_OF[state.codes[index]!]!);

/** The check digit the other characters ask for, or `""` when they give no sum. */
export function expectedDigit(state: State): string {
  // Letters in a serial that should be digits still give a sum; what is no VIN character does not.
  const unsummed = (state.flags >>> (UNSUMMED + 2)) & 1;
  const serial = state.codes.subarray(14, VIN_LENGTH).some((code) => code > 9 && code < 36);
  if (state.length !== VIN_LENGTH || (unsummed === 1 && !serial)) return "";
  return digitOf(sumOf(state.sum));
}

/** Positions (from 1) whose character may not stand there, as `10:O, 17:A`. */
export const invalidCharacters = (pack: Pack, state: State): string =>
  invalidPositions(pack, state)
    .map((index) => `${index + 1}:${characterAt(state, index)}`)
    .join(", ");

/** Names the letters that stand in no VIN at all, as a further sentence; `""` where there are none. */
function neverValid(state: State): string {
  const letters = Array.from({ length: state.length }, (_, i) => characterAt(state, i));
  const found = [...new Set(letters.filter((letter) => "IOQ".includes(letter)))];
  return found.length === 0 ? "" : ` ${found.join(" and ")} can never occur in a VIN.`;
}

/** Manufacturer codes for some of whose VINs recorded answers of vPIC excuse a wrong check digit: FCA Italy's. */
const EXCUSED_CODES: readonly string[] = ["ZAC", "ZFB"];
const EXCEPTIONS =
  "vPIC excuses wrong check digits on some VINs of this manufacturer; the loaded data do not say on which.";

const EXCUSED =
  "The check digit is wrong, and vPIC excuses it on this VIN: the manufacturer reported an error.";

const mayBeExcused = (state: State): boolean =>
  EXCUSED_CODES.includes([0, 1, 2].map((index) => characterAt(state, index)).join(""));

/** What an error code says of the VIN at hand, in plain words. */
export const errorInWords = (pack: Pack, state: State, code: number): string =>
  TEXTS[code]?.(pack, state) ?? "";

const TEXTS: Readonly<Record<number, (pack: Pack, state: State) => string>> = {
  1: (pack, state) => {
    const expected = expectedDigit(state);
    const reason = expected === "" ? "cannot be computed from these characters" : `should be ${expected}`;
    const excused = pack.meta.complete || !mayBeExcused(state) ? "" : ` ${EXCEPTIONS}`;
    return `Check digit ${characterAt(state, 8)} in position 9 ${reason}.${excused}`;
  },
  2: () => "One position holds a character no pattern knows; only one other fits.",
  3: () => "One position holds a character no pattern knows; one other makes the check digit right.",
  4: () => "One position holds a character no pattern knows; several others fit.",
  5: () => "Several positions hold characters no pattern knows.",
  6: (_pack, state) => `The VIN is incomplete: ${state.length} of 17 characters.`,
  8: () => "No pattern describes this VIN.",
  9: () => "A glider is not a motor vehicle and gets no regular VIN.",
  10: () => "An off-road vehicle's number need not follow the rules of a VIN.",
  11: () => "Position 10 holds no model-year character.",
  12: () => "The model year asked for is not the one of position 10.",
  14: () => "Some characters mean nothing in the manufacturer's patterns.",
  400: (pack, state) =>
    `Characters that may not stand there: ${invalidCharacters(pack, state)}.${neverValid(state)}`,
};

/** Remarks that are no error of the VIN; `notesOf` says which apply, one bit each. */
export const NOTES: readonly string[] = [
  "The loaded data describe nothing but the manufacturer of this VIN.",
  "Built as an incomplete vehicle: a later manufacturer may have altered it.",
  "The model year may be 30 years off: give the year to be certain.",
  "The engine's capacity is converted from its size in liters, which is rounded.",
];

export function notesOf(pack: Pack, state: State): number {
  const pass = state.chosen;
  const nothing = pass.patterns === 0 && !pack.meta.complete;
  const type = pack.wmis[state.wmi * WMI + WMI_FLAGS]! & WMI_INCOMPLETE;
  const incomplete = type !== 0 || (bodyMarks(pack, pass) & BODY_INCOMPLETE) !== 0;
  const converted = pass.converted[0]! >= 0;
  return (nothing ? 1 : 0) | (incomplete ? 2 : 0) | (pass.conclusive ? 0 : 4) | (converted ? 8 : 0);
}

/** Whether only notes apply to a VIN whose check digit is right: most VINs, and told without judging them. */
export function onlyNotes(pack: Pack, state: State): boolean {
  const pass = state.chosen;
  const marks = bodyMarks(pack, pass) & (BODY_GLIDER | BODY_OFF_ROAD);
  const known = pass.year !== 0 && !pass.differs && !pack.meta.complete;
  return known && marks === 0 && !invalidAnywhere(pack, state);
}

/** What a reader of the decode should know, in plain words. Call `findErrors` first. */
export function warningsOf(pack: Pack, state: State): string[] {
  const warnings: string[] = [];
  for (const code of codesOf(pack, state)) {
    const text = errorInWords(pack, state, code);
    if (text !== "") warnings.push(text);
  }
  const wrong = state.length === VIN_LENGTH && !digitIsRight(state, serialRule(pack, state));
  if (wrong && isExcused(pack, state)) warnings.push(EXCUSED);
  warnings.push(...NOTES.filter((_, bit) => ((notesOf(pack, state) >> bit) & 1) === 1));
  return warnings;
}
