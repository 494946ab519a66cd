import { partialKey } from "./catalogue-vin.ts";
import {
  FIRST_YEAR,
  MODEL,
  ROW,
  VALUE,
  VALUE_EXTRA,
  VALUE_TEXT,
  WMI,
  WMI_FLAGS,
  WMI_KEY,
  WMI_LIGHT,
  WMI_PUBLIC_DAY,
  WMI_TYPE,
  YEAR_SLOTS,
} from "./layout.ts";
import { type Pack, stringOf } from "./pack.ts";

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
  /**
   * A partial VIN, `*` for what is open, that decodes to a model; `undefined` for one that is not here.
   * Decoding it with its year tells what all vehicles of that model have in common.
   */
  partialVin(kind: CatalogueKind, year: number, makeKey: string, modelKey: string): string | undefined;
}

/** How names become keys; given from above, where aliases are known. */
export interface CatalogueKeys {
  make(name: string): string;
  model(name: string): string;
}

export interface CatalogueOptions {
  readonly keys: CatalogueKeys;
  /** Patterns without an end go on to the year after this one. */
  readonly currentYear: number;
}

/** One model that a schema's patterns name. */
interface Named {
  readonly makeKey: string;
  readonly make: string;
  readonly modelKey: string;
  readonly model: string;
  /** Number of the pattern's key. */
  readonly pattern: number;
}

interface Model {
  readonly name: string;
  readonly wmi: number;
  readonly pattern: number;
}

interface Make {
  readonly name: string;
  readonly models: Map<string, Model>;
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
  const namedIn = modelsByBlock(pack, keys);
  const today = Math.floor(Date.parse(`${currentYear}-12-31`) / 86_400_000);
  const lastSlot = Math.min(currentYear + 1 - FIRST_YEAR + 1, YEAR_SLOTS - 1);
  for (let wmi = 0; wmi < pack.wmis.length / WMI; wmi++) {
    const type = pack.wmis[wmi * WMI + WMI_TYPE]!;
    const kind = type < 0 ? undefined : kindOfType[stringOf(pack, pack.values[type * VALUE + VALUE_TEXT]!)];
    if (kind === undefined || pack.wmis[wmi * WMI + WMI_PUBLIC_DAY]! > today) continue;
    for (let slot = 1; slot <= lastSlot; slot++) {
      const covers = pack.years[wmi * YEAR_SLOTS + slot]!;
      for (let link = 0; link < pack.covers[covers]!; link++) {
        const named = namedIn(pack.covers[covers + 1 + link * 2]!);
        if (named.length > 0) add(kinds[kind], FIRST_YEAR + slot - 1, named, wmi);
      }
    }
  }
  const namesOf = <T extends { readonly name: string }>(found: ReadonlyMap<string, T> | undefined) =>
    new Map([...(found ?? [])].map(([key, { name }]) => [key, name]));
  return {
    years: (kind) => [...kinds[kind].keys()].sort((a, b) => b - a),
    makes: (kind, year) => namesOf(kinds[kind].get(year)),
    models: (kind, year, makeKey) => namesOf(kinds[kind].get(year)?.get(makeKey)?.models),
    partialVin(kind, year, makeKey, modelKey) {
      const found = kinds[kind].get(year)?.get(makeKey)?.models.get(modelKey);
      if (!found) return undefined;
      const light = (pack.wmis[found.wmi * WMI + WMI_FLAGS]! & WMI_LIGHT) !== 0;
      const key = stringOf(pack, pack.keyTexts[found.pattern]!);
      return partialKey(pack.wmis[found.wmi * WMI + WMI_KEY]!, key, year, light);
    },
  };
}

function add(years: Years, year: number, named: readonly Named[], wmi: number): void {
  let makes = years.get(year);
  if (!makes) years.set(year, (makes = new Map()));
  for (const { makeKey, make, modelKey, model, pattern } of named) {
    let found = makes.get(makeKey);
    if (!found) makes.set(makeKey, (found = { name: make, models: new Map() }));
    if (!found.models.has(modelKey)) found.models.set(modelKey, { name: model, wmi, pattern });
  }
}

/** The models that a schema's block names, read once for each block. */
function modelsByBlock(pack: Pack, keys: CatalogueKeys): (block: number) => readonly Named[] {
  const known = new Map<number, readonly Named[]>();
  const names = new Map<number, Omit<Named, "pattern"> | undefined>();
  const nameOf = (value: number): Omit<Named, "pattern"> | undefined => {
    if (names.has(value)) return names.get(value);
    const makeValue = pack.values[value * VALUE + VALUE_EXTRA]!;
    const model = stringOf(pack, pack.values[value * VALUE + VALUE_TEXT]!);
    const make = makeValue < 0 ? "" : stringOf(pack, pack.values[makeValue * VALUE + VALUE_TEXT]!);
    const named = { makeKey: keys.make(make), make, modelKey: keys.model(model), model };
    const usable = named.makeKey !== "" && named.modelKey !== "" ? named : undefined;
    names.set(value, usable);
    return usable;
  };
  const read = (block: number): Named[] => {
    const found = new Map<number, Named>();
    const first = pack.schemas[block + 1]!;
    for (let key = first; key < first + pack.schemas[block]!; key++) {
      for (let row = pack.keyRows[key]!; row < pack.keyRows[key + 1]!; row++) {
        const meaning = pack.rows[row * ROW]!;
        if (meaning >>> 24 !== MODEL || found.has(meaning & 0xffffff)) continue;
        const named = nameOf(meaning & 0xffffff);
        if (named) found.set(meaning & 0xffffff, { ...named, pattern: key });
      }
    }
    return [...found.values()];
  };
  return (block) => {
    let named = known.get(block);
    if (!named) known.set(block, (named = read(block)));
    return named;
  };
}
