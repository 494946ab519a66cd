import { ALPHABET, CODES, isVinCode, VIN_LENGTH } from "../characters.ts";
import { INVALID, INVALID_NINTH, PRODUCTS, type SerialRule, sumOf, UNSUMMED } from "../check-digit.ts";
import { BODY_CLASS, MODEL } from "../elements.ts";
import {
  BODY_GLIDER,
  BODY_OFF_ROAD,
  ENGINE_CHOICE,
  NO_SCORE,
  ROW,
  VALUE,
  VALUE_EXTRA,
  WMI,
  WMI_FLAGS,
  WMI_LIGHT,
  WMI_SIX,
} from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import { keepFitting, namedCodes } from "./corrections.ts";
import { NOT_COMPUTED, type Pass, type State } from "./state.ts";

/**
 * vPIC's error codes with their weights in the choice between two years; the index is the bit in
 * `Pass.errors`.
 */
export const ERROR_CODES: readonly (readonly [code: number, weight: number])[] = [
  [0, 0],
  [1, -5],
  [2, -100],
  [3, -100],
  [4, -200],
  [5, -300],
  [6, -10],
  [7, -10000],
  [8, -1000],
  [9, 0],
  [10, 0],
  [11, -20],
  [12, -20],
  [14, -30],
  [400, -40],
];
const BITS = new Map(ERROR_CODES.map(([code], index) => [code, 1 << index]));
/** The bit of a code, 0 for one that vPIC does not have. */
export const bitOf = (code: number): number => BITS.get(code) ?? 0;
const WEIGHTS = Int32Array.from(ERROR_CODES, ([, weight]) => weight);
const CLEAN = bitOf(0);
const DIGIT = bitOf(1);
const SINGLE = bitOf(2);
const BY_DIGIT = bitOf(3);
const SEVERAL = bitOf(4);
const POSITIONS = bitOf(5);
const SHORT = bitOf(6);
const NO_DETAIL = bitOf(8);
const GLIDER = bitOf(9);
const OFF_ROAD = bitOf(10);
const NO_YEAR = bitOf(11);
const OTHER_YEAR = bitOf(12);
const UNUSED = bitOf(14);
const CHARACTERS = bitOf(400);

/** VIN indices whose characters are checked: 4–8 and 11–14; for small makers up to 11. */
const JUDGED = 0b11_1100_1111_1000;
const JUDGED_SIX = 0b00_0100_1111_1000;
/** VIN indices whose use is reported: 4–8 and 11. */
const REPORTED: readonly number[] = [3, 4, 5, 6, 7, 10];
/** A key's bits if it uses each of them, for any character. */
const ALL_USED = (1 << REPORTED.length) - 1;

export const serialRule = (pack: Pack, state: State): SerialRule => {
  if (state.codes[2] === 9) return 2;
  return (pack.wmis[state.wmi * WMI + WMI_FLAGS]! & WMI_LIGHT) !== 0 ? 0 : 1;
};

/** VIN indices whose character no key of a covering schema names, one bit each. */
export function badPositions(pack: Pack, state: State, pass: Pass): number {
  // Without a year vPIC has no valid characters to compare with.
  if (pass.year === 0 || pass.patterns === 0) return 0;
  const six = (pack.wmis[state.wmi * WMI + WMI_FLAGS]! & WMI_SIX) !== 0;
  const present = (1 << state.length) - 1;
  return pass.named & ~pass.valid & (six ? JUDGED_SIX : JUDGED) & present;
}

/** The VIN indices among 4–8 and 11 that no winning key accounts for, one bit each. */
export function unusedPositions(pack: Pack, state: State, pass: Pass): number {
  const { keyMasks } = pack;
  let mask = 0;
  for (let i = 0; i < pass.patternCount && (mask & ALL_USED) !== ALL_USED; i++) {
    // The choice of an engine is no row of its own: its key counts if the engine's rows won.
    if (pass.present[i] !== ENGINE_CHOICE) mask |= keyMasks[pass.key[pass.present[i]!]!]!;
  }
  for (let i = 0; i < pass.patternMultiples; i++) mask |= keyMasks[pass.multiple[i * 2 + 1]!]!;
  let unused = 0;
  for (let i = 0; i < REPORTED.length; i++) {
    const index = REPORTED[i]!;
    if (index >= state.length) break;
    const code = state.codes[index]!;
    const used = ((mask >>> i) & 1) === 1 || (isVinCode(code) && ((mask >>> (i + 6)) & 1) === 1);
    if (!used) unused |= 1 << index;
  }
  return unused;
}

export const bodyMarks = (pack: Pack, pass: Pass): number =>
  pass.best[BODY_CLASS] === NO_SCORE
    ? 0
    : pack.values[(pack.rows[pass.row[BODY_CLASS]! * ROW]! & 0xffffff) * VALUE + VALUE_EXTRA]!;

/** Whether position 9 is checked: not for off-road vehicles, nor for VINs that vPIC excuses. */
export const judgesNinth = (pack: Pack, state: State, pass: Pass): boolean =>
  (bodyMarks(pack, pass) & BODY_OFF_ROAD) === 0 && !isExcused(pack, state);

/** Whether vPIC excuses the check digit of the current VIN. */
export function isExcused(pack: Pack, state: State): boolean {
  const { exceptions } = pack;
  if (exceptions.length === 0 || state.length !== VIN_LENGTH) return false;
  let low = 0;
  let high = exceptions.length / VIN_LENGTH;
  while (low < high) {
    const middle = (low + high) >> 1;
    let at = 0;
    while (at < VIN_LENGTH && exceptions[middle * VIN_LENGTH + at] === state.codes[at]) at++;
    if (at === VIN_LENGTH) return true;
    if (exceptions[middle * VIN_LENGTH + at]! < state.codes[at]!) low = middle + 1;
    else high = middle;
  }
  return false;
}

/**
 * Manufacturer codes for which vPIC excuses a wrong check digit on some VINs, by its recorded answers: FCA
 * Italy's.
 */
const EXCUSED_CODES = ["ZAC", "ZFB"].map((code) => Array.from(code, (letter) => ALPHABET.indexOf(letter)));

/** Whether vPIC may excuse the VIN's check digit; reduced data lack this. */
export const mayBeExcused = (pack: Pack, { codes }: State): boolean =>
  !pack.meta.complete && EXCUSED_CODES.some((code) => code.every((each, index) => codes[index] === each));

/** Whether any character is invalid at its position. Position 9 of off-road vehicles is free. */
function invalidIn(pack: Pack, state: State, pass: Pass): boolean {
  const ninth = (state.flags & INVALID_NINTH) !== 0 && judgesNinth(pack, state, pass);
  return ninth || ((state.flags >>> (INVALID + serialRule(pack, state))) & 1) === 1;
}

/** VIN indices with an invalid character, one bit each. */
export function invalidPositions(pack: Pack, state: State): number {
  const rule = serialRule(pack, state);
  const ninthJudged = judgesNinth(pack, state, state.chosen);
  let found = 0;
  for (let i = 0; i < state.length; i++) {
    const product = PRODUCTS[i * 64 + state.codes[i]!]!;
    const ninth = ninthJudged && (product & INVALID_NINTH) !== 0;
    if (ninth || ((product >>> (INVALID + rule)) & 1) === 1) found |= 1 << i;
  }
  return found;
}

/** The indices of a mask's bits, ascending. */
export const indicesOf = (mask: number): number[] =>
  Array.from({ length: VIN_LENGTH }, (_, index) => index).filter((index) => ((mask >>> index) & 1) === 1);

export const invalidAnywhere = (pack: Pack, state: State): boolean => invalidIn(pack, state, state.chosen);

const candidates = new Uint8Array(CODES);

/**
 * The error code of positions whose character no key names: whether one other would fit, and how that is
 * known.
 */
function correction(pack: Pack, state: State, pass: Pass, bad: number): number {
  if (bad === 0) return 0;
  if ((bad & (bad - 1)) !== 0) return POSITIONS;
  const index = 31 - Math.clz32(bad);
  const count = namedCodes(pack, pass, index, candidates);
  if (count === 1) return SINGLE;
  return keepFitting(state, index, candidates, count) === 1 ? BY_DIGIT : SEVERAL;
}

/**
 * Sets a pass's error codes and their weight: all of vPIC's, whether or not they are reported. Does nothing
 * if they are already set, as for two passes that were compared.
 */
export function findErrors(pack: Pack, state: State, pass: Pass): void {
  if (pass.errors !== NOT_COMPUTED) return;
  let errors = 0;
  if (pass.patterns === 0) errors |= NO_DETAIL;
  else {
    errors |= correction(pack, state, pass, badPositions(pack, state, pass));
    if (unusedPositions(pack, state, pass) !== 0) errors |= UNUSED;
  }
  const body = bodyMarks(pack, pass);
  if ((body & BODY_GLIDER) !== 0) errors |= GLIDER;
  if ((body & BODY_OFF_ROAD) !== 0) errors |= OFF_ROAD;
  if (pass.year === 0) errors |= NO_YEAR;
  if (invalidIn(pack, state, pass)) errors |= CHARACTERS;
  if (pass.differs) errors |= OTHER_YEAR;
  if (state.length < 17) errors |= SHORT;
  else if (!digitIsRight(state, serialRule(pack, state)) && !isExcused(pack, state)) errors |= DIGIT;
  if ((errors & ~(GLIDER | OFF_ROAD | OTHER_YEAR | UNUSED)) === 0) {
    errors |= CLEAN;
    if (pass.best[MODEL] === NO_SCORE) errors |= UNUSED;
  }
  pass.errors = errors;
  pass.errorWeight = 0;
  for (let rest = errors; rest !== 0; rest &= rest - 1)
    pass.errorWeight += WEIGHTS[31 - Math.clz32(rest & -rest)]!;
}

/** Whether position 9 of a whole VIN is the check digit, by its kind's rule for letters in the serial. */
export function digitIsRight(state: State, rule: SerialRule): boolean {
  if (((state.flags >>> (UNSUMMED + rule)) & 1) === 1) return false;
  const remainder = sumOf(state.sum) % 11;
  const ninth = state.codes[8]!;
  return remainder === 10 ? ninth === 33 : ninth === remainder;
}
