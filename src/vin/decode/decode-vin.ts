import { OTHER, readVin } from "../characters.ts";
import { PRODUCTS } from "../check-digit.ts";
import { CYCLE_YEARS, FIRST_MODEL_YEAR, YEAR_OF_CODE } from "../model-year.ts";
import { findWmi } from "../pack/find-wmi.ts";
import { WMI, WMI_FLAGS, WMI_LIGHT, WMI_PUBLIC_DAY, YEAR_SLOTS, yearSlot } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import { findErrors } from "./errors.ts";
import { runPass } from "./pass.ts";
import type { Pass, State } from "./state.ts";

export const DECODED = 0;
/** Not 3 to 17 characters, or one that is no letter, digit or star. */
export const MALFORMED = 1;
/** No registered manufacturer has this code. */
export const UNKNOWN_MANUFACTURER = 2;

/** The date by which things are judged. */
export interface Today {
  readonly year: number;
  /** Days since 1970-01-01. */
  readonly day: number;
}

/** Reads a VIN into the state: characters, check sum, manufacturer code. */
function read(pack: Pack, vin: string, state: State): number {
  const { codes } = state;
  const length = readVin(vin, codes);
  state.length = length;
  if (length < 3) return MALFORMED;
  let sum = 0;
  let flags = 0;
  for (let i = length; i < 17; i++) codes[i] = OTHER;
  for (let i = 0; i < length; i++) {
    if (codes[i] === OTHER) return MALFORMED;
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

function better(a: Pass, b: Pass, asked: number): boolean {
  if (a.errorWeight !== b.errorWeight) return a.errorWeight > b.errorWeight;
  if (a.weight !== b.weight) return a.weight > b.weight;
  if (a.patterns !== b.patterns) return a.patterns > b.patterns;
  if ((a.year === asked) !== (b.year === asked)) return a.year === asked;
  return a.year > b.year;
}

/** The model year of position 10, negative when it may as well be 30 years earlier, 0 when there is none. */
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

/**
 * Decodes a VIN into `state.chosen`. `asked` is the model year the caller believes in, 0 for none.
 * Returns `DECODED`, `MALFORMED` or `UNKNOWN_MANUFACTURER`.
 */
export function decodeVin(pack: Pack, state: State, vin: string, asked: number, today: Today): number {
  const status = read(pack, vin, state);
  if (status !== DECODED) return status;
  const { codes, length, wmi, passes } = state;
  if (pack.wmis[wmi * WMI + WMI_PUBLIC_DAY]! > today.day) return UNKNOWN_MANUFACTURER;
  const keyLength = length > 9 ? length - 3 : Math.max(0, Math.min(length, 8) - 3);
  const found = yearOf(pack, state, today);
  const year = Math.abs(found);
  const earlier = found < 0 ? year - CYCLE_YEARS : 0;
  const usable = asked >= FIRST_MODEL_YEAR && asked <= today.year + 2 ? asked : 0;
  state.asked = usable;

  const pass = (slot: number, passYear: number, conclusive: boolean): Pass => {
    const each = passes[slot]!;
    runPass(pack, codes, keyLength, wmi, passYear, each);
    each.conclusive = conclusive;
    each.differs = asked !== 0 && (slot === 2 || (passYear !== 0 && passYear !== asked));
    return each;
  };

  let best: Pass | undefined;
  if (usable !== 0 && usable !== year && usable !== earlier) {
    best = pass(2, usable, true);
    if (best.patterns > 0 || year === 0) {
      state.chosen = best;
      return DECODED;
    }
    findErrors(pack, state, best);
  }
  const first = pass(0, year, found >= 0);
  if (earlier === 0 && best === undefined) {
    state.chosen = first;
    return DECODED;
  }
  findErrors(pack, state, first);
  best = best === undefined || better(first, best, usable) ? first : best;
  if (earlier !== 0) {
    const second = pass(1, earlier, false);
    findErrors(pack, state, second);
    if (better(second, best, usable)) best = second;
  }
  state.chosen = best;
  return DECODED;
}
