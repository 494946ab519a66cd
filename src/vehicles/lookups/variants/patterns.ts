import { MODEL, TRIM } from "../../../vin/elements.ts";
import { type KeyPosition, parseKey } from "../../../vin/key-pattern.ts";
import { ENGINE_CHOICE, ROW, VALUE, VALUE_EXTRA, VALUE_TEXT } from "../../../vin/pack/layout.ts";
import { type Pack, stringOf } from "../../../vin/pack/pack.ts";

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
/** The element that contains a series. */
export const SERIES = 34;

type Element = keyof typeof elements;
const nameOfElement = new Map(Object.entries(elements).map(([name, id]) => [id as number, name as Element]));

/** A value that some vehicles of the model have, and what their VINs look like. */
export interface VariantValue {
  readonly element: Element;
  readonly value: string;
  readonly key: readonly KeyPosition[];
}

/** A name that some vehicles have, and what their VINs look like. */
export interface Named {
  readonly name: string;
  readonly key: readonly KeyPosition[];
}

/** The patterns of one schema: the keys of the model, and every trim, series and value with its key. */
export interface SchemaPatterns {
  readonly models: readonly (readonly KeyPosition[])[];
  readonly trims: readonly Named[];
  readonly series: readonly Named[];
  readonly values: readonly VariantValue[];
}

export const valueText = (pack: Pack, value: number): string =>
  stringOf(pack, pack.values[value * VALUE + VALUE_TEXT]!);

/** Calls back for each row of a schema's patterns; a key is parsed when it is first needed. */
export function forEachRow(
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

/** Reads one schema's patterns; an engine model brings the values of its own. */
export function readSchema(pack: Pack, block: number, isModel: (value: number) => boolean): SchemaPatterns {
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
