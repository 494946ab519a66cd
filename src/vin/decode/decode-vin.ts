import { normaliseVin, OTHER, readVin } from "../characters.ts";
import { PRODUCTS } from "../check-digit.ts";
import { CYCLE_YEARS, FIRST_MODEL_YEAR } from "../model-year.ts";
import { findWmi } from "../pack/find-wmi.ts";
import { WMI, WMI_ASSIGNED, WMI_BESIDES, WMI_FLAGS, WMI_PUBLIC_DAY } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import { better, type YearRules } from "./better-pass.ts";
import { forgetRows, runPass } from "./pass.ts";
import type { Pass, State } from "./state.ts";
import {
  describesLawful,
  explains,
  isForeign,
  isOfAnotherMarket,
  isUnlawful,
  laterYear,
  lawfulYear,
  type Today,
  vpicYear,
} from "./years.ts";

export const DECODED = 0;
/**
 * Not 3 to 17 characters, or a character other than letters, digits and stars where those are not admitted.
 */
export const MALFORMED = 1;
/** No registered manufacturer has this code. */
export const UNKNOWN_MANUFACTURER = 2;

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
  rules: YearRules = "ours",
  anyCharacter = false,
): number {
  const status = read(pack, vin, state, anyCharacter);
  if (status !== DECODED) return status;
  if (pack.wmis[state.wmi * WMI + WMI_PUBLIC_DAY]! > today.day) return UNKNOWN_MANUFACTURER;
  if (rules === "vpic" && (pack.wmis[state.wmi * WMI + WMI_FLAGS]! & WMI_ASSIGNED) !== 0)
    return UNKNOWN_MANUFACTURER;
  const usable = requested >= FIRST_MODEL_YEAR && requested <= today.latest ? requested : 0;
  state.requested = usable;
  state.otherYear = 0;
  state.assumed = false;
  state.uncovered = false;
  const foreign = rules === "ours" && isForeign(state);
  state.elsewhere = foreign && isUnlawful(pack, state);
  if (!state.elsewhere) {
    state.chosen = decodeLawfully(pack, state, requested, today, rules);
    state.elsewhere = foreign && isOfAnotherMarket(pack, state, state.chosen, today);
  }
  state.undescribed = false;
  if (state.elsewhere) state.chosen = decodeElsewhere(pack, state, today);
  else if (foreign && !describesLawful(pack, state, state.chosen)) forget(pack, state, state.chosen);
  return DECODED;
}

/** Decodes a VIN whose position 7 states the cycle of its model year, as U.S. law demands. */
function decodeLawfully(pack: Pack, state: State, requested: number, today: Today, rules: YearRules): Pass {
  const usable = state.requested;
  const lawful = lawfulYear(pack, state, today);
  const found = vpicYear(pack, state, today, lawful);
  if (rules === "ours" && found !== lawful) return decodeUncovered(pack, state, lawful, found, usable);
  const year = Math.abs(found);
  const earlier = found < 0 ? year - CYCLE_YEARS : 0;
  const possible = usable === year || usable === earlier;
  let given: Pass | undefined;
  // With every pattern loaded, vPIC's rule chooses between the possible years; otherwise the caller's year
  // wins.
  if (usable !== 0 && (!possible || !pack.meta.complete)) {
    given = passOf(pack, state, 2, usable, true, requested);
    given.differs = !possible;
    if (given.patterns > 0 || year === 0) return given;
  }
  let best = passOf(pack, state, 0, year, found >= 0, requested);
  if (earlier !== 0)
    best = better(pack, state, best, passOf(pack, state, 1, earlier, false, requested), rules);
  state.otherYear = earlier === 0 ? 0 : year + earlier - best.year;
  return given === undefined || possible ? best : better(pack, state, best, given, rules);
}

/**
 * Leaves out the values of vPIC's patterns and its manufacturer code for a vehicle of another market that they do not
 * describe: the patterns are those of other vehicles, which the maker sells in the United States.
 */
function forget(pack: Pack, state: State, pass: Pass): void {
  const flags = pack.wmis[state.wmi * WMI + WMI_FLAGS]!;
  if ((flags & WMI_ASSIGNED) !== 0) return;
  forgetRows(pack, state.wmi, pass);
  state.undescribed = true;
  // Lists of codes name another holder, or other makes.
  if ((flags & WMI_BESIDES) !== 0) pass.make = -1;
}

/**
 * Decodes a VIN that may be of another market, where position 10 need not be the year: the caller's year, else the
 * later of the two, unless patterns explain the VIN under the earlier one alone.
 */
function decodeElsewhere(pack: Pack, state: State, today: Today): Pass {
  const usable = state.requested;
  state.otherYear = 0;
  state.uncovered = false;
  const later = laterYear(state, today);
  const earlier = later >= FIRST_MODEL_YEAR + CYCLE_YEARS ? later - CYCLE_YEARS : 0;
  let pass = passOf(pack, state, 0, usable || later, true, 0);
  const explained = explains(pack, state, pass);
  let early = false;
  if (usable === 0 && later !== 0) {
    const before = earlier === 0 ? undefined : passOf(pack, state, 1, earlier, true, 0);
    early = before !== undefined && explains(pack, state, before);
    if (early && !explained) pass = before!;
    state.otherYear = pass === before ? later : earlier;
    state.assumed = !explained && !early;
    pass.conclusive = explained !== early;
  }
  if (!explained && !early) forget(pack, state, pass);
  return pass;
}

/**
 * Decodes a VIN of a lawful year that no schema covers, where one covers the year 30 years off: the latter only if
 * its patterns explain the VIN.
 */
function decodeUncovered(pack: Pack, state: State, lawful: number, other: number, usable: number): Pass {
  state.uncovered = true;
  const possible = usable === lawful || usable === other;
  if (possible) {
    state.uncovered = usable === lawful;
    return passOf(pack, state, 2, usable, true, usable);
  }
  const pass = passOf(pack, state, 0, other, false, usable);
  const explained = explains(pack, state, pass);
  state.otherYear = explained ? lawful : other;
  return explained ? pass : passOf(pack, state, 1, lawful, false, usable);
}
