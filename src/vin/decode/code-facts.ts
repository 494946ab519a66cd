import {
  WMI,
  WMI_ABROAD,
  WMI_CAR,
  WMI_FLAGS,
  WMI_INCOMPLETE,
  WMI_MANUFACTURER,
  WMI_MANUFACTURER_ID,
  WMI_TYPE,
} from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import type { State } from "./state.ts";

/** vPIC's flags of a manufacturer code for vehicles for the United States alone. */
const AMERICAN = WMI_CAR | WMI_INCOMPLETE;

/** The flags of the VIN's manufacturer code, without those that do not hold for this vehicle. */
export const flagsOfCode = ({ wmis }: Pack, { wmi, undescribed }: State): number =>
  wmis[wmi * WMI + WMI_FLAGS]! & (undescribed ? ~AMERICAN : -1);

/** A word of the VIN's manufacturer code, −1 if it does not hold for this vehicle. */
export function wordOfCode({ wmis }: Pack, { wmi, undescribed }: State, word: number): number {
  if (undescribed && isAmerican(word, wmis[wmi * WMI + WMI_FLAGS]!)) return -1;
  return wmis[wmi * WMI + word]!;
}

/** Whether a word holds for vehicles for the United States alone: the type, and the importer's name. */
const isAmerican = (word: number, flags: number): boolean =>
  word === WMI_TYPE ||
  ((flags & WMI_ABROAD) !== 0 && (word === WMI_MANUFACTURER || word === WMI_MANUFACTURER_ID));
