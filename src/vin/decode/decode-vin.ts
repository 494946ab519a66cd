import { normaliseVin, OTHER, readVin } from "../characters.ts";
import { PRODUCTS } from "../check-digit.ts";
import { GVWR_TO } from "../elements.ts";
import { CYCLE_YEARS, FIRST_MODEL_YEAR, YEAR_OF_CODE } from "../model-year.ts";
import { findWmi } from "../pack/find-wmi.ts";
import {
  NO_SCORE,
  WMI,
  WMI_FLAGS,
  WMI_LIGHT,
  WMI_PUBLIC_DAY,
  WMI_TYPE,
  YEAR_SLOTS,
  yearSlot,
} from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import { findErrors } from "./errors.ts";
import { runPass } from "./pass.ts";
import type { Pass, State } from "./state.ts";
import { weightOf } from "./weight.ts";

export const DECODED = 0;
/**
 * Not 3 to 17 characters, or a character other than letters, digits and stars where those are not admitted.
 */
export const MALFORMED = 1;
/** No registered manufacturer has this code. */
export const UNKNOWN_MANUFACTURER = 2;

/** The date used for year limits and publication dates. */
export interface Today {
  readonly year: number;
  /** Days since 1970-01-01. */
  readonly day: number;
}

/** Reads a VIN into the state: characters, check sum, manufacturer code. */
function read(pack: Pack, vin: string, state: State, anyCharacter: boolean): number {
  const { codes } = state;
  const length = readVin(vin, codes);
  state.length = length;
  if (length < 3) return MALFORMED;
  let sum = 0;
  let flags = 0;
  for (let i = length; i < 17; i++) codes[i] = OTHER;
  for (let i = 0; i < length; i++) {
    if (codes[i] === OTHER) {
      if (!anyCharacter) return MALFORMED;
      state.text = normaliseVin(vin);
    }
    const product = PRODUCTS[i * 64 + codes[i]!]!;
    sum += product & 0xfff;
    flags |= product;
  }
  state.sum = sum;
  state.flags = flags;
  state.wmi = findWmi(pack, codes, length);
  return state.wmi < 0 ? UNKNOWN_MANUFACTURER : DECODED;
}

const covered = (pack: Pack, wmi: number, year: number): boolean =>
  pack.covers[pack.years[wmi * YEAR_SLOTS + yearSlot(year)]!]! > 0;

/**
 * The pass that vPIC prefers. On reduced data missing patterns raise false errors, so errors and the number
 * of patterns do not count: there the elements' weights decide, then the later year.
 */
function better(pack: Pack, state: State, a: Pass, b: Pass): Pass {
  const later = a.year > b.year ? a : b;
  if (!pack.meta.complete) {
    const one = reducedWeight(pack, state.wmi, a);
    const other = reducedWeight(pack, state.wmi, b);
    return one === other ? later : one > other ? a : b;
  }
  findErrors(pack, state, a);
  findErrors(pack, state, b);
  if (a.errorWeight !== b.errorWeight) return a.errorWeight > b.errorWeight ? a : b;
  const one = weightOf(pack, state.wmi, a) + defaultWeight(pack, state, a);
  const other = weightOf(pack, state.wmi, b) + defaultWeight(pack, state, b);
  if (one !== other) return one > other ? a : b;
  if (a.patterns !== b.patterns) return a.patterns > b.patterns ? a : b;
  if (a.year === state.requested) return a;
  return b.year === state.requested ? b : later;
}

/** The weight of the elements that only vPIC's defaults fill. */
function defaultWeight(pack: Pack, state: State, { best }: Pass): number {
  const vehicleType = pack.wmis[state.wmi * WMI + WMI_TYPE];
  let weight = 0;
  for (const { type, element } of pack.meta.defaults)
    if (type === vehicleType && best[element] === NO_SCORE) weight += pack.weights[element]!;
  return weight;
}

/** The weight of a pass's elements without the upper weight class, which reduced data contains by chance. */
const reducedWeight = (pack: Pack, wmi: number, pass: Pass): number =>
  weightOf(pack, wmi, pass) - (pass.best[GVWR_TO] === NO_SCORE ? 0 : pack.weights[GVWR_TO]!);

/** The model year of position 10, negative if it could also be 30 years earlier, 0 if there is none. */
export function yearOf(pack: Pack, state: State, today: Today): number {
  const { codes, wmi } = state;
  let year = state.length > 9 ? YEAR_OF_CODE[codes[9]!]! : 0;
  if (year === 0) return 0;
  const limit = today.year + 2;
  let conclusive = false;
  if ((pack.wmis[wmi * WMI + WMI_FLAGS]! & WMI_LIGHT) !== 0) {
    const seventh = codes[6]!;
    if (seventh < 10) year -= CYCLE_YEARS;
    if (seventh < 36) conclusive = true;
  }
  if (year > limit) {
    year -= CYCLE_YEARS;
    conclusive = true;
  }
  if (!conclusive) return -year;
  let other = year;
  if (year <= limit - CYCLE_YEARS) other = year + CYCLE_YEARS;
  else if (year >= FIRST_MODEL_YEAR + CYCLE_YEARS) other = year - CYCLE_YEARS;
  return other !== year && !covered(pack, wmi, year) && covered(pack, wmi, other) ? other : year;
}

/** Length of a VIN's key string; the bar is part of it only if more characters follow. */
export const keyLengthOf = (length: number): number =>
  length > 9 ? length - 3 : Math.max(0, Math.min(length, 8) - 3);

/** Decodes under one model year, into the pass of that number. */
function passOf(
  pack: Pack,
  state: State,
  slot: number,
  year: number,
  conclusive: boolean,
  requested: number,
): Pass {
  const pass = state.passes[slot]!;
  runPass(pack, state.codes, keyLengthOf(state.length), state.wmi, year, pass);
  pass.conclusive = conclusive;
  pass.differs = requested !== 0 && year !== 0 && year !== requested;
  return pass;
}

/**
 * Decodes a VIN into `state.chosen`. `requested` is the model year that the caller expects, 0 for none;
 * `anyCharacter` admits characters that no VIN has. Returns `DECODED`, `MALFORMED` or `UNKNOWN_MANUFACTURER`.
 */
export function decodeVin(
  pack: Pack,
  state: State,
  vin: string,
  requested: number,
  today: Today,
  anyCharacter = false,
): number {
  const status = read(pack, vin, state, anyCharacter);
  if (status !== DECODED) return status;
  if (pack.wmis[state.wmi * WMI + WMI_PUBLIC_DAY]! > today.day) return UNKNOWN_MANUFACTURER;
  const found = yearOf(pack, state, today);
  const year = Math.abs(found);
  const earlier = found < 0 ? year - CYCLE_YEARS : 0;
  const usable = requested >= FIRST_MODEL_YEAR && requested <= today.year + 2 ? requested : 0;
  state.requested = usable;

  const possible = usable === year || usable === earlier;
  let given: Pass | undefined;
  // With every pattern loaded, vPIC's rule chooses between the possible years; otherwise the caller's year
  // wins.
  if (usable !== 0 && (!possible || !pack.meta.complete)) {
    given = passOf(pack, state, 2, usable, true, requested);
    given.differs = !possible;
    if (given.patterns > 0 || year === 0) {
      state.chosen = given;
      return DECODED;
    }
  }
  let best = passOf(pack, state, 0, year, found >= 0, requested);
  if (earlier !== 0) best = better(pack, state, best, passOf(pack, state, 1, earlier, false, requested));
  state.chosen = given === undefined || possible ? best : better(pack, state, best, given);
  return DECODED;
}
