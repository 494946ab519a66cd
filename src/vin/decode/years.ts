import { ALPHABET, STAR, VIN_LENGTH } from "../characters.ts";
import { MODEL, PLANT_COUNTRY } from "../elements.ts";
import { CYCLE_YEARS, FIRST_MODEL_YEAR, YEAR_OF_CODE } from "../model-year.ts";
import {
  FORMULA_BASE,
  NO_SCORE,
  RANK_BITS,
  ROW,
  VALUE,
  VALUE_TEXT,
  WMI,
  WMI_ASSIGNED,
  WMI_FLAGS,
  WMI_LIGHT,
  YEAR_SLOTS,
  yearSlot,
} from "../pack/layout.ts";
import { type Pack, stringOf } from "../pack/pack.ts";
import {
  badPositions,
  digitIsRight,
  isExcused,
  mayBeExcused,
  serialRule,
  unusedPositions,
} from "./errors.ts";
import { lastYearElsewhere, yearIndexElsewhere } from "./maker-forms.ts";
import type { Pass, State } from "./state.ts";

/** The date used for year limits and publication dates. */
export interface Today {
  readonly year: number;
  /** Days since 1970-01-01. */
  readonly day: number;
  /** The latest model year that a caller can expect. */
  readonly latest: number;
}

/** The year of position 10 within 2010–2039, 0 if it has no year character. */
const codeYear = ({ codes, length }: State): number => (length > 9 ? YEAR_OF_CODE[codes[9]!]! : 0);

const covered = (pack: Pack, wmi: number, year: number): boolean =>
  pack.covers[pack.years[wmi * YEAR_SLOTS + yearSlot(year)]!]! > 0;

/** The model year by U.S. law, negative if it could also be 30 years earlier, 0 if position 10 gives none. */
export function lawfulYear(pack: Pack, state: State, today: Today): number {
  const { codes, wmi } = state;
  let year = codeYear(state);
  if (year === 0) return 0;
  let conclusive = false;
  if ((pack.wmis[wmi * WMI + WMI_FLAGS]! & WMI_LIGHT) !== 0) {
    const seventh = codes[6]!;
    if (seventh < 10) year -= CYCLE_YEARS;
    if (seventh < 36) conclusive = true;
  }
  if (year > today.year + 2) {
    year -= CYCLE_YEARS;
    conclusive = true;
  }
  return conclusive ? year : -year;
}

/** The year of vPIC's rule: where no schema covers the lawful year and one the other cycle's, it takes the latter. */
export function vpicYear(pack: Pack, { wmi }: State, today: Today, lawful: number): number {
  if (lawful <= 0) return lawful;
  let other = lawful;
  if (lawful <= today.year + 2 - CYCLE_YEARS) other = lawful + CYCLE_YEARS;
  else if (lawful >= FIRST_MODEL_YEAR + CYCLE_YEARS) other = lawful - CYCLE_YEARS;
  return !covered(pack, wmi, lawful) && covered(pack, wmi, other) ? other : lawful;
}

const A = ALPHABET.indexOf("A");
const E = ALPHABET.indexOf("E");

/** Whether a whole VIN has a manufacturer code of a country outside North America; 7A to 7E are New Zealand. */
export function isForeign({ codes, length }: State): boolean {
  const first = codes[0]!;
  const second = codes[1]!;
  const northAmerican = (first >= 1 && first <= 5) || (first === 7 && !(second >= A && second <= E));
  return !northAmerican && length === VIN_LENGTH;
}

/**
 * Whether a VIN of a foreign manufacturer is surely not one that U.S. law makes: a code that vPIC does not have, the
 * ZZZ of Volkswagen's makes, or a wrong check digit. By U.S. law alone position 7 states the cycle of the year, and
 * position 9 a check digit.
 */
export function isUnlawful(pack: Pack, state: State): boolean {
  if ((pack.wmis[state.wmi * WMI + WMI_FLAGS]! & WMI_ASSIGNED) !== 0 || isFilled(state)) return true;
  if (digitIsRight(state, serialRule(pack, state))) return false;
  return !(state.codes.includes(STAR) || isExcused(pack, state) || mayBeExcused(pack, state));
}

/** Schemas that began more years ago, and were never replaced, describe what is built no more. */
const currentYears = 10;

/** The years for which the schema of the model had applied; 0 without a model. */
function ageOfModel({ best, year }: Pass): number {
  const score = best[MODEL]!;
  return score < FORMULA_BASE ? year - (2100 - (score >>> RANK_BITS)) : 0;
}

/** Whether the model comes from patterns that ended long ago. */
const isOutdated = (pass: Pass): boolean => ageOfModel(pass) > currentYears;

const Z = ALPHABET.indexOf("Z");

/** Whether positions 4 to 6 are ZZZ, as Volkswagen's makes fill them outside North America. */
const isFilled = ({ codes }: State): boolean => codes[3] === Z && codes[4] === Z && codes[5] === Z;

/** Positions 4 to 8. */
export const DESCRIBED = 0b1111_1000;

/** Whether more than one of a mask's bits stand for positions 4 to 8. */
function isSeveral(mask: number): boolean {
  const open = mask & DESCRIBED;
  return (open & (open - 1)) !== 0;
}

/** The later year of a character that is at most next year; 0 if it is no year character. */
const laterOf = (code: number, limit: number): number => {
  const year = YEAR_OF_CODE[code]!;
  return year > limit ? year - CYCLE_YEARS : year;
};

/** The later year that a VIN of another market can mean; 0 if it states none. */
export function laterYear(state: State, today: Today): number {
  const index = yearIndexElsewhere(state);
  return index < 0 ? 0 : laterOf(state.codes[index]!, Math.min(today.year + 1, lastYearElsewhere(state)));
}

/**
 * Whether a lawful decode of a foreign manufacturer's VIN is one of another market: no patterns describe it. Position 7
 * of a heavy vehicle states no year: the earlier one is kept if it alone has patterns.
 */
export function isOfAnotherMarket(pack: Pack, state: State, pass: Pass, today: Today): boolean {
  if (state.codes.includes(STAR)) return false;
  if ((pack.wmis[state.wmi * WMI + WMI_FLAGS]! & WMI_LIGHT) === 0) {
    const [later, earlier] = state.passes;
    // Under a year that the caller gave, the first pass is that of a VIN before.
    if (pass === earlier && pass.year < later.year && later.patterns === 0) return false;
    return !explains(pack, state, pass);
  }
  if (describesLawful(pack, state, pass)) return false;
  // In the year that would be assumed anyway there is nothing to choose.
  return pass.best[MODEL] === NO_SCORE || pass.year !== laterOf(state.codes[9]!, today.year + 1);
}

/**
 * Whether patterns describe a VIN with a right check digit and a lawful year: they name a model and cover four of
 * positions 4 to 8, or three of them and the plant.
 */
export function describesLawful(pack: Pack, state: State, pass: Pass): boolean {
  if (state.codes.includes(STAR)) return true;
  if (pass.best[MODEL] === NO_SCORE) return false;
  const unused = unusedPositions(pack, state, pass);
  const unknown = (badPositions(pack, state, pass) | unused) & DESCRIBED;
  const beyondOne = unknown & (unknown - 1);
  return beyondOne === 0 || ((beyondOne & (beyondOne - 1)) === 0 && ((unused >>> PLANT) & 1) === 0);
}

/** The VIN index of the plant. */
const PLANT = 10;

/**
 * Whether the earlier of a foreign code's two years rests on patterns of vehicles that were built in North America: they
 * are of another vehicle, because a plant there has codes of its own country.
 */
function isBuiltInAmerica(pack: Pack, { best, row }: Pass): boolean {
  if (best[PLANT_COUNTRY] === NO_SCORE) return false;
  const value = pack.rows[row[PLANT_COUNTRY]! * ROW]! & 0xffffff;
  return /^(?:UNITED STATES|CANADA)/i.test(stringOf(pack, pack.values[value * VALUE + VALUE_TEXT]!));
}

/**
 * Whether patterns that are current under the pass's year describe a VIN: they name a model, and at least four of
 * positions 4 to 8 mean something.
 */
export const explains = (pack: Pack, state: State, pass: Pass): boolean =>
  !isFilled(state) &&
  pass.best[MODEL] !== NO_SCORE &&
  !isOutdated(pass) &&
  !(isForeign(state) && isBuiltInAmerica(pack, pass)) &&
  !isSeveral(badPositions(pack, state, pass) | unusedPositions(pack, state, pass));
