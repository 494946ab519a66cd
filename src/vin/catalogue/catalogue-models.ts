import { MODEL } from "../elements.ts";
import { modelsInBlock } from "../pack/block-models.ts";
import { ROW, VALUE, VALUE_EXTRA, VALUE_TEXT } from "../pack/layout.ts";
import { type Pack, stringOf } from "../pack/pack.ts";

/** How names become keys; the caller passes this in, because it has the aliases. */
export interface CatalogueKeys {
  make(name: string): string;
  model(name: string): string;
}

/** One model that a schema's patterns name. */
export class NamedModel {
  readonly makeKey: string;
  readonly #model: string;
  readonly #keys: CatalogueKeys;
  #modelKey: string | undefined;

  constructor(makeKey: string, model: string, keys: CatalogueKeys) {
    this.makeKey = makeKey;
    this.#model = model;
    this.#keys = keys;
  }

  /** Made on first use: of most models only the make is compared. Empty for a name without letters and digits. */
  get modelKey(): string {
    this.#modelKey ??= this.#keys.model(this.#model);
    return this.#modelKey;
  }
}

/** The models that a schema's block names, read once for each block. */
export function modelsByBlock(pack: Pack, keys: CatalogueKeys) {
  const known = new Map<number, readonly NamedModel[]>();
  const names = new Map<number, NamedModel | undefined>();
  const makeKeys = new Map<number, string>();
  const textOf = (value: number) => stringOf(pack, pack.values[value * VALUE + VALUE_TEXT]!);
  const makeKeyOf = (make: number): string => {
    const key = makeKeys.get(make) ?? (make < 0 ? "" : keys.make(textOf(make)));
    makeKeys.set(make, key);
    return key;
  };
  const nameOf = (value: number): NamedModel | undefined => {
    if (names.has(value)) return names.get(value);
    const makeKey = makeKeyOf(pack.values[value * VALUE + VALUE_EXTRA]!);
    const model = makeKey === "" ? undefined : new NamedModel(makeKey, textOf(value), keys);
    names.set(value, model);
    return model;
  };
  const read = (block: number): NamedModel[] =>
    [...modelsInBlock(pack, block)].flatMap((value) => nameOf(value) ?? []);
  const modelsIn = (block: number): readonly NamedModel[] => {
    const models = known.get(block) ?? read(block);
    known.set(block, models);
    return models;
  };
  return { nameOf, modelsIn };
}

/** The keys of a schema's patterns that name a model; `isModel` tests a model's value. */
export function modelKeysIn(pack: Pack, block: number, isModel: (value: number) => boolean): string[] {
  const first = pack.schemas[block + 1]!;
  const keys = new Set<string>();
  for (let key = first; key < first + pack.schemas[block]!; key++)
    for (let row = pack.keyRows[key]!; row < pack.keyRows[key + 1]!; row++) {
      const meaning = pack.rows[row * ROW]!;
      if (meaning >>> 24 === MODEL && isModel(meaning & 0xffffff))
        keys.add(stringOf(pack, pack.keyTexts[key]!));
    }
  return [...keys];
}
