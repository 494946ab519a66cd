import { MODEL } from "../../../../vin/elements.ts";
import { VALUE, VALUE_EXTRA, VALUE_TEXT } from "../../../../vin/pack/layout.ts";
import { type Pack, stringOf } from "../../../../vin/pack/pack.ts";
import { wordsOf } from "./line-words.ts";

const ofPacks = new WeakMap<Pack, Map<string, ReadonlySet<string>>>();

/** The models that a pack has of some makes in any year, in joined words; makes as vPIC spells them. */
export function makeModels(pack: Pack, makes: readonly string[]): ReadonlySet<string> {
  const known = ofPacks.get(pack) ?? new Map<string, ReadonlySet<string>>();
  ofPacks.set(pack, known);
  const key = makes.join("\n");
  const models = known.get(key) ?? new Set(makes.flatMap((make) => readModels(pack, make)));
  known.set(key, models);
  return models;
}

function readModels(pack: Pack, make: string): string[] {
  const { values } = pack;
  const bytes = Buffer.from(JSON.stringify(make).slice(1, -1));
  // There are 12,000 makes: comparing bytes takes a hundredth of reading their names.
  const isMake = (value: number): boolean => {
    const place = values[value * VALUE + VALUE_TEXT]! + 2;
    return bytes.equals(pack.strings.subarray(place, place + bytes.length)) && textOf(pack, value) === make;
  };
  const decided = new Map<number, boolean>();
  const models: string[] = [];
  for (let value = 0; value < values.length / VALUE; value++) {
    const own = values[value * VALUE + VALUE_EXTRA]!;
    if ((values[value * VALUE]! & 0xff) !== MODEL || own < 0) continue;
    const wanted = decided.get(own) ?? isMake(own);
    decided.set(own, wanted);
    if (wanted) models.push(wordsOf(textOf(pack, value)).join(""));
  }
  return models;
}

const textOf = (pack: Pack, value: number): string =>
  stringOf(pack, pack.values[value * VALUE + VALUE_TEXT]!);
