import { elementText } from "../../../../vin/decode/element-value.ts";
import type { State } from "../../../../vin/decode/state.ts";
import {
  BODY_CLASS,
  CYLINDERS,
  DRIVE_TYPE,
  ELECTRIFICATION,
  ENGINE_MODEL,
  FUEL,
  GVWR,
  LITRES,
  SECOND_FUEL,
  TRIM,
} from "../../../../vin/elements.ts";
import type { Pack } from "../../../../vin/pack/pack.ts";
import type { Subject } from "../../names/subject.ts";

const elements = {
  series: 34,
  secondSeries: 61,
  trim: TRIM,
  secondTrim: 109,
  body: BODY_CLASS,
  doors: 14,
  litres: LITRES,
  cylinders: CYLINDERS,
  engine: ENGINE_MODEL,
  weight: GVWR,
  drive: DRIVE_TYPE,
  fuel: FUEL,
  second: SECOND_FUEL,
  level: ELECTRIFICATION,
} as const;

type ElementTexts = Readonly<Record<keyof typeof elements, string>>;

/** What is read of a VIN's decode to find its line; texts as vPIC has them, `""` when unknown. */
export interface LineTexts extends ElementTexts {
  readonly vin: string;
  readonly year: number;
  readonly make: string;
  readonly makeKey: string;
  readonly model: string;
}

/** The texts of a finished decode of the subject's VIN. */
export function lineTextsOf(pack: Pack, state: State, { vin, vehicle }: Subject): LineTexts {
  const { year, make, model } = vehicle;
  const texts = Object.entries(elements).map(([name, id]) => [name, elementText(pack, state, id)]);
  const ofElements = Object.fromEntries(texts) as ElementTexts;
  return { ...ofElements, vin, year, make: make.text, makeKey: make.key, model: model.text };
}

/** The texts of a vehicle that a caller named without a VIN: one of its models, and the series or trim named behind it. */
export function lineTextsOfNames({ vehicle, series, requestedTrims }: Subject, model: string): LineTexts {
  const { year, make } = vehicle;
  const unknown = Object.fromEntries(Object.keys(elements).map((name) => [name, ""])) as ElementTexts;
  const lineNames = { series, trim: requestedTrims[0] ?? "" };
  return { ...unknown, ...lineNames, vin: "", year, make: make.text, makeKey: make.key, model };
}

/** The same for all vehicles that the same names mean. */
export const keyOfTexts = ({ vin, ...texts }: LineTexts): string =>
  [vin[4], ...Object.values(texts)].join("\n");
