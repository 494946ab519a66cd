import { ByteCache } from "../../../base/byte-cache.ts";
import { modelsByBlock, type NamedModel } from "../../../vin/catalogue/catalogue-models.ts";
import { MODEL } from "../../../vin/elements.ts";
import { type KeyPosition, overlaps } from "../../../vin/key-pattern.ts";
import { WMI, WMI_TYPE, YEAR_SLOTS, yearSlot } from "../../../vin/pack/layout.ts";
import type { Pack } from "../../../vin/pack/pack.ts";
import { makeKey, nameKey } from "../../families/names.ts";
import { type Decoding, decoderOf } from "../decoder.ts";
import {
  forEachRow,
  type Named,
  readSchema,
  type SchemaPatterns,
  SERIES,
  type VariantValue,
  valueText,
} from "./patterns.ts";

const cacheBytes = 16 * 1024 * 1024;

const covered = /^(PASSENGER CAR|TRUCK|MULTIPURPOSE PASSENGER VEHICLE \(MPV\))$/;

/** vPIC's patterns for a model, those of one schema: values hold for the VINs that their keys match. */
export interface VariantSet {
  readonly vehicleType: string;
  readonly values: readonly VariantValue[];
}

type IsModel = (candidate: NamedModel | undefined) => boolean;

/** The patterns of one schema for a model, and the type of vehicle they are for. */
interface SchemaContent extends SchemaPatterns {
  readonly vehicleType: string;
}

/** The part of a model that matches: the keys of its trim and series, `""` for every one. */
export interface Part {
  readonly trim: string;
  readonly series: string;
}

/** The schemas that have a name of the model, with their patterns for it alone; all of them where none does. */
function narrowed(
  read: readonly SchemaContent[],
  wanted: string,
  namesOf: (content: SchemaContent) => readonly Named[],
): SchemaContent[] {
  if (wanted === "") return [...read];
  const found = read.flatMap((content) => {
    const keys = namesOf(content)
      .filter(({ name, key }) => nameKey(name) === wanted && content.models.some((one) => overlaps(one, key)))
      .map(({ key }) => key);
    if (keys.length === 0) return [];
    const fits = ({ key }: VariantValue) => keys.some((one) => overlaps(one, key));
    return [{ ...content, values: content.values.filter(fits) }];
  });
  return found.length > 0 ? found : [...read];
}

/** Reads a pack's patterns for models. There is one for each pack; it caches the schemas that it has read. */
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
    const isModel: IsModel = (candidate) => candidate?.makeKey === make && candidate.modelKey === model;
    return [...blocksOf(year, isModel)].map(([block, vehicleType]) => {
      const content = readSchema(pack, block, (value) => isModel(nameOf(value)));
      const ofModel = ({ key }: { key: readonly KeyPosition[] }) =>
        content.models.some((one) => overlaps(one, key));
      return { ...content, vehicleType, values: content.values.filter(ofModel) };
    });
  };
  const variantsKnown = new ByteCache<readonly VariantSet[]>(cacheBytes);
  const seriesKnown = new Map<string, SeriesOfModels>();

  return {
    /** The variants of a model, or of one trim or series if a key of the patterns has it. */
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
      const blocks = blocksOf(year, (candidate) => candidate?.makeKey === make).keys();
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
    if (modelKey) models.push({ modelKey, key: keyOf() });
  });
  const keyed = series.map(({ name, key }) => ({ nameKey: nameKey(name), name, key }));
  for (const { modelKey, key } of models) {
    const names = found.get(modelKey) ?? new Map<string, string>();
    for (const one of keyed) if (overlaps(key, one.key)) names.set(one.nameKey, one.name);
    if (names.size > 0) found.set(modelKey, names);
  }
}

const variantsOfPack = new WeakMap<Pack, ReturnType<typeof createVariants>>();

/** The variants of the loaded pack; 503 until there is one. */
export function variantsOf(context: Decoding): ReturnType<typeof createVariants> {
  const { pack } = decoderOf(context);
  const made = variantsOfPack.get(pack) ?? createVariants(pack);
  variantsOfPack.set(pack, made);
  return made;
}

/** The manufacturer codes of covered vehicles, and the type of vehicle each is for. */
function coveredWmis(pack: Pack): { readonly wmi: number; readonly vehicleType: string }[] {
  const types = new Map<number, string | undefined>([[-1, undefined]]);
  const found: { readonly wmi: number; readonly vehicleType: string }[] = [];
  for (let wmi = 0; wmi < pack.wmis.length / WMI; wmi++) {
    const type = pack.wmis[wmi * WMI + WMI_TYPE]!;
    if (!types.has(type)) {
      const text = valueText(pack, type);
      types.set(type, covered.test(text) ? text : undefined);
    }
    const vehicleType = types.get(type);
    if (vehicleType !== undefined) found.push({ wmi, vehicleType });
  }
  return found;
}
