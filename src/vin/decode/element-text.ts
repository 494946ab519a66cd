import { VALUE, VALUE_TEXT } from "../pack/layout.ts";
import { type Pack, stringOf } from "../pack/pack.ts";
import { capturedDigits, elementValue } from "./element-value.ts";
import type { State } from "./state.ts";

/** The text of an element that has one row, as `describe` gives it, `""` when unknown; without describing the rest. */
export function elementText(pack: Pack, state: State, element: number): string {
  const value = elementValue(pack, state, element);
  if (value < 0) return "";
  return capturedDigits(pack, state, value) ?? stringOf(pack, pack.values[value * VALUE + VALUE_TEXT]!);
}
