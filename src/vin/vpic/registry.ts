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
   * Of these models those that patterns name in a year, or in any, each with the groups of the codes whose patterns do;
   * codes without a group are left out.
   */
  modelsIn(
    models: readonly ListedModel[],
    year: number | undefined,
    groupOf: (wmi: ListedWmi) => number | undefined,
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
  const pairsOf = modelsByYear(pack, wmis);
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
    modelsIn(models, year, groupOf) {
      const wanted = new Set(models.map(({ id }) => id));
      const found = new Map<number, Set<number>>();
      const groups = new Map<number, number | undefined>();
      const pairs = pairsOf(year);
      for (let at = 0; at < pairs.length; at += 2) {
        if (!wanted.has(pairs[at + 1]!)) continue;
        const code = pairs[at]!;
        if (!groups.has(code)) groups.set(code, groupOf(wmis[code]!));
        const group = groups.get(code);
        if (group === undefined) continue;
        const own = found.get(pairs[at + 1]!);
        if (own === undefined) found.set(pairs[at + 1]!, new Set([group]));
        else own.add(group);
      }
      return found;
    },
  };
}

/** Finds, once for each year, the places of codes in the list and the models that their patterns name, in pairs. */
function modelsByYear(pack: Pack, wmis: readonly ListedWmi[]): (year: number | undefined) => Int32Array {
  const placeOf = new Map(wmis.map(({ code }, place) => [Number.parseInt(code, 36), place]));
  const modelsOf = modelsByBlock(pack);
  const known = new Map<number, Int32Array>();
  const read = (year: number | undefined): Int32Array => {
    const pairs: number[] = [];
    for (let wmi = 0; wmi < pack.wmis.length / WMI; wmi++) {
      const place = placeOf.get(pack.wmis[wmi * WMI + WMI_KEY]! >>> 0);
      if (place !== undefined) for (const model of modelsOf(wmi, year)) pairs.push(place, model);
    }
    return Int32Array.from(pairs);
  };
  return (year) => {
    if (year !== undefined && year < FIRST_YEAR) return new Int32Array(0);
    const slot = year === undefined ? 0 : yearSlot(year);
    const pairs = known.get(slot) ?? read(year);
    known.set(slot, pairs);
    return pairs;
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
