import { MAKE, MANUFACTURER, MANUFACTURER_ID, MODEL, MODEL_YEAR, VEHICLE_TYPE } from "../elements.ts";
import {
  DISPLACEMENT_FIRST,
  NO_SCORE,
  ROW,
  WMI,
  WMI_MANUFACTURER,
  WMI_MANUFACTURER_ID,
  WMI_TYPE,
} from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import type { Pass } from "./state.ts";

/**
 * Elements that a specification adds to even if they have a value: those that keep all rows, and battery
 * information.
 */
export const ADDED: readonly number[] = [1, 114, 121, 129, 150, 154, 155, 169, 186];
const FROM_ELSEWHERE: readonly number[] = [MAKE, MANUFACTURER, MANUFACTURER_ID, MODEL_YEAR, VEHICLE_TYPE];

const rowValue = (pack: Pack, row: number): number => pack.rows[row * ROW]! & 0xffffff;

/** Whether a pass has a value of an element. */
function holds(pack: Pack, wmi: number, pass: Pass, element: number, value: number): boolean {
  if (element === MAKE) return pass.make === value;
  if (element === MODEL_YEAR) return pass.year === value;
  if (element === VEHICLE_TYPE) return pack.wmis[wmi * WMI + WMI_TYPE] === value;
  if (element === MANUFACTURER) return pack.wmis[wmi * WMI + WMI_MANUFACTURER] === value;
  if (element === MANUFACTURER_ID) return pack.wmis[wmi * WMI + WMI_MANUFACTURER_ID] === value;
  for (let i = 0; i < pass.multipleCount; i++) {
    const row = pass.multiple[i * 2]!;
    if (pack.rows[row * ROW]! >>> 24 === element && rowValue(pack, row) === value) return true;
  }
  if (pass.best[element] !== NO_SCORE) return rowValue(pack, pass.row[element]!) === value;
  return isConverted(pass, element) && pass.converted[element - DISPLACEMENT_FIRST] === value;
}

const isConverted = (pass: Pass, element: number): boolean =>
  element >= 11 && element <= 13 && pass.converted[element - DISPLACEMENT_FIRST]! >= 0;

/** The offset of a model's specifications, or −1. */
function sheetsOf(pack: Pack, model: number): number {
  const { sheetModels } = pack;
  let low = 0;
  let high = sheetModels.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sheetModels[middle * 2]! < model) low = middle + 1;
    else high = middle;
  }
  return low < sheetModels.length / 2 && sheetModels[low * 2] === model ? sheetModels[low * 2 + 1]! : -1;
}

function makesInclude(pack: Pack, wmi: number, make: number): boolean {
  for (let i = pack.makeStarts[wmi]!; i < pack.makeStarts[wmi + 1]!; i++)
    if (pack.makes[i] === make) return true;
  return false;
}

/** The offset of the rows that a specification adds to a pass, or −1 if it does not apply. */
function matchVehicleSpec(pack: Pack, wmi: number, pass: Pass, specification: number): number {
  const { specifications } = pack;
  let at = specification + 1;
  if (
    !makesInclude(pack, wmi, specifications[at++]!) ||
    pack.wmis[wmi * WMI + WMI_TYPE] !== specifications[at++]
  )
    return -1;
  const years = specifications[at++]!;
  let covered = years === 0;
  for (let i = 0; i < years; i++) if (specifications[at++] === pass.year) covered = true;
  if (!covered) return -1;
  for (let keys = specifications[at++]!; keys > 0; keys--) {
    const element = specifications[at++]!;
    let held = false;
    for (let count = specifications[at++]!; count > 0; count--)
      if (holds(pack, wmi, pass, element, specifications[at++]!)) held = true;
    if (!held) return -1;
  }
  return at;
}

/** Fills missing elements of a pass from the vehicle specifications whose key facts it has. */
export function fillSpecifications(pack: Pack, wmi: number, pass: Pass): void {
  if (pass.best[MODEL] === NO_SCORE) return;
  const place = sheetsOf(pack, rowValue(pack, pass.row[MODEL]!));
  if (place < 0) return;
  // Every specification is compared with what patterns gave, so facts are added after all comparisons.
  const found: number[] = [];
  let specification = place + 1;
  for (let left = pack.specifications[place]!; left > 0; left--) {
    const end = specification + 1 + pack.specifications[specification]!;
    const first = matchVehicleSpec(pack, wmi, pass, specification);
    for (let at = first; first >= 0 && at < end; at++) found.push(pack.specifications[at]!);
    specification = end;
  }
  // Rows are numbered by rank: the first one of each element counts.
  found.sort((a, b) => a - b);
  let before: number[] = [];
  for (const row of found) {
    const element = pack.rows[row * ROW]! >>> 24;
    if (before.includes(element) || FROM_ELSEWHERE.includes(element)) continue;
    before = [...before, element];
    addFact(pack, pass, element, row);
  }
}

function addFact(pack: Pack, pass: Pass, element: number, row: number): void {
  if (ADDED.includes(element)) {
    if (pass.multipleCount >= pass.multiple.length / 2) return;
    pass.multiple[pass.multipleCount * 2] = row;
    pass.multiple[pass.multipleCount * 2 + 1] = -1;
    pass.multipleCount++;
  } else if (pass.best[element] === NO_SCORE && !isConverted(pass, element)) {
    pass.present[pass.count++] = element;
    pass.best[element] = pack.rows[row * ROW + 1]!;
    pass.row[element] = row;
    pass.key[element] = -1;
  }
}
