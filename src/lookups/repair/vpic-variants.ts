import { makeKey, nameKey } from "../../families/names.ts";
import { modelsByBlock, type NamedModel } from "../../vin/catalogue/catalogue-models.ts";
import { type KeyPosition, parseKey } from "../../vin/key-pattern.ts";
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
} from "../../vin/pack/layout.ts";
import { type Pack, stringOf } from "../../vin/pack/pack.ts";

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

type IsModel = (named: Omit<NamedModel, "pattern"> | undefined) => boolean;

/** What the patterns of one schema say: the keys of the model, and every trim and value with its key. */
interface SchemaContent {
  readonly vehicleType: string;
  readonly models: readonly (readonly KeyPosition[])[];
  readonly trims: readonly { readonly key: readonly KeyPosition[]; readonly trim: string }[];
  readonly values: readonly VariantValue[];
}

/** The values that vehicles of the model can have, narrowed to a trim's where the schema knows that trim. */
function variantsOf({ vehicleType, models, trims, values }: SchemaContent): VariantSet {
  const keys = trims.length > 0 ? trims.map(({ key }) => key) : [[]];
  const fits = ({ key }: VariantValue) =>
    models.some((one) => overlaps(one, key)) && keys.some((trim) => overlaps(trim, key));
  return { vehicleType, values: values.filter(fits) };
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

  return {
    /** The variants of a model, of one trim where the patterns tell it by that key. */
    of(year: number, make: string, model: string, trimKey: string): VariantSet[] {
      const isModel: IsModel = (named) => named?.makeKey === make && named.modelKey === model;
      const read = [...blocksOf(year, isModel)].map(([block, vehicleType]): SchemaContent => {
        const { models, trims, values } = readBlock(pack, block, (value) => isModel(nameOf(value)));
        const near = trims.filter(
          ({ key, trim }) => trim === trimKey && models.some((one) => overlaps(one, key)),
        );
        return { vehicleType, models, values, trims: near };
      });
      const told = read.filter(({ trims }) => trims.length > 0);
      return (told.length > 0 ? told : read).map(variantsOf);
    },
  };
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
  const trims: { key: KeyPosition[]; trim: string }[] = [];
  const values: VariantValue[] = [];
  const add = (row: number, key: KeyPosition[]): void => {
    const meaning = pack.rows[row * ROW]!;
    const value = meaning & 0xffffff;
    const id = meaning >>> 24;
    const element = nameOfElement.get(id);
    if (element) values.push({ element, value: valueText(pack, value), key });
    else if (id === TRIM) trims.push({ key, trim: nameKey(valueText(pack, value)) });
    else if (id === MODEL && isModel(value)) models.push(key);
    else if (id === ENGINE_CHOICE) {
      const list = pack.values[value * VALUE + VALUE_EXTRA]!;
      if (list < 0) return;
      for (let engine = pack.engineRows[list]!; engine < pack.engineRows[list + 1]!; engine++)
        add(engine, key);
    }
  };
  const first = pack.schemas[block + 1]!;
  for (let key = first; key < first + pack.schemas[block]!; key++) {
    const positions = parseKey(stringOf(pack, pack.keyTexts[key]!));
    for (let row = pack.keyRows[key]!; row < pack.keyRows[key + 1]!; row++) add(row, positions);
  }
  return { models, trims, values };
}
