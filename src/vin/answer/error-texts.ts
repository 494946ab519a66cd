import { flagsOfCode } from "../decode/code-facts.ts";
import { bitOf, bodyMarks, ERROR_CODES, isExcused, unusedPositions } from "../decode/errors.ts";
import type { State } from "../decode/state.ts";
import { BODY_INCOMPLETE, BODY_OFF_ROAD, WMI_INCOMPLETE } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import { invalidCharacters } from "./warnings.ts";

// vPIC's own sentences.
const OFF_ROAD =
  " NOTE: Disregard if this is an off-road vehicle PIN, as check digit calculation may not be accurate.";
const EXCEPTION =
  " NOTE: Check Digit Exception - The check digit was given an exception based on data from the OEM indicating an error on production.";
const INCOMPLETE =
  " Incomplete Vehicle Warning - Please be advised that the vehicle may have been altered and may not be an accurate representation of the vehicle in its current condition. ";
const YEAR_OPEN =
  " The Model Year decoded for this VIN may be incorrect. If you know the Model year, please enter it and decode again to get more accurate information. ";

/** vPIC cuts its texts at this length. */
const LONGEST = 500;

/** vPIC's texts of the error codes and its additions; both `""` if the pack does not contain them. */
export function errorTexts(pack: Pack, state: State): { errorText: string; additionalErrorText: string } {
  if (pack.meta.errors.length === 0) return { errorText: "", additionalErrorText: "" };
  const { errors } = state.chosen;
  const found = pack.meta.errors.filter(
    ({ code }) => ERROR_CODES.some(([each]) => each === code) && (errors & bitOf(code)) !== 0,
  );
  const texts = found.map(({ code, text }) => (text + noteOn(pack, state, code)).trim());
  return {
    errorText: texts.join("; ").slice(0, LONGEST),
    additionalErrorText: additionalText(pack, state),
  };
}

function noteOn(pack: Pack, state: State, code: number): string {
  if (code === 1 && (bodyMarks(pack, state.chosen) & BODY_OFF_ROAD) !== 0) return OFF_ROAD;
  return code === 0 && isExcused(pack, state) ? EXCEPTION : "";
}

function additionalText(pack: Pack, state: State): string {
  const pass = state.chosen;
  const has = (code: number) => (pass.errors & bitOf(code)) !== 0;
  const own = (code: number) => pack.meta.errors.find((error) => error.code === code)?.additional ?? "";
  let text = has(5) ? own(5) : has(4) ? own(4) : "";
  const add = (more: string): void => {
    text = (text + more).trim().slice(0, LONGEST);
  };
  // A VIN without unused positions has code 14 when its model is unknown; vPIC then adds no text.
  const unused = pass.patterns === 0 ? 0 : unusedPositions(pack, state, pass);
  const positions = Array.from({ length: state.length }, (_, index) => index + 1);
  const places = positions.filter((position) => ((unused >>> (position - 1)) & 1) === 1);
  if (has(14)) {
    if (places.length === 0) text = "";
    else add(` Unused position(s): ${places.join(",")}. `);
  }
  if (has(400)) add(` Invalid character(s): ${invalidCharacters(pack, state)}. `);
  const type = flagsOfCode(pack, state) & WMI_INCOMPLETE;
  if (type !== 0 || (bodyMarks(pack, pass) & BODY_INCOMPLETE) !== 0) add(INCOMPLETE);
  if (!pass.conclusive) add(YEAR_OPEN);
  return text;
}
