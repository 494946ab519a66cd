import { capturedDigits, elementText, elementValue } from "../decode/element-value.ts";
import type { State } from "../decode/state.ts";
import { CYLINDERS, DRIVE_TYPE, FUEL, LITRES, MODEL, SECOND_FUEL, TRIM } from "../elements.ts";
import { VALUE, VALUE_TEXT } from "../pack/layout.ts";
import { type Pack, stringOf } from "../pack/pack.ts";
import { type Added, fieldOf, prepareFact } from "./added.ts";

export const fuelKinds = ["gasoline", "diesel", "electric", "gas", "hydrogen"] as const;
export type FuelKind = (typeof fuelKinds)[number];

/**
 * An engine and drive that a model was sold with in a year. Texts are vPIC's, `""` when unknown; numbers then
 * 0.
 */
export interface Combination {
  readonly litres: string;
  readonly cylinders: number;
  readonly fuel: FuelKind | "";
  readonly drive: string;
  readonly transmission: string;
}

/** A table of the combinations of every year, make and model, such as EPA's. */
export interface CombinationTable {
  /** Its name in `x-data-source`, such as `epa 2025-11`. */
  readonly source: string;
  /** All combinations of a model, in any spelling; empty if the table does not have it. */
  find(year: number, make: string, model: string): readonly Combination[];
}

const TRANSMISSION = 37;
const SERIES = 34;

/** The facts that a table can add, in the order of the answer's fields. */
const addable = [
  { element: LITRES, read: ({ litres }: Combination) => litres },
  { element: TRANSMISSION, read: ({ transmission }: Combination) => transmission },
  { element: DRIVE_TYPE, read: ({ drive }: Combination) => drive },
].map((one) => ({ ...one, ...fieldOf(one.element) }));

/** Displacements of one engine differ by at most this much, however they are rounded. */
const sameLitres = 0.06;

const none: readonly Added[] = [];
const unknown: Known = { combinations: [], near: [], results: [] };

function sameValues(a: Int32Array, b: Int32Array): boolean {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** Whether a combination agrees with all values that the VIN gives. */
function allowing(text: (element: number) => string): (one: Combination) => boolean {
  const [litres, cylinders] = [Number(text(LITRES)), Number(text(CYLINDERS))];
  const fuel = text(SECOND_FUEL) === "" ? fuelKindOf(text(FUEL)) : "";
  const [drive, transmission] = [text(DRIVE_TYPE), text(TRANSMISSION)];
  const wheels = wheelsNamed(`${text(SERIES)} ${text(TRIM)}`);
  const allows = (stated: string, own: string) => stated === "" || own === "" || stated === own;
  return (one) =>
    (!(litres > 0) || one.litres === "" || Math.abs(Number(one.litres) - litres) <= sameLitres) &&
    (!(cylinders > 0) || one.cylinders === 0 || one.cylinders === cylinders) &&
    allows(fuel, one.fuel) &&
    allows(drive, one.drive) &&
    (wheels === "" || one.drive === "" || (wheels === "four") === (drivenBy(one.drive) === "four")) &&
    allows(transmission, one.transmission);
}

/**
 * Whether a drive that the same model had a year before or after was sold too, and not tested; of trucks, which turn
 * the rear wheels or, on request, all, also some years away.
 */
function hasUntested(
  { years, combinations }: Near,
  drive: string,
  allows: (one: Combination) => boolean,
): boolean {
  const isTruck = (other: string) => /rear|4x2/i.test(drive + other) && /4WD|4-Wheel/i.test(drive + other);
  return combinations
    .filter(allows)
    .some(
      (one) =>
        one.drive !== "" && drivenBy(one.drive) !== drivenBy(drive) && (years === 1 || isTruck(one.drive)),
    );
}

/** Which wheels a drive turns: tables and vPIC have several names for four. */
const drivenBy = (drive: string): string =>
  /front/i.test(drive) ? "front" : /rear/i.test(drive) ? "rear" : /4x2|2-wheel/i.test(drive) ? "two" : "four";

/** The wheels that a VIN's own trim and series name; `""` if none, or several. */
function wheelsNamed(names: string): "two" | "four" | "" {
  const four = /\b(AWD|4WD|4x4|quattro|4[ -]?matic|4motion|ALL4)\b|xDrive/i.test(names);
  const two = /\b(FWD|RWD|2WD|4x2)\b|sDrive/i.test(names);
  return four === two ? "" : four ? "four" : "two";
}

/** The combinations of another year. */
interface Near {
  /** How many years lie between. */
  readonly years: number;
  readonly combinations: readonly Combination[];
}

/** The years in which a truck's other drive was sold untested: heavy ones are exempt, and makers test one. */
const truckYears = 4;

/** A model's year: its combinations, and what they added for each set of facts so far. */
interface Known {
  readonly combinations: readonly Combination[];
  /** Those of the years before and after, the nearest first. */
  readonly near: readonly Near[];
  readonly results: Result[];
}

/** Values that the VIN itself gives, by their numbers, and the facts added to them. */
interface Result {
  readonly values: Int32Array;
  readonly added: readonly Added[];
}

/** Elements whose values distinguish combinations. */
const telling = [LITRES, CYLINDERS, FUEL, SECOND_FUEL, DRIVE_TYPE, TRANSMISSION, SERIES, TRIM] as const;

/** Finds what a table adds to decodes of a pack: values that all its combinations of the vehicle share. */
export class Additions {
  readonly #pack: Pack;
  readonly #table: CombinationTable;
  /** By the number of the model's value, and the year. */
  readonly #known = new Map<number, Known>();
  readonly #facts = new Map<string, Added>();
  /** The values of the current VIN. */
  readonly #values = new Int32Array(telling.length);

  constructor(pack: Pack, table: CombinationTable) {
    this.#pack = pack;
    this.#table = table;
  }

  /**
   * The facts that a decode lacks and for which the table has one value only, in the order of the answer's
   * fields.
   */
  of(state: State): readonly Added[] {
    const of = this.#knownOf(state);
    const { combinations, results } = of;
    if (combinations.length === 0) return none;
    const values = this.#values;
    for (let at = 0; at < telling.length; at++) values[at] = elementValue(this.#pack, state, telling[at]!);
    for (const result of results) if (sameValues(result.values, values)) return result.added;
    const added = this.#additions(state, of);
    // Digits that a formula takes from the VIN are not part of the value.
    if (!values.some((value) => capturedDigits(this.#pack, state, value) !== undefined))
      results.push({ values: values.slice(), added });
    return added;
  }

  #knownOf(state: State): Known {
    const { year, make } = state.chosen;
    const model = elementValue(this.#pack, state, MODEL);
    if (model < 0 || make < 0) return unknown;
    const key = model * 256 + ((year - 1900) & 255);
    let found = this.#known.get(key);
    if (!found) {
      const textOf = (value: number) => stringOf(this.#pack, this.#pack.values[value * VALUE + VALUE_TEXT]!);
      const find = (each: number) => this.#table.find(each, textOf(make), textOf(model));
      const near = Array.from({ length: truckYears }, (_, index) => ({
        years: index + 1,
        combinations: [...find(year - index - 1), ...find(year + index + 1)],
      }));
      found = { combinations: find(year), near, results: [] };
      this.#known.set(key, found);
    }
    return found;
  }

  #additions(state: State, { combinations, near }: Known): readonly Added[] {
    const text = (element: number) => elementText(this.#pack, state, element);
    const allows = allowing(text);
    const allowed = combinations.filter(allows);
    const [first] = allowed;
    if (!first) return none;
    return addable.flatMap(({ element, field, place, read }) => {
      const value = read(first);
      const stated = elementValue(this.#pack, state, element) >= 0;
      if (stated || value === "" || allowed.some((one) => read(one) !== value)) return [];
      if (element === DRIVE_TYPE && near.some((other) => hasUntested(other, value, allows))) return [];
      return [this.#fact(element, field, place, value)];
    });
  }

  #fact(element: number, field: string, place: number, value: string): Added {
    const name = `${element} ${value}`;
    let fact = this.#facts.get(name);
    if (!fact) {
      fact = prepareFact({ element, field, place, value, rule, source: this.#table.source });
      this.#facts.set(name, fact);
    }
    return fact;
  }
}

const rule = "All rows of the source for this year, make and model that fit the VIN have this value.";

/** The kind of a fuel by any of its names; `""` for other fuels. */
export function fuelKindOf(text: string): FuelKind | "" {
  if (/diesel/i.test(text)) return "diesel";
  if (/hydrogen|fuel cell/i.test(text)) return "hydrogen";
  if (/natural gas|cng|lng|propane|lpg/i.test(text)) return "gas";
  if (/gasoline|flexible|ethanol|e85/i.test(text)) return "gasoline";
  return /electric/i.test(text) ? "electric" : "";
}
