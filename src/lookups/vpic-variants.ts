import { ByteCache } from "../base/byte-cache.ts";
import type { Context } from "../calls/context.ts";
import { makeKey, nameKey } from "../families/names.ts";
import { modelsByBlock, type NamedModel } from "../vin/catalogue/catalogue-models.ts";
import { type KeyPosition, parseKey } from "../vin/key-pattern.ts";
import {
  ENGINE_CHOICE,
  MODEL,
  ROW,
  VALUE,
  VALUE_EXTRA,
  VALUE_TEXT,
  WMI,
  WMI_TYPE,
  YEAR_SLOTS,
  yearSlot,
} from "../vin/pack/layout.ts";
import { type Pack, stringOf } from "../vin/pack/pack.ts";
import { decoderOf } from "./decoder.ts";

/** What vPIC's elements are called here. */
const elements = {
  body: 5,
  cylinders: 9,
  drive: 15,
  fuel: 24,
  gvwr: 25,
  secondaryFuel: 66,
  electrification: 126,
} as const;
const SERIES = 34;
const cacheBytes = 16 * 1024 * 1024;
const TRIM = 38;

type Element = keyof typeof elements;
const nameOfElement = new Map(Object.entries(elements).map(([name, id]) => [id as number, name as Element]));
const covered = /^(PASSENGER CAR|TRUCK|MULTIPURPOSE PASSENGER VEHICLE \(MPV\))$/;

/** A value that some vehicles of the model have, and what their VINs look like. */
export interface VariantValue {
  readonly element: Element;
  readonly value: string;
  readonly key: readonly KeyPosition[];
}

/** What vPIC's patterns say of a model, those of one schema: values hold for the VINs that their keys match. */
export interface VariantSet {
  readonly vehicleType: string;
  readonly values: readonly VariantValue[];
}

/** Whether one VIN can match both keys: every place has a character that each admits. */
export function overlaps(a: readonly KeyPosition[], b: readonly KeyPosition[]): boolean {
  return a.every((position, index) => {
    const other = b[index]?.matches;
    return !other || position.matches.some((admits, code) => admits === 1 && other[code] === 1);
  });
}

/** Whether every VIN that matches `inner` matches `outer`. */
export function holdsFor(outer: readonly KeyPosition[], inner: readonly KeyPosition[]): boolean {
  return outer.every((position, index) => {
    if (position.free) return true;
    const other = inner[index]?.matches;
    return other !== undefined && !other.some((admits, code) => admits === 1 && position.matches[code] !== 1);
  });
}

type IsModel = (named: NamedModel | undefined) => boolean;

/** A name that some vehicles have, and what their VINs look like. */
interface Named {
  readonly name: string;
  readonly key: readonly KeyPosition[];
}

/** What the patterns of one schema say: the keys of the model, and every trim, series and value with its key. */
interface SchemaContent {
  readonly vehicleType: string;
  readonly models: readonly (readonly KeyPosition[])[];
  readonly trims: readonly Named[];
  readonly series: readonly Named[];
  readonly values: readonly VariantValue[];
}

/** The part of a model that is meant: the keys of its trim and series, `""` for every one. */
export interface Part {
  readonly trim: string;
  readonly series: string;
}

/** The schemas that know a name of the model, with what they say of it alone; all of them where none does. */
function narrowed(
  read: readonly SchemaContent[],
  wanted: string,
  namesOf: (content: SchemaContent) => readonly Named[],
): SchemaContent[] {
  if (wanted === "") return [...read];
  const told = read.flatMap((content) => {
    const keys = namesOf(content)
      .filter(({ name, key }) => nameKey(name) === wanted && content.models.some((one) => overlaps(one, key)))
      .map(({ key }) => key);
    if (keys.length === 0) return [];
    const fits = ({ key }: VariantValue) => keys.some((one) => overlaps(one, key));
    return [{ ...content, values: content.values.filter(fits) }];
  });
  return told.length > 0 ? told : [...read];
}

/** Reads what a pack's patterns say of models. One for a pack: what it has read of a schema it keeps. */
export function createVariants(pack: Pack) {
  const { nameOf, modelsIn } = modelsByBlock(pack, { make: makeKey, model: nameKey });
  const wmis = coveredWmis(pack);

  /** The schemas of a year that name the model, each once, and the type of vehicle they are for. */
  const blocksOf = (year: number, isModel: IsModel) => {
    const found = new Map<number, string>();
    const seen = new Set<number>();
    for (const { wmi, vehicleType } of wmis) {
      const place = pack.years[wmi * YEAR_SLOTS + yearSlot(year)]!;
      for (let link = 0; link < pack.covers[place]!; link++) {
        const block = pack.covers[place + 1 + link * 2]!;
        if (seen.has(block)) continue;
        seen.add(block);
        if (modelsIn(block).some(isModel)) found.set(block, vehicleType);
      }
    }
    return found;
  };

  const contentsOf = (year: number, make: string, model: string): SchemaContent[] => {
    const isModel: IsModel = (named) => named?.makeKey === make && named.modelKey === model;
    return [...blocksOf(year, isModel)].map(([block, vehicleType]) => {
      const content = readBlock(pack, block, (value) => isModel(nameOf(value)));
      const ofModel = ({ key }: { key: readonly KeyPosition[] }) =>
        content.models.some((one) => overlaps(one, key));
      return { ...content, vehicleType, values: content.values.filter(ofModel) };
    });
  };
  const variantsKnown = new ByteCache<readonly VariantSet[]>(cacheBytes);
  const seriesKnown = new Map<string, SeriesOfModels>();

  return {
    /** The variants of a model, of one trim or series where the patterns tell it by that key. */
    of(year: number, make: string, model: string, { trim, series }: Part): readonly VariantSet[] {
      const place = [year, make, model, trim, series].join("\n");
      const known = variantsKnown.get(place);
      if (known) return known;
      const read = contentsOf(year, make, model);
      const ofSeries = narrowed(read, series, (content) => content.series);
      const ofTrim = narrowed(ofSeries, trim, (content) => content.trims);
      const sets = ofTrim.map(({ vehicleType, values }) => ({ vehicleType, values }));
      variantsKnown.set(
        place,
        sets,
        sets.reduce((sum, { values }) => sum + 200 + values.length * 100, 200),
      );
      return sets;
    },
    /** The series that a year's models of a make have: the model's key → key → name. */
    seriesOf(year: number, make: string): SeriesOfModels {
      const place = `${year}\n${make}`;
      const known = seriesKnown.get(place);
      if (known) return known;
      const blocks = blocksOf(year, (named) => named?.makeKey === make).keys();
      const found = new Map<string, Map<string, string>>();
      for (const block of blocks) addSeries(pack, block, found, (value) => nameOf(value));
      seriesKnown.set(place, found);
      return found;
    },
  };
}

type SeriesOfModels = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Adds the series of a schema's models: those whose keys one VIN can match. */
function addSeries(
  pack: Pack,
  block: number,
  found: Map<string, Map<string, string>>,
  nameOf: (value: number) => NamedModel | undefined,
): void {
  const models: { readonly modelKey: string; readonly key: readonly KeyPosition[] }[] = [];
  const series: Named[] = [];
  forEachRow(pack, block, (id, value, keyOf) => {
    if (id === SERIES) series.push({ key: keyOf(), name: valueText(pack, value) });
    const modelKey = id === MODEL ? nameOf(value)?.modelKey : undefined;
    if (modelKey !== undefined) models.push({ modelKey, key: keyOf() });
  });
  for (const { modelKey, key } of models)
    for (const one of series) {
      if (!overlaps(key, one.key)) continue;
      const names = found.get(modelKey) ?? new Map<string, string>();
      found.set(modelKey, names.set(nameKey(one.name), one.name));
    }
}

/** Calls back for each row of a schema's patterns; a key is parsed where it is asked for. */
function forEachRow(
  pack: Pack,
  block: number,
  each: (id: number, value: number, keyOf: () => KeyPosition[]) => void,
): void {
  const first = pack.schemas[block + 1]!;
  for (let key = first; key < first + pack.schemas[block]!; key++) {
    let positions: KeyPosition[] | undefined;
    const keyOf = () => {
      positions ??= parseKey(stringOf(pack, pack.keyTexts[key]!));
      return positions;
    };
    for (let row = pack.keyRows[key]!; row < pack.keyRows[key + 1]!; row++) {
      const meaning = pack.rows[row * ROW]!;
      each(meaning >>> 24, meaning & 0xffffff, keyOf);
    }
  }
}

const variantsOfPack = new WeakMap<Pack, ReturnType<typeof createVariants>>();

/** The variants of the loaded pack; 503 until there is one. */
export function variantsOf(context: Context): ReturnType<typeof createVariants> {
  const { pack } = decoderOf(context);
  const made = variantsOfPack.get(pack) ?? createVariants(pack);
  variantsOfPack.set(pack, made);
  return made;
}

/** The manufacturer codes of covered vehicles, and the type of vehicle each is for. */
function coveredWmis(pack: Pack): { readonly wmi: number; readonly vehicleType: string }[] {
  return Array.from({ length: pack.wmis.length / WMI }, (_, wmi) => {
    const type = pack.wmis[wmi * WMI + WMI_TYPE]!;
    return { wmi, vehicleType: type < 0 ? "" : valueText(pack, type) };
  }).filter(({ vehicleType }) => covered.test(vehicleType));
}

const valueText = (pack: Pack, value: number): string =>
  stringOf(pack, pack.values[value * VALUE + VALUE_TEXT]!);

/** Reads one schema's models, trims and values; an engine model brings the values of its own patterns. */
function readBlock(
  pack: Pack,
  block: number,
  isModel: (value: number) => boolean,
): Omit<SchemaContent, "vehicleType"> {
  const models: KeyPosition[][] = [];
  const trims: Named[] = [];
  const series: Named[] = [];
  const values: VariantValue[] = [];
  const add = (id: number, value: number, keyOf: () => KeyPosition[]): void => {
    const element = nameOfElement.get(id);
    if (element) values.push({ element, value: valueText(pack, value), key: keyOf() });
    else if (id === TRIM) trims.push({ key: keyOf(), name: valueText(pack, value) });
    else if (id === SERIES) series.push({ key: keyOf(), name: valueText(pack, value) });
    else if (id === MODEL && isModel(value)) models.push(keyOf());
    else if (id === ENGINE_CHOICE) {
      const list = pack.values[value * VALUE + VALUE_EXTRA]!;
      if (list < 0) return;
      for (let engine = pack.engineRows[list]!; engine < pack.engineRows[list + 1]!; engine++) {
        const meaning = pack.rows[engine * ROW]!;
        add(meaning >>> 24, meaning & 0xffffff, keyOf);
      }
    }
  };
  forEachRow(pack, block, add);
  return { models, trims, series, values };
}
