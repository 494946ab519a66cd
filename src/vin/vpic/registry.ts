import {
  FIRST_YEAR,
  MODEL,
  ROW,
  VALUE,
  VALUE_RAW,
  WMI,
  WMI_KEY,
  YEAR_SLOTS,
  yearSlot,
} from "../pack/layout.ts";
import { type Pack, stringOf } from "../pack/pack.ts";
import type { RegisteredWmi, Registry } from "../pack/registry.ts";

/** A model of vPIC's lists. */
export interface ListedModel {
  readonly id: number;
  readonly name: string;
  readonly make: number;
}

/** A manufacturer code of vPIC's lists; numbers are 0 and dates `""` where they are unknown. */
export interface ListedWmi {
  readonly code: string;
  readonly manufacturer: number;
  readonly type: number;
  readonly country: number;
  readonly created: string;
  readonly updated: string;
  readonly published: string;
  readonly makes: readonly number[];
}

/** vPIC's lists, read for questions. Names by number are in ascending order of number, makes in upper case. */
export interface Lists {
  readonly makes: ReadonlyMap<number, string>;
  readonly manufacturers: ReadonlyMap<number, string>;
  readonly types: ReadonlyMap<number, string>;
  readonly countries: ReadonlyMap<number, string>;
  readonly models: readonly ListedModel[];
  readonly wmis: readonly ListedWmi[];
  readonly variables: Registry["variables"];
  readonly labels: Registry["labels"];
  /** The makes of a manufacturer. */
  makesOf(manufacturer: number): readonly number[];
  /**
   * The numbers of the models that patterns name in a year, or in any, each with the vehicle types of the codes whose
   * patterns do; of the codes that are admitted.
   */
  modelsIn(
    year: number | undefined,
    admits: (wmi: ListedWmi) => boolean,
  ): ReadonlyMap<number, ReadonlySet<number>>;
}

const known = new WeakMap<Pack, Lists>();
const decoder = new TextDecoder();

/** vPIC's lists in a pack; the first call for it takes some 40 ms. */
export function listsOf(pack: Pack): Lists {
  const lists = known.get(pack) ?? readLists(pack);
  known.set(pack, lists);
  return lists;
}

const listed = ([
  code,
  manufacturer,
  type,
  country,
  created,
  updated,
  published,
  ...makes
]: RegisteredWmi): ListedWmi => ({
  code,
  manufacturer,
  type,
  country,
  created,
  updated,
  published,
  makes,
});

function readLists(pack: Pack): Lists {
  const stored = JSON.parse(decoder.decode(pack.registry)) as Registry;
  const makesOf = new Map<number, number[]>();
  for (const [manufacturer, make] of stored.manufacturerMakes) {
    const own = makesOf.get(manufacturer);
    if (own === undefined) makesOf.set(manufacturer, [make]);
    else own.push(make);
  }
  const wmis = stored.wmis.map(listed);
  const wmiOf = new Map(wmis.map((wmi) => [Number.parseInt(wmi.code, 36), wmi]));
  const modelsOf = modelsByBlock(pack);
  return {
    makes: new Map(stored.makes.map(([id, name]) => [id, name.toUpperCase()])),
    manufacturers: new Map(stored.manufacturers),
    types: new Map(stored.types),
    countries: new Map(stored.countries),
    models: stored.models.map(([id, name, make]) => ({ id, name, make })),
    wmis,
    variables: stored.variables,
    labels: stored.labels,
    makesOf: (manufacturer) => makesOf.get(manufacturer) ?? [],
    modelsIn(year, admits) {
      const found = new Map<number, Set<number>>();
      if (year !== undefined && year < FIRST_YEAR) return found;
      for (let index = 0; index < pack.wmis.length / WMI; index++) {
        const wmi = wmiOf.get(pack.wmis[index * WMI + WMI_KEY]! >>> 0);
        if (wmi === undefined || !admits(wmi)) continue;
        for (const model of modelsOf(index, year)) {
          const own = found.get(model);
          if (own === undefined) found.set(model, new Set([wmi.type]));
          else own.add(wmi.type);
        }
      }
      return found;
    },
  };
}

/** Finds the numbers of the models that the schemas of a code name in a year, or in any. */
function modelsByBlock(pack: Pack): (wmi: number, year: number | undefined) => Iterable<number> {
  const byBlock = new Map<number, readonly number[]>();
  const read = (block: number): number[] => {
    const first = pack.schemas[block + 1]!;
    const models = new Set<number>();
    const end = pack.keyRows[first + pack.schemas[block]!]!;
    for (let row = pack.keyRows[first]!; row < end; row++) {
      const meaning = pack.rows[row * ROW]!;
      if (meaning >>> 24 === MODEL) models.add(meaning & 0xffffff);
    }
    return [...models].map((value) => Number(stringOf(pack, pack.values[value * VALUE + VALUE_RAW]!)));
  };
  return function* (wmi, year) {
    const covers = pack.years[wmi * YEAR_SLOTS + (year === undefined ? 0 : yearSlot(year))]!;
    for (let link = 0; link < pack.covers[covers]!; link++) {
      const block = pack.covers[covers + 1 + link * 2]!;
      const models = byBlock.get(block) ?? read(block);
      byBlock.set(block, models);
      yield* models;
    }
  };
}
