import { dayMs } from "../../base/durations.ts";
import { modelsInBlock } from "../pack/block-models.ts";
import {
  FIRST_YEAR,
  VALUE,
  VALUE_EXTRA,
  VALUE_TEXT,
  WMI,
  WMI_PUBLIC_DAY,
  WMI_TYPE,
  YEAR_SLOTS,
} from "../pack/layout.ts";
import { type Pack, stringOf } from "../pack/pack.ts";
import type { CatalogueKeys } from "./catalogue-models.ts";

/** The kinds of vehicle that selectors distinguish. */
export type CatalogueKind = "vehicles" | "motorcycles";

const kindOfType: Readonly<Record<string, CatalogueKind>> = {
  "PASSENGER CAR": "vehicles",
  TRUCK: "vehicles",
  "MULTIPURPOSE PASSENGER VEHICLE (MPV)": "vehicles",
  MOTORCYCLE: "motorcycles",
};

/**
 * Where a pack names models, in numbers of the pack. A year is read on first use, in some milliseconds: the
 * names of all years take 14 MiB.
 */
export interface CatalogueIndex {
  /** The manufacturer codes of a kind of vehicle. */
  readonly wmis: Readonly<Record<CatalogueKind, readonly number[]>>;
  /** The makes with models of a kind in a year: key → one of the models. */
  makes(kind: CatalogueKind, year: number): ReadonlyMap<string, number>;
  /** The blocks that name models of a make for a kind and year, in the pack's order. */
  blocks(kind: CatalogueKind, year: number, makeKey: string): readonly number[];
  /** The key of a model's make. */
  makeKeyOf(model: number): string;
  /** The key of a model's name. */
  modelKeyOf(model: number): string;
  /** The years with models of a kind, ascending. */
  years(kind: CatalogueKind): readonly number[];
}

/** The blocks of the schemas that cover a manufacturer code in a year. */
export function blocksOf(pack: Pack, wmi: number, slot: number): number[] {
  const covers = pack.years[wmi * YEAR_SLOTS + slot]!;
  const blocks: number[] = [];
  for (let link = 0; link < pack.covers[covers]!; link++) blocks.push(pack.covers[covers + 1 + link * 2]!);
  return blocks;
}

/** Caches a function of a number. */
function remembered<T>(compute: (from: number) => T): (from: number) => T {
  const known = new Map<number, T>();
  return (from) => {
    if (!known.has(from)) known.set(from, compute(from));
    return known.get(from) as T;
  };
}

/** Patterns without an end apply until the year after `currentYear`. */
export function createCatalogueIndex(pack: Pack, keys: CatalogueKeys, currentYear: number): CatalogueIndex {
  const lastSlot = Math.min(currentYear + 1 - FIRST_YEAR + 1, YEAR_SLOTS - 1);
  const wmis = wmisByKind(pack, Math.floor(Date.parse(`${currentYear}-12-31`) / dayMs));
  const textOf = (value: number): string => stringOf(pack, pack.values[value * VALUE + VALUE_TEXT]!);
  const keyOfMake = remembered((make) => (make < 0 ? "" : keys.make(textOf(make))));
  const makeKeyOf = (model: number): string => keyOfMake(pack.values[model * VALUE + VALUE_EXTRA]!);
  const modelKeyOf = remembered((model) => keys.model(textOf(model)));
  const lists = { vehicles: new Map<number, MakesOfYear>(), motorcycles: new Map<number, MakesOfYear>() };
  const ofYear = (kind: CatalogueKind, year: number): MakesOfYear => {
    const slot = year - FIRST_YEAR + 1;
    if (slot < 1 || slot > lastSlot) return new Map();
    const makes = lists[kind].get(slot) ?? makesOfYear(pack, wmis[kind], slot, makeKeyOf, modelKeyOf);
    lists[kind].set(slot, makes);
    return makes;
  };
  const hasModels = (kind: CatalogueKind, slot: number): boolean =>
    wmis[kind].some((wmi) =>
      blocksOf(pack, wmi, slot).some((block) => modelsInBlock(pack, block).length > 0),
    );
  return {
    wmis,
    makeKeyOf,
    modelKeyOf,
    makes(kind, year) {
      const found = new Map<string, number>();
      for (const [key, { model }] of ofYear(kind, year)) if (model !== undefined) found.set(key, model);
      return found;
    },
    blocks: (kind, year, makeKey) => ofYear(kind, year).get(makeKey)?.blocks ?? [],
    years: (kind) =>
      Array.from({ length: lastSlot }, (_, index) => index + 1)
        .filter((slot) => hasModels(kind, slot))
        .map((slot) => FIRST_YEAR + slot - 1),
  };
}

/** The blocks that name models of a make in a year, and the first of these models that has a key. */
interface MakeOfYear {
  readonly blocks: number[];
  model: number | undefined;
}

/** By the make's key. */
type MakesOfYear = ReadonlyMap<string, MakeOfYear>;

function makesOfYear(
  pack: Pack,
  wmis: readonly number[],
  slot: number,
  makeKeyOf: (model: number) => string,
  modelKeyOf: (model: number) => string,
): MakesOfYear {
  const found = new Map<string, MakeOfYear>();
  const covering = new Set<number>();
  for (const wmi of wmis) for (const block of blocksOf(pack, wmi, slot)) covering.add(block);
  for (const block of covering)
    for (const model of modelsInBlock(pack, block)) {
      const key = makeKeyOf(model);
      if (key === "") continue;
      const make = found.get(key) ?? { blocks: [], model: undefined };
      if (make.blocks.length === 0) found.set(key, make);
      if (make.blocks.at(-1) !== block) make.blocks.push(block);
      if (make.model === undefined && modelKeyOf(model) !== "") make.model = model;
    }
  return found;
}

/** Those published by a day, by vehicle kind. */
function wmisByKind(pack: Pack, today: number): Record<CatalogueKind, number[]> {
  const found: Record<CatalogueKind, number[]> = { vehicles: [], motorcycles: [] };
  const kindOf = remembered((type) =>
    type < 0 ? undefined : kindOfType[stringOf(pack, pack.values[type * VALUE + VALUE_TEXT]!)],
  );
  for (let wmi = 0; wmi < pack.wmis.length / WMI; wmi++) {
    const kind = kindOf(pack.wmis[wmi * WMI + WMI_TYPE]!);
    if (kind !== undefined && pack.wmis[wmi * WMI + WMI_PUBLIC_DAY]! <= today) found[kind].push(wmi);
  }
  return found;
}
