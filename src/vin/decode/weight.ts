import { MAKE, MODEL_YEAR, VEHICLE_TYPE } from "../elements.ts";
import { DISPLACEMENT, NO_SCORE, ROW, WMI, WMI_TYPE } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import type { Pass } from "./state.ts";

/** The weight of the elements of a pass, each once: vPIC's preference between model years. */
export function weightOf(pack: Pack, wmi: number, pass: Pass): number {
  const { weights } = pack;
  let weight = 0;
  for (let i = 0; i < pass.count; i++) weight += weights[pass.present[i]!]!;
  for (let i = 0; i < pass.multipleCount; i++) weight += weightOfRow(pack, pass, i);
  for (let i = 0; i < DISPLACEMENT.length; i++)
    if (pass.converted[i]! >= 0) weight += weights[DISPLACEMENT[i]!]!;
  if (pass.make >= 0) weight += weights[MAKE]!;
  if (pass.year > 0) weight += weights[MODEL_YEAR]!;
  return pack.wmis[wmi * WMI + WMI_TYPE]! >= 0 ? weight + weights[VEHICLE_TYPE]! : weight;
}

/** The weight of one row of the elements that keep all rows, 0 if the element is already counted. */
function weightOfRow(pack: Pack, pass: Pass, index: number): number {
  const elementOf = (i: number): number => pack.rows[pass.multiple[i * 2]! * ROW]! >>> 24;
  const element = elementOf(index);
  if (pass.best[element] !== NO_SCORE) return 0;
  for (let i = 0; i < index; i++) if (elementOf(i) === element) return 0;
  return pack.weights[element]!;
}
