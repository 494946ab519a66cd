import { ASCII_OF } from "../characters.ts";
import { MAKE, MANUFACTURER, MANUFACTURER_ID, VEHICLE_TYPE } from "../elements.ts";
import {
  DISPLACEMENT_FIRST,
  NO_SCORE,
  ROW,
  VALUE,
  VALUE_TEXT,
  WMI_MANUFACTURER,
  WMI_MANUFACTURER_ID,
  WMI_TYPE,
} from "../pack/layout.ts";
import { type Pack, stringOf } from "../pack/pack.ts";
import { wordOfCode } from "./code-facts.ts";
import type { State } from "./state.ts";

/**
 * Number of the value that an element of the chosen pass has, or −1. Elements that keep several rows have
 * none here.
 */
export function elementValue(pack: Pack, state: State, element: number): number {
  const pass = state.chosen;
  if (element === MAKE) return pass.make;
  if (element === VEHICLE_TYPE) return wordOfCode(pack, state, WMI_TYPE);
  if (element === MANUFACTURER) return wordOfCode(pack, state, WMI_MANUFACTURER);
  if (element === MANUFACTURER_ID) return wordOfCode(pack, state, WMI_MANUFACTURER_ID);
  if (pass.best[element] !== NO_SCORE) return pack.rows[pass.row[element]! * ROW]! & 0xffffff;
  return element >= 11 && element <= 13 ? pass.converted[element - DISPLACEMENT_FIRST]! : -1;
}

/**
 * The VIN indices of the digits that a formula captures; the last is before the first if it is no formula.
 */
export function capturedIndices(
  pack: Pack,
  value: number,
): { readonly first: number; readonly last: number } {
  const columns = pack.values[value * VALUE]! >>> 8;
  // Columns count from the VIN's fourth character, and the bar is at the ninth.
  return columns === 0 ? { first: 0, last: -1 } : { first: (columns & 0xff) + 2, last: (columns >>> 8) + 2 };
}

/** The digits a formula captures, or `undefined` for a value that is no formula. */
export function capturedDigits(pack: Pack, state: State, value: number): string | undefined {
  const { first, last } = capturedIndices(pack, value);
  if (last < first) return undefined;
  let digits = "";
  for (let index = first; index <= last; index++)
    digits += String.fromCharCode(ASCII_OF[state.codes[index]!]!);
  return digits;
}

/**
 * The text of an element with one row, as `describe` gives it, `""` when unknown, without describing the
 * rest.
 */
export function elementText(pack: Pack, state: State, element: number): string {
  const value = elementValue(pack, state, element);
  if (value < 0) return "";
  return capturedDigits(pack, state, value) ?? stringOf(pack, pack.values[value * VALUE + VALUE_TEXT]!);
}
