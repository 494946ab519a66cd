import { dayMs } from "../../base/durations.ts";
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
import { type CatalogueKeys, namedModels } from "./catalogue-models.ts";

/** What a vehicle is, as far as selectors ask. */
export type CatalogueKind = "vehicles" | "motorcycles";

const kindOfType: Readonly<Record<string, CatalogueKind>> = {
  "PASSENGER CAR": "vehicles",
  TRUCK: "vehicles",
  "MULTIPURPOSE PASSENGER VEHICLE (MPV)": "vehicles",
  MOTORCYCLE: "motorcycles",
};
const bitOf: Readonly<Record<CatalogueKind, number>> = { vehicles: 1, motorcycles: 2 };

/** A schema's block, and the models that its patterns name: their values in the pack, each once. */
interface Block {
  readonly block: number;
  readonly models: Int32Array;
}

/**
 * Where a pack names models, in numbers of the pack: names are read when they are asked for, since those of all
 * years take 14 MiB.
 */
export interface CatalogueIndex {
  /** The manufacturer codes whose vehicles are of a kind. */
  readonly wmis: Readonly<Record<CatalogueKind, readonly number[]>>;
  /** The makes that have models of a kind in a year: key → one of the models. */
  makes(kind: CatalogueKind, year: number): ReadonlyMap<string, number>;
  /** The blocks that name models of a make for a kind and year, in the pack's order. */
  blocks(kind: CatalogueKind, year: number, makeKey: string): readonly Block[];
  /** The key of a model's make. */
  makeKeyOf(model: number): string;
  /** The years in which there are models of a kind, ascending. */
  years(kind: CatalogueKind): readonly number[];
}

/** The blocks of the schemas that cover a manufacturer code in a year. */
export function blocksOf(pack: Pack, wmi: number, slot: number): number[] {
  const covers = pack.years[wmi * YEAR_SLOTS + slot]!;
  const count = pack.covers[covers]!;
  return Array.from({ length: count }, (_, link) => pack.covers[covers + 1 + link * 2]!);
}

/** Patterns without an end go on to the year after `currentYear`. */
export function createCatalogueIndex(pack: Pack, keys: CatalogueKeys, currentYear: number): CatalogueIndex {
  const lastSlot = Math.min(currentYear + 1 - FIRST_YEAR + 1, YEAR_SLOTS - 1);
  const wmis = wmisByKind(pack, Math.floor(Date.parse(`${currentYear}-12-31`) / dayMs));
  const makeKeys = new Map<number, string>();
  const makeKeyOf = (model: number): string => {
    const make = pack.values[model * VALUE + VALUE_EXTRA]!;
    let key = makeKeys.get(make);
    if (key === undefined) {
      key = make < 0 ? "" : keys.make(stringOf(pack, pack.values[make * VALUE + VALUE_TEXT]!));
      makeKeys.set(make, key);
    }
    return key;
  };
  const blocks = coveredBlocks(pack, wmis, lastSlot);
  const kindsOf = kindsByYear(pack, wmis, lastSlot, blocks);
  const { starts, models } = namedModels(pack, blocks, (model) => {
    if (makeKeyOf(model) === "") return false;
    return keys.model(stringOf(pack, pack.values[model * VALUE + VALUE_TEXT]!)) !== "";
  });
  const modelsOf = (index: number): Int32Array => models.subarray(starts[index]!, starts[index + 1]!);
  const ofMakes = new Map<string, number[]>();
  for (const index of blocks.keys())
    for (const model of modelsOf(index)) {
      const key = makeKeyOf(model);
      const known = ofMakes.get(key);
      if (!known) ofMakes.set(key, [index]);
      else if (known.at(-1) !== index) known.push(index);
    }
  const isOf = (kind: CatalogueKind, index: number, slot: number): boolean =>
    (kindsOf[index * YEAR_SLOTS + slot]! & bitOf[kind]) !== 0;
  const slotOf = (year: number): number | undefined => {
    const slot = year - FIRST_YEAR + 1;
    return slot >= 1 && slot <= lastSlot ? slot : undefined;
  };
  const slots = Array.from({ length: lastSlot }, (_, index) => index + 1);
  return {
    wmis,
    makeKeyOf,
    makes(kind, year) {
      const slot = slotOf(year);
      const found = new Map<string, number>();
      if (slot === undefined) return found;
      for (const [key, indexes] of ofMakes) {
        const first = indexes.find((index) => isOf(kind, index, slot));
        const model = first === undefined ? -1 : modelsOf(first).find((one) => makeKeyOf(one) === key)!;
        if (model >= 0) found.set(key, model);
      }
      return found;
    },
    blocks(kind, year, makeKey) {
      const slot = slotOf(year);
      if (slot === undefined) return [];
      const found = (ofMakes.get(makeKey) ?? []).filter((index) => isOf(kind, index, slot));
      return found.map((index) => ({ block: blocks[index]!, models: modelsOf(index) }));
    },
    years: (kind) =>
      slots
        .filter((slot) =>
          blocks.some((_, index) => starts[index]! < starts[index + 1]! && isOf(kind, index, slot)),
        )
        .map((slot) => FIRST_YEAR + slot - 1),
  };
}

/** Those published by a day, by what they make. */
function wmisByKind(pack: Pack, today: number): Record<CatalogueKind, number[]> {
  const found: Record<CatalogueKind, number[]> = { vehicles: [], motorcycles: [] };
  for (let wmi = 0; wmi < pack.wmis.length / WMI; wmi++) {
    const type = pack.wmis[wmi * WMI + WMI_TYPE]!;
    const kind = type < 0 ? undefined : kindOfType[stringOf(pack, pack.values[type * VALUE + VALUE_TEXT]!)];
    if (kind !== undefined && pack.wmis[wmi * WMI + WMI_PUBLIC_DAY]! <= today) found[kind].push(wmi);
  }
  return found;
}

type Visit = (kind: CatalogueKind, slot: number, block: number) => void;

function visitBlocks(pack: Pack, wmis: CatalogueIndex["wmis"], lastSlot: number, visit: Visit): void {
  for (const kind of ["vehicles", "motorcycles"] as const)
    for (const wmi of wmis[kind])
      for (let slot = 1; slot <= lastSlot; slot++) {
        const covers = pack.years[wmi * YEAR_SLOTS + slot]!;
        const end = covers + 1 + pack.covers[covers]! * 2;
        for (let link = covers + 1; link < end; link += 2) visit(kind, slot, pack.covers[link]!);
      }
}

function coveredBlocks(pack: Pack, wmis: CatalogueIndex["wmis"], lastSlot: number): number[] {
  const found = new Set<number>();
  visitBlocks(pack, wmis, lastSlot, (_kind, _slot, block) => found.add(block));
  return [...found];
}

/** The kinds of vehicles that each block describes in each year, one bit each. */
function kindsByYear(
  pack: Pack,
  wmis: CatalogueIndex["wmis"],
  lastSlot: number,
  blocks: readonly number[],
): Uint8Array {
  const indexes = new Map(blocks.map((block, index) => [block, index]));
  const kinds = new Uint8Array(blocks.length * YEAR_SLOTS);
  visitBlocks(pack, wmis, lastSlot, (kind, slot, block) => {
    kinds[indexes.get(block)! * YEAR_SLOTS + slot]! |= bitOf[kind];
  });
  return kinds;
}
