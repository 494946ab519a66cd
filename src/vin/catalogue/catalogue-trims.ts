import { MODEL, TRIM } from "../elements.ts";
import { type KeyPosition, overlaps, parseKey } from "../key-pattern.ts";
import { ROW, VALUE, VALUE_TEXT } from "../pack/layout.ts";
import { type Pack, stringOf } from "../pack/pack.ts";

/** The trims that a schema's patterns give to vehicles of a model. `isModel` tests a model's value. */
export function trimsInBlock(pack: Pack, block: number, isModel: (value: number) => boolean): Set<string> {
  const models: KeyPosition[][] = [];
  const trims: { value: number; key: number }[] = [];
  const first = pack.schemas[block + 1]!;
  const positionsOf = (key: number) => parseKey(stringOf(pack, pack.keyTexts[key]!));
  for (let key = first; key < first + pack.schemas[block]!; key++) {
    for (let row = pack.keyRows[key]!; row < pack.keyRows[key + 1]!; row++) {
      const meaning = pack.rows[row * ROW]!;
      const value = meaning & 0xffffff;
      if (meaning >>> 24 === TRIM) trims.push({ value, key });
      else if (meaning >>> 24 === MODEL && isModel(value)) models.push(positionsOf(key));
    }
  }
  const found = new Set<string>();
  for (const { value, key } of trims) {
    const name = stringOf(pack, pack.values[value * VALUE + VALUE_TEXT]!);
    if (found.has(name)) continue;
    const positions = positionsOf(key);
    if (models.some((model) => overlaps(model, positions))) found.add(name);
  }
  return found;
}
