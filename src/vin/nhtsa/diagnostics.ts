import { errorTexts } from "../answer/error-texts.ts";
import { markInvalid, suggestionFor } from "../answer/suggestion.ts";
import { codesOf, errorInWords, NOTES, notesOf, onlyNotes } from "../answer/warnings.ts";
import { VIN_LENGTH } from "../characters.ts";
import {
  bitOf,
  bodyMarks,
  digitIsRight,
  ERROR_CODES,
  findErrors,
  isExcused,
  serialRule,
} from "../decode/errors.ts";
import type { State } from "../decode/state.ts";
import { BODY_INCOMPLETE, WMI, WMI_FLAGS, WMI_INCOMPLETE } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";

/** What vPIC says of a VIN itself; all texts may be `""` but the code. */
export interface VinDiagnostics {
  /** Error codes, ascending, joined by commas. */
  readonly code: string;
  readonly text: string;
  readonly additional: string;
  readonly suggested: string;
  readonly possible: string;
  /** Said of many VINs: the same object each time. */
  readonly shared?: true;
}

/** Judges decoded VINs, `vin` being the VIN as it was read. */
export type Judge = (state: State, vin: string) => VinDiagnostics;

const CLEAN = 0;
const NO_DETAIL = 8;
/** Codes that leave a VIN clean: the vehicle's own, and another year than was asked for. */
const BESIDE_CLEAN: readonly number[] = [9, 10, 12];
const CLEAN_TEXT =
  "0 - No error was found: the length, the characters and the check digit (9th position) are right. Whether each character is one that the manufacturer registered cannot be told from the loaded data.";
const NO_DETAIL_TEXT = "8 - No detailed data: the loaded data describe nothing but the manufacturer.";

/** The note that the data hold nothing, which code 8 says already. */
const nothingKnown = 1;
const notesIn = (bits: number): string =>
  NOTES.filter((_, bit) => ((bits & ~nothingKnown) >> bit) & 1).join(" ");

/**
 * Reduced data lack patterns, so that codes 2 to 5 and 14 are not judged: they would be raised where nothing is
 * wrong. Code 8 is: it says what the data hold.
 */
function reducedVerdict(pack: Pack, state: State, vin: string): VinDiagnostics {
  findErrors(pack, state, state.chosen);
  const found = codesOf(pack, state);
  if (state.chosen.patterns === 0) found.push(NO_DETAIL);
  if (found.every((code) => BESIDE_CLEAN.includes(code))) found.push(CLEAN);
  found.sort((a, b) => a - b);
  const texts = found.map((code) => {
    if (code === CLEAN) return CLEAN_TEXT;
    return code === NO_DETAIL ? NO_DETAIL_TEXT : `${code} - ${errorInWords(pack, state, code)}`;
  });
  return {
    code: found.join(),
    text: texts.join(" "),
    additional: notesIn(notesOf(pack, state)),
    suggested: markInvalid(pack, state, vin),
    possible: "",
  };
}

function wholeVerdict(pack: Pack, state: State, vin: string): VinDiagnostics {
  findErrors(pack, state, state.chosen);
  const { errorText, additionalErrorText } = errorTexts(pack, state);
  const { suggestedVin, possibleValues } = suggestionFor(pack, state, vin);
  const found = ERROR_CODES.map(([code]) => code).filter((code) => state.chosen.errors & bitOf(code));
  return {
    code: found.join(),
    text: errorText,
    additional: additionalErrorText,
    suggested: suggestedVin,
    possible: possibleValues,
  };
}

/** The number of a verdict that many VINs share, or −1: what is said of a clean VIN hangs on two facts of it. */
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
  if (!digitIsRight(state, serialRule(pack, state)) || !onlyNotes(pack, state)) return -1;
  return notesOf(pack, state);
}

/** Makes the judge of a pack's VINs. */
export function createJudge(pack: Pack): Judge {
  const [cleanOf, judge] = pack.meta.complete ? [wholeClean, wholeVerdict] : [reducedClean, reducedVerdict];
  const shared = new Map<number, VinDiagnostics>();
  return (state, vin) => {
    const clean = cleanOf(pack, state);
    if (clean < 0) return judge(pack, state, vin);
    const known = shared.get(clean) ?? { ...judge(pack, state, vin), shared: true as const };
    shared.set(clean, known);
    return known;
  };
}
