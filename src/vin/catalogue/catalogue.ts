import { dayMs } from "../../base/durations.ts";
import {
  FIRST_YEAR,
  VALUE,
  VALUE_TEXT,
  WMI,
  WMI_FLAGS,
  WMI_KEY,
  WMI_LIGHT,
  WMI_PUBLIC_DAY,
  WMI_TYPE,
  YEAR_SLOTS,
  yearSlot,
} from "../pack/layout.ts";
import { type Pack, stringOf } from "../pack/pack.ts";
import { type CatalogueKeys, modelKeysIn, modelsByBlock, type NamedModel } from "./catalogue-models.ts";
import { trimsInBlock } from "./catalogue-trims.ts";
import { partialVinsOf } from "./catalogue-vin.ts";

/** What a vehicle is, as far as selectors ask. */
export type CatalogueKind = "vehicles" | "motorcycles";

/** The years, makes and models that vPIC's patterns decode to. Names are compared by the keys given. */
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
   * Partial VINs, `*` for what is open, one and more for each pattern that names a model; empty where none does.
   * What all of them decode to with that year is what all vehicles of the model have in common.
   */
  partialVins(kind: CatalogueKind, year: number, makeKey: string, modelKey: string): readonly string[];
}

export interface CatalogueOptions {
  readonly keys: CatalogueKeys;
  /** Patterns without an end go on to the year after this one. */
  readonly currentYear: number;
}

interface Make {
  readonly name: string;
  /** Key → name. Years whose models are the same share them. */
  models: ReadonlyMap<string, string>;
}

type Years = Map<number, Map<string, Make>>;

const kindOfType: Readonly<Record<string, CatalogueKind>> = {
  "PASSENGER CAR": "vehicles",
  TRUCK: "vehicles",
  "MULTIPURPOSE PASSENGER VEHICLE (MPV)": "vehicles",
  MOTORCYCLE: "motorcycles",
};

/** Reads the catalogue out of a pack: cars, trucks and MPVs, and motorcycles apart. Takes about 0.1 s. */
export function createCatalogue(pack: Pack, { keys, currentYear }: CatalogueOptions): Catalogue {
  const kinds: Record<CatalogueKind, Years> = { vehicles: new Map(), motorcycles: new Map() };
  const wmisOf: Record<CatalogueKind, number[]> = { vehicles: [], motorcycles: [] };
  const { nameOf, modelsIn } = modelsByBlock(pack, keys);
  const today = Math.floor(Date.parse(`${currentYear}-12-31`) / dayMs);
  const lastSlot = Math.min(currentYear + 1 - FIRST_YEAR + 1, YEAR_SLOTS - 1);
  for (let wmi = 0; wmi < pack.wmis.length / WMI; wmi++) {
    const type = pack.wmis[wmi * WMI + WMI_TYPE]!;
    const kind = type < 0 ? undefined : kindOfType[stringOf(pack, pack.values[type * VALUE + VALUE_TEXT]!)];
    if (kind === undefined || pack.wmis[wmi * WMI + WMI_PUBLIC_DAY]! > today) continue;
    wmisOf[kind].push(wmi);
    for (let slot = 1; slot <= lastSlot; slot++) {
      // Most codes have no patterns in most years.
      if (pack.covers[pack.years[wmi * YEAR_SLOTS + slot]!] === 0) continue;
      for (const block of blocksOf(pack, wmi, slot)) {
        const named = modelsIn(block);
        if (named.length > 0) add(kinds[kind], FIRST_YEAR + slot - 1, named);
      }
    }
  }
  for (const years of Object.values(kinds)) shareModels(years);
  return {
    years: (kind) => [...kinds[kind].keys()].sort((a, b) => b - a),
    makes: (kind, year) => new Map([...(kinds[kind].get(year) ?? [])].map(([key, { name }]) => [key, name])),
    models: (kind, year, makeKey) => kinds[kind].get(year)?.get(makeKey)?.models ?? noNames,
    trims(kind, year, makeKey, modelKey) {
      const isModel = (one: NamedModel | undefined) => one?.makeKey === makeKey && one.modelKey === modelKey;
      const blocks = new Set<number>();
      for (const wmi of year < FIRST_YEAR ? [] : wmisOf[kind])
        for (const block of blocksOf(pack, wmi, yearSlot(year)))
          if (modelsIn(block).some(isModel)) blocks.add(block);
      const trims = [...blocks].flatMap((block) => [
        ...trimsInBlock(pack, block, (value) => isModel(nameOf(value))),
      ]);
      return new Map(trims.map((name) => [keys.model(name), name] as const).filter(([key]) => key !== ""));
    },
    partialVins(kind, year, makeKey, modelKey) {
      if (!kinds[kind].get(year)?.get(makeKey)?.models.has(modelKey)) return [];
      const isModel = (value: number) => {
        const named = nameOf(value);
        return named?.makeKey === makeKey && named.modelKey === modelKey;
      };
      const vins = wmisOf[kind].flatMap((wmi) => {
        const light = (pack.wmis[wmi * WMI + WMI_FLAGS]! & WMI_LIGHT) !== 0;
        return blocksOf(pack, wmi, yearSlot(year)).flatMap((block) =>
          modelKeysIn(pack, block, isModel).flatMap((key) =>
            partialVinsOf(pack.wmis[wmi * WMI + WMI_KEY]!, key, year, light),
          ),
        );
      });
      return [...new Set(vins)];
    },
  };
}

/** The blocks of the schemas that cover a manufacturer code in a year. */
function blocksOf(pack: Pack, wmi: number, slot: number): number[] {
  const covers = pack.years[wmi * YEAR_SLOTS + slot]!;
  const count = pack.covers[covers]!;
  return Array.from({ length: count }, (_, link) => pack.covers[covers + 1 + link * 2]!);
}

const noNames: ReadonlyMap<string, string> = new Map();

function add(years: Years, year: number, named: readonly NamedModel[]): void {
  const makes = years.get(year) ?? new Map<string, Make>();
  years.set(year, makes);
  for (const { makeKey, make, modelKey, model } of named) {
    const found = makes.get(makeKey) ?? { name: make, models: new Map<string, string>() };
    makes.set(makeKey, found);
    const models = found.models as Map<string, string>;
    if (!models.has(modelKey)) models.set(modelKey, model);
  }
}

/** Keeps one map where a make has the same models as in the year before: most have them for decades. */
function shareModels(years: Years): void {
  const before = new Map<string, ReadonlyMap<string, string>>();
  const ascending = [...years].sort(([a], [b]) => a - b);
  for (const [, makes] of ascending)
    for (const [key, make] of makes) {
      const models = before.get(key);
      if (models && sameModels(models, make.models)) make.models = models;
      else before.set(key, make.models);
    }
}

function sameModels(some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): boolean {
  return some.size === others.size && [...some].every(([key, name]) => others.get(key) === name);
}
