import { makeKey, nameKey } from "../../families/names.ts";
import { modelsByBlock, type Named } from "../../vin/catalogue/catalogue-models.ts";
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

/** Reads what a pack's patterns say of models. One for a pack: what it has read of a schema it keeps. */
export function createVariants(pack: Pack) {
  const { nameOf, namedIn } = modelsByBlock(pack, { make: makeKey, model: nameKey });
  const text = (value: number) => stringOf(pack, pack.values[value * VALUE + VALUE_TEXT]!);
  const keyOf = (key: number) => parseKey(stringOf(pack, pack.keyTexts[key]!));

  /** The manufacturer codes of covered vehicles, and the type of vehicle each is for. */
  const wmis = Array.from({ length: pack.wmis.length / WMI }, (_, wmi) => {
    const type = pack.wmis[wmi * WMI + WMI_TYPE]!;
    return { wmi, vehicleType: type < 0 ? "" : text(type) };
  }).filter(({ vehicleType }) => covered.test(vehicleType));

  /** The schemas of a year that name the model, each once, and the type of vehicle they are for. */
  const blocksOf = (year: number, isModel: (named: Omit<Named, "pattern"> | undefined) => boolean) => {
    const found = new Map<number, string>();
    const seen = new Set<number>();
    for (const { wmi, vehicleType } of wmis) {
      const place = pack.years[wmi * YEAR_SLOTS + yearSlot(year)]!;
      for (let link = 0; link < pack.covers[place]!; link++) {
        const block = pack.covers[place + 1 + link * 2]!;
        if (seen.has(block)) continue;
        seen.add(block);
        if (namedIn(block).some(isModel)) found.set(block, vehicleType);
      }
    }
    return found;
  };

  const readBlock = (block: number, isModel: (value: number) => boolean) => {
    const models: KeyPosition[][] = [];
    const trims: { key: KeyPosition[]; trim: string }[] = [];
    const values: VariantValue[] = [];
    const first = pack.schemas[block + 1]!;
    const add = (row: number, key: KeyPosition[]): void => {
      const meaning = pack.rows[row * ROW]!;
      const value = meaning & 0xffffff;
      const id = meaning >>> 24;
      const element = nameOfElement.get(id);
      if (element) values.push({ element, value: text(value), key });
      else if (id === TRIM) trims.push({ key, trim: nameKey(text(value)) });
      else if (id === MODEL && isModel(value)) models.push(key);
      else if (id === ENGINE_CHOICE) {
        const list = pack.values[value * VALUE + VALUE_EXTRA]!;
        if (list < 0) return;
        for (let engine = pack.engineRows[list]!; engine < pack.engineRows[list + 1]!; engine++)
          add(engine, key);
      }
    };
    for (let key = first; key < first + pack.schemas[block]!; key++)
      for (let row = pack.keyRows[key]!; row < pack.keyRows[key + 1]!; row++) add(row, keyOf(key));
    return { models, trims, values };
  };

  return {
    /** The variants of a model, of one trim where the patterns tell it by that key. */
    of(year: number, make: string, model: string, trimKey: string): VariantSet[] {
      const isModel = (named: Omit<Named, "pattern"> | undefined) =>
        named?.makeKey === make && named.modelKey === model;
      const read = [...blocksOf(year, isModel)].map(([block, vehicleType]) => {
        const { models, trims, values } = readBlock(block, (value) => isModel(nameOf(value)));
        const near = trims.filter(
          ({ key, trim }) => trim === trimKey && models.some((one) => overlaps(one, key)),
        );
        return { vehicleType, models, values, trims: near };
      });
      const told = read.filter(({ trims }) => trims.length > 0);
      return (told.length > 0 ? told : read).map(({ vehicleType, models, values, trims }) => {
        const keys = trims.length > 0 ? trims.map(({ key }) => key) : [[]];
        const fits = ({ key }: VariantValue) =>
          models.some((one) => overlaps(one, key)) && keys.some((trim) => overlaps(trim, key));
        return { vehicleType, values: values.filter(fits) };
      });
    },
  };
}
