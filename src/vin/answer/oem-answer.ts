import type { State } from "../decode/state.ts";
import type { Pack } from "../pack/pack.ts";
import type { Derived } from "./derived.ts";
import { describe } from "./describe.ts";
import { checkOf, derivedPart, groupsOf } from "./groups.ts";
import { explainPositions } from "./positions.ts";

const encoder = new TextEncoder();

/**
 * Creates the writer of `GET /oem-vin-decode/{vin}` bodies: the groups of the plain decode, every element
 * with the pattern that decided it, and every position explained.
 */
export function createOemAnswer(
  pack: Pack,
): (state: State, added?: readonly Derived[]) => Uint8Array<ArrayBuffer> {
  return (state, added) => {
    const decode = describe(pack, state, added);
    const elements = decode.elements.map(({ id, name, code, group, value, decidedBy, patternId, key }) => {
      return { element_id: id, name, code, group, value, decided_by: decidedBy, pattern_id: patternId, key };
    });
    const data = {
      ...groupsOf(decode),
      check: checkOf(decode),
      derived: derivedPart(decode, true),
      error_codes: decode.errorCodes,
      descriptor: decode.descriptor,
      elements,
      positions: explainPositions(decode),
    };
    return encoder.encode(JSON.stringify({ status: "success", data }));
  };
}
