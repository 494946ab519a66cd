import { MAKE, MODEL_YEAR, VEHICLE_TYPE } from "../elements.ts";
import { DISPLACEMENT, NO_SCORE, ROW, WMI, WMI_TYPE } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import type { Pass } from "./state.ts";

/** The weight of the elements that a pass has, each once: what vPIC prefers one model year to another by. */
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

/** The weight of one of the rows of elements that keep all, 0 where the element is counted already. */
function weightOfRow(pack: Pack, pass: Pass, index: number): number {
  const elementOf = (i: number): number => pack.rows[pass.multiple[i * 2]! * ROW]! >>> 24;
  const element = elementOf(index);
  if (pass.best[element] !== NO_SCORE) return 0;
  for (let i = 0; i < index; i++) if (elementOf(i) === element) return 0;
  return pack.weights[element]!;
}
