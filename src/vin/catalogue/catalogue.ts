import { ByteCache } from "../../base/byte-cache.ts";
import { modelsInBlock } from "../pack/block-models.ts";
import {
  VALUE,
  VALUE_EXTRA,
  VALUE_TEXT,
  WMI,
  WMI_FLAGS,
  WMI_KEY,
  WMI_LIGHT,
  yearSlot,
} from "../pack/layout.ts";
import { type Pack, stringOf } from "../pack/pack.ts";
import { blocksOf, type CatalogueKind, createCatalogueIndex } from "./catalogue-index.ts";
import { type CatalogueKeys, modelKeysIn } from "./catalogue-models.ts";
import { trimsInBlock } from "./catalogue-trims.ts";
import { partialVinsOf } from "./catalogue-vin.ts";

/** The years, makes and models that vPIC's patterns decode to. Names are compared by the keys passed in. */
export interface Catalogue {
  /** Newest first. */
  years(kind: CatalogueKind): readonly number[];
  /** Key → name of the makes of a year. */
  makes(kind: CatalogueKind, year: number): ReadonlyMap<string, string>;
  /** Key → name of the models of a make and year. */
  models(kind: CatalogueKind, year: number, makeKey: string): ReadonlyMap<string, string>;
  /** Key → name of the trims that VINs of a model decode to; takes milliseconds. */
  trims(kind: CatalogueKind, year: number, makeKey: string, modelKey: string): ReadonlyMap<string, string>;
  /**
   * Partial VINs, with `*` for open positions, at least one for each pattern that names a model; empty if
   * there is none. What they all decode to in that year is common to all vehicles of the model.
   */
  partialVins(kind: CatalogueKind, year: number, makeKey: string, modelKey: string): readonly string[];
}

export interface CatalogueOptions {
  readonly keys: CatalogueKeys;
  /** Patterns without an end apply until the year after this one. */
  readonly currentYear: number;
}

/** The makes of a dozen years: motorcycles have more than a thousand in each. */
const makesBytes = 4 * 1024 * 1024;
const bytesOfMake = 120;

/**
 * The catalogue of a pack: cars, trucks and MPVs, and separately motorcycles. The first use of a year takes
 * some milliseconds.
 */
export function createCatalogue(pack: Pack, { keys, currentYear }: CatalogueOptions): Catalogue {
  const index = createCatalogueIndex(pack, keys, currentYear);
  const textOf = (value: number): string => stringOf(pack, pack.values[value * VALUE + VALUE_TEXT]!);
  const knownMakes = new ByteCache<ReadonlyMap<string, string>>(makesBytes);
  const knownYears = new Map<CatalogueKind, readonly number[]>();
  const makeNameOf = (model: number): string => textOf(pack.values[model * VALUE + VALUE_EXTRA]!);
  /** The blocks that name a model, and its values. */
  const found = (kind: CatalogueKind, year: number, makeKey: string, modelKey: string) => {
    const isModel = (value: number) =>
      index.makeKeyOf(value) === makeKey && index.modelKeyOf(value) === modelKey;
    const blocks = index
      .blocks(kind, year, makeKey)
      .filter((block) => modelsInBlock(pack, block).some(isModel));
    return { isModel, blocks };
  };
  return {
    years(kind) {
      const years = knownYears.get(kind) ?? index.years(kind).toReversed();
      knownYears.set(kind, years);
      return years;
    },
    makes(kind, year) {
      const name = `${kind} ${year}`;
      const known = knownMakes.get(name);
      if (known) return known;
      const makes = new Map([...index.makes(kind, year)].map(([key, model]) => [key, makeNameOf(model)]));
      knownMakes.set(name, makes, makes.size * bytesOfMake);
      return makes;
    },
    models(kind, year, makeKey) {
      const names = new Map<string, string>();
      for (const block of index.blocks(kind, year, makeKey))
        for (const model of modelsInBlock(pack, block)) {
          const key = index.makeKeyOf(model) === makeKey ? index.modelKeyOf(model) : "";
          if (key !== "" && !names.has(key)) names.set(key, textOf(model));
        }
      return names;
    },
    trims(kind, year, makeKey, modelKey) {
      const { isModel, blocks } = found(kind, year, makeKey, modelKey);
      const trims = blocks.flatMap((block) => [...trimsInBlock(pack, block, isModel)]);
      return new Map(trims.map((name) => [keys.model(name), name] as const).filter(([key]) => key !== ""));
    },
    partialVins(kind, year, makeKey, modelKey) {
      const { isModel, blocks } = found(kind, year, makeKey, modelKey);
      if (blocks.length === 0) return [];
      const ofModel = new Set(blocks);
      const vins = index.wmis[kind].flatMap((wmi) => {
        const light = (pack.wmis[wmi * WMI + WMI_FLAGS]! & WMI_LIGHT) !== 0;
        const covering = blocksOf(pack, wmi, yearSlot(year)).filter((block) => ofModel.has(block));
        return covering.flatMap((block) =>
          modelKeysIn(pack, block, isModel).flatMap((key) =>
            partialVinsOf(pack.wmis[wmi * WMI + WMI_KEY]!, key, year, light),
          ),
        );
      });
      return [...new Set(vins)];
    },
  };
}
