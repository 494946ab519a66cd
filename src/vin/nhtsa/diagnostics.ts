import { errorTexts } from "../answer/error-texts.ts";
import { markInvalid, suggestionFor } from "../answer/suggestion.ts";
import { decidableErrors, errorInWords, NOTES, notesOf, onlyNotes } from "../answer/warnings.ts";
import { VIN_LENGTH } from "../characters.ts";
import {
  badPositions,
  bitOf,
  bodyMarks,
  digitIsRight,
  ERROR_CODES,
  findErrors,
  isExcused,
  serialRule,
} from "../decode/errors.ts";
import type { State } from "../decode/state.ts";
import { DESCRIBED } from "../decode/years.ts";
import { MODEL } from "../elements.ts";
import { BODY_INCOMPLETE, NO_SCORE, WMI, WMI_FLAGS, WMI_INCOMPLETE, WMI_SIX } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";

/** vPIC's statements about a VIN itself; all texts except the code may be `""`. */
export interface VinDiagnostics {
  /** Error codes, ascending, joined by commas. */
  readonly code: string;
  readonly text: string;
  readonly additional: string;
  readonly suggested: string;
  readonly possible: string;
  /** Shared by many VINs: the same object each time. */
  readonly shared?: true;
}

/** Diagnoses decoded VINs; `vin` is the VIN as it was read. */
export type Diagnose = (state: State, vin: string) => VinDiagnostics;

const CLEAN = 0;
const NO_DETAIL = 8;
/** Codes that leave a VIN clean: the vehicle's own, and another year than the requested one. */
const BESIDE_CLEAN: readonly number[] = [9, 10, 12];
const CLEAN_TEXT =
  "0 - No error was found: the length, the characters and the check digit (9th position) are right. Whether each character is one that the manufacturer registered cannot be determined from the loaded data.";
const NO_DETAIL_TEXT = "8 - No detailed data: the loaded data describe nothing but the manufacturer.";

/** The note that the data contains nothing, which code 8 already reports. */
const nothingKnown = 1;
const notesIn = (bits: number): string =>
  NOTES.filter((_, bit) => ((bits & ~nothingKnown) >> bit) & 1).join(" ");

/** Codes 2 to 5 and 14, which need the patterns of every character. */
const BY_PATTERNS = [2, 3, 4, 5, 14].map(bitOf).reduce((a, b) => a | b, 0);
/** VIN index of the plant. */
const PLANT = 10;

/**
 * Whether characters that no pattern names are the VIN's fault on reduced data. Those lack patterns of one position,
 * such as the engine's, for many real VINs, but hardly ever of several or of the plant.
 */
function namesTooLittle(pack: Pack, state: State): boolean {
  const bad = badPositions(pack, state, state.chosen);
  return (bad & (bad - 1)) !== 0 || bad === 1 << PLANT;
}

const hasModel = ({ chosen }: State): boolean => chosen.best[MODEL] !== NO_SCORE;

/**
 * Whether no correction is known: the plant is unknown, and the data lack the patterns of all of positions 4 to 8; or a
 * character of a small manufacturer's VIN is, of whose few patterns the data have some.
 */
function lacksPatterns(pack: Pack, state: State): boolean {
  const bad = badPositions(pack, state, state.chosen);
  const isSmall = (pack.wmis[state.wmi * WMI + WMI_FLAGS]! & WMI_SIX) !== 0;
  return (isSmall && bad !== 0) || ((state.chosen.named & DESCRIBED) === 0 && bad === 1 << PLANT);
}

/** What reduced data decide of the codes that need patterns, as bits. */
function patternErrors(pack: Pack, state: State): number {
  if (lacksPatterns(pack, state)) return bitOf(5) | bitOf(14);
  if (namesTooLittle(pack, state)) return state.chosen.errors & BY_PATTERNS;
  return hasModel(state) ? 0 : state.chosen.errors & bitOf(14);
}

const codesIn = (bits: number): number[] =>
  ERROR_CODES.map(([code]) => code).filter((code) => bits & bitOf(code));

/** Code 8 describes the data: nothing but the manufacturer is known. */
function reducedDiagnostics(pack: Pack, state: State, vin: string): VinDiagnostics {
  const pass = state.chosen;
  findErrors(pack, state, pass);
  const byPatterns = pass.patterns === 0 ? bitOf(NO_DETAIL) : patternErrors(pack, state);
  const found = codesIn(decidableErrors(pack, state) | byPatterns);
  if ((pass.errors & bitOf(CLEAN)) !== 0 || found.every((code) => BESIDE_CLEAN.includes(code)))
    found.unshift(CLEAN);
  const texts = found.map((code) => {
    if (code === CLEAN) return CLEAN_TEXT;
    return code === NO_DETAIL ? NO_DETAIL_TEXT : `${code} - ${errorInWords(pack, state, code)}`;
  });
  const corrected = (byPatterns & BY_PATTERNS & ~bitOf(14)) !== 0 && !lacksPatterns(pack, state);
  const { suggestedVin, possibleValues } = corrected
    ? suggestionFor(pack, state, vin)
    : { suggestedVin: markInvalid(pack, state, vin), possibleValues: "" };
  return {
    code: found.join(),
    text: texts.join(" "),
    additional: notesIn(notesOf(pack, state)),
    suggested: suggestedVin,
    possible: possibleValues,
  };
}

function wholeDiagnostics(pack: Pack, state: State, vin: string): VinDiagnostics {
  findErrors(pack, state, state.chosen);
  const { errorText, additionalErrorText } = errorTexts(pack, state);
  const { suggestedVin, possibleValues } = suggestionFor(pack, state, vin);
  return {
    code: codesIn(state.chosen.errors).join(),
    text: errorText,
    additional: additionalErrorText,
    suggested: suggestedVin,
    possible: possibleValues,
  };
}

/** The index of diagnostics that many VINs share, or −1: those of a clean VIN depend on two facts. */
function wholeClean(pack: Pack, state: State): number {
  const pass = state.chosen;
  findErrors(pack, state, pass);
  if (pass.errors !== bitOf(CLEAN) || isExcused(pack, state)) return -1;
  const incomplete =
    (pack.wmis[state.wmi * WMI + WMI_FLAGS]! & WMI_INCOMPLETE) !== 0 ||
    (bodyMarks(pack, pass) & BODY_INCOMPLETE) !== 0;
  return (incomplete ? 1 : 0) | (pass.conclusive ? 0 : 2);
}

function reducedClean(pack: Pack, state: State): number {
  if (state.length !== VIN_LENGTH || state.chosen.patterns === 0) return -1;
  if (!hasModel(state) || namesTooLittle(pack, state)) return -1;
  if (!digitIsRight(state, serialRule(pack, state)) || !onlyNotes(pack, state)) return -1;
  return notesOf(pack, state);
}

/** Creates the diagnostics of a pack's VINs. */
export function createDiagnose(pack: Pack): Diagnose {
  const [cleanOf, diagnose] = pack.meta.complete
    ? [wholeClean, wholeDiagnostics]
    : [reducedClean, reducedDiagnostics];
  const shared = new Map<number, VinDiagnostics>();
  return (state, vin) => {
    const clean = cleanOf(pack, state);
    if (clean < 0) return diagnose(pack, state, vin);
    const known = shared.get(clean) ?? { ...diagnose(pack, state, vin), shared: true as const };
    shared.set(clean, known);
    return known;
  };
}
