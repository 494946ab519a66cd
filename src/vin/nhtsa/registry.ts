import { gunzipSync } from "node:zlib";
import { FIRST_YEAR, yearSlot } from "../pack/layout.ts";
import type { RegisteredWmi, Registry } from "../pack/registry.ts";

/** A model of vPIC's lists. */
export interface ListedModel {
  readonly id: number;
  readonly name: string;
  readonly make: number;
}

/** A manufacturer code of vPIC's lists; numbers are 0 and dates `""` when unknown. */
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

/** vPIC's lists, read for queries. Names by number are in ascending order of number, makes in upper case. */
export interface Lists {
  readonly makes: ReadonlyMap<number, string>;
  readonly manufacturers: ReadonlyMap<number, string>;
  readonly types: ReadonlyMap<number, string>;
  readonly countries: ReadonlyMap<number, string>;
  readonly models: readonly ListedModel[];
  readonly wmis: readonly ListedWmi[];
  readonly variables: Registry["variables"];
  readonly labels: Registry["labels"];
  makesOf(manufacturer: number): readonly number[];
  /**
   * Those of these models that patterns name in a year, or in any, each with the groups of the codes whose
   * patterns do; codes without a group are left out.
   */
  modelsIn(
    models: readonly ListedModel[],
    year: number | undefined,
    groupOf: (wmi: ListedWmi) => number | undefined,
  ): ReadonlyMap<number, ReadonlySet<number>>;
}

const decoder = new TextDecoder();

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

/** Reads vPIC's lists from a pack's registry; takes some 50 ms. */
export function readLists(registry: Uint8Array): Lists {
  const stored = JSON.parse(decoder.decode(gunzipSync(registry))) as Registry;
  const makesOf = new Map<number, number[]>();
  for (const [manufacturer, make] of stored.manufacturerMakes) {
    const own = makesOf.get(manufacturer);
    if (own === undefined) makesOf.set(manufacturer, [make]);
    else own.push(make);
  }
  const wmis = stored.wmis.map(listed);
  const pairsOf = modelsByYear(stored);
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

/**
 * Finds, once for each year, the indices of codes in the list and the models that their patterns name, in
 * pairs.
 */
function modelsByYear({ named, schemaModels }: Registry): (year: number | undefined) => Int32Array {
  const known = new Map<number, Int32Array>();
  const read = (slot: number): Int32Array => {
    const pairs: number[] = [];
    for (const [code, runs] of named.entries())
      for (const [from, to, ...schemas] of runs) {
        if (slot < from || slot > to) continue;
        for (const schema of schemas) for (const model of schemaModels[schema]!) pairs.push(code, model);
      }
    return Int32Array.from(pairs);
  };
  return (year) => {
    if (year !== undefined && year < FIRST_YEAR) return new Int32Array(0);
    const slot = year === undefined ? 0 : yearSlot(year);
    const pairs = known.get(slot) ?? read(slot);
    known.set(slot, pairs);
    return pairs;
  };
}
