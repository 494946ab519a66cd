import { ASCII_OF, CODES, UNDERSCORE } from "../characters.ts";
import { keepFitting, namedCodes } from "../decode/corrections.ts";
import { badPositions, indicesOf, invalidPositions } from "../decode/errors.ts";
import type { State } from "../decode/state.ts";
import type { Pack } from "../pack/pack.ts";

/**
 * A VIN as vPIC would correct it, with `!` in positions it cannot correct, and the possible characters there.
 */
export interface Suggestion {
  readonly suggestedVin: string;
  /** For example `(6:012)(8:14)`, positions from 1. */
  readonly possibleValues: string;
}

const replaceAt = (vin: string, index: number, character: string): string =>
  vin.slice(0, index) + character + vin.slice(index + 1);

const textOf = (codes: Uint8Array): string =>
  String.fromCharCode(...codes.map((code) => (code === UNDERSCORE ? "_".charCodeAt(0) : ASCII_OF[code]!)));

/** The characters that keys name at an index, and those of them that make the check digit valid. */
function possibleAt(pack: Pack, state: State, index: number): { admitted: string; fitting: string } {
  const codes = new Uint8Array(CODES);
  const count = namedCodes(pack, state.chosen, index, codes);
  const admitted = textOf(codes.slice(0, count));
  return { admitted, fitting: textOf(codes.slice(0, keepFitting(state, index, codes, count))) };
}

/** The correction of characters that no pattern names. */
function corrected(pack: Pack, state: State, vin: string): Suggestion {
  const places = indicesOf(badPositions(pack, state, state.chosen));
  if (places.length === 0) return { suggestedVin: "", possibleValues: "" };
  const [only] = places as [number];
  const { admitted, fitting } = possibleAt(pack, state, only);
  const good = places.length > 1 ? "" : admitted.length === 1 ? admitted : fitting;
  if (good.length === 1)
    return { suggestedVin: replaceAt(vin, only, good), possibleValues: `(${only + 1}:${good})` };
  const possible = places.map((index) => `(${index + 1}:${possibleAt(pack, state, index).admitted})`);
  const marked = places.reduce((text, index) => replaceAt(text, index, "!"), vin);
  return { suggestedVin: marked, possibleValues: possible.join("") };
}

/** vPIC's suggested VIN; both `""` if nothing is wrong. */
export function suggestionFor(pack: Pack, state: State, vin: string): Suggestion {
  const { suggestedVin, possibleValues } = corrected(pack, state, vin);
  return { suggestedVin: markInvalid(pack, state, vin, suggestedVin), possibleValues };
}

/** A suggestion with `!` for invalid characters; `""` if there are none. */
export function markInvalid(pack: Pack, state: State, vin: string, suggested = ""): string {
  const invalid = indicesOf(invalidPositions(pack, state));
  return invalid.length === 0
    ? suggested
    : invalid.reduce((text, index) => replaceAt(text, index, "!"), suggested || vin);
}
