import { vinOf } from "../../../base/reading/vins.ts";
import { checkDigit } from "../../../vin/check-digit.ts";
import { elementText } from "../../../vin/decode/element-value.ts";
import type { State } from "../../../vin/decode/state.ts";
import { createDecoder } from "../../../vin/decoder.ts";
import { MAKE, MODEL, TRIM } from "../../../vin/elements.ts";
import type { Pack } from "../../../vin/pack/pack.ts";
import { makeKey, nameKey } from "../../families/names.ts";

/** A vehicle's year and names; `""` and 0 if unknown. */
export interface VehicleNames {
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string;
}

/** The names that a VIN decodes to; undefined if it does not decode cleanly. `year` is the file's, 0 if unknown. */
export type NamesOfVin = (vin: string, year: number) => VehicleNames | undefined;

/** The years, makes, models or trims of a file that are not those of the VIN, as texts. */
export type AsListed = { -readonly [Name in keyof VehicleNames]?: string };

/**
 * Names as lookups by VIN use them. A VIN decodes cleanly if its check digit is right, its model year is certain or
 * one of two of which the file's year decides, and a pattern names its model.
 */
export function namesOfVins(pack: Pack, currentYear: number): NamesOfVin {
  const decoder = createDecoder(pack, { currentYear });
  const known = new Map<string, VehicleNames>();
  return (text, given) => {
    const vin = vinOf(text);
    if (vin === undefined || checkDigit(vin) !== vin[8]) return undefined;
    const pattern = vin.slice(0, 8) + vin.slice(9, 11);
    const numbered = endsInDigits.test(vin);
    const found = numbered ? known.get(pattern) : undefined;
    if (found) return found;
    let state = decoder.scan(vin);
    if (!state || state.assumed || state.chosen.year === 0) return undefined;
    const { chosen, otherYear } = state;
    if (!chosen.conclusive) {
      if (given === 0) return undefined;
      if (Math.abs(given - otherYear) < Math.abs(given - chosen.year)) state = decoder.scan(vin, otherYear)!;
    }
    const make = elementText(pack, state, MAKE);
    const model = elementText(pack, state, MODEL);
    if (make === "" || nameKey(model) === "") return undefined;
    const names = { year: state.chosen.year, make, model, trim: elementText(pack, state, TRIM) };
    if (numbered && isOfPattern(vin, state)) {
      if (known.size === patternsMax) known.clear();
      known.set(pattern, names);
    }
    return names;
  };
}

const patternsMax = 50_000;
const serialAt = 11;
/** With a letter there the check digit counts as wrong for most vehicles. */
const endsInDigits = /\d{5}$/;

/**
 * Whether all such VINs with the same first eleven characters decode to the same names: nothing depends on the serial
 * number. Small manufacturers have a part of their code in it.
 */
const isOfPattern = (vin: string, { elsewhere, chosen }: State): boolean =>
  !elsewhere && chosen.conclusive && chosen.named >>> serialAt === 0 && vin[2] !== "9";

/** Opens the names of VINs, as `recordsSource` takes them. */
export const namesOfPack =
  (pack: () => Promise<Pack>, currentYear: number) => async (): Promise<NamesOfVin> =>
    namesOfVins(await pack(), currentYear);

/** What a file's names become beside those of the VIN. */
export interface NamesTaken {
  readonly names: VehicleNames;
  /** Absent if no name differs. */
  readonly asListed?: AsListed;
  /** For the import's outcome. */
  readonly warnings: readonly string[];
}

const differing = "rows whose names differ from those of their VIN, which were taken";
const differs = {
  year: "years other than the VIN's",
  make: "makes other than the VIN's",
  model: "models other than the VIN's",
  trim: "trims other than the VIN's",
} as const;
const none: readonly string[] = [];

/** Takes the VIN's names; if it has no trim, that of the file stays. */
export function takeNames(given: VehicleNames, ofVin: VehicleNames): NamesTaken {
  const names = ofVin.trim === "" ? { ...ofVin, trim: given.trim } : ofVin;
  const asListed: AsListed = {};
  if (given.year !== 0 && given.year !== names.year) asListed.year = String(given.year);
  if (areDifferent(given.make, names.make, makeKey)) asListed.make = given.make;
  if (areDifferent(given.model, names.model, nameKey)) asListed.model = given.model;
  if (areDifferent(given.trim, names.trim, nameKey)) asListed.trim = given.trim;
  const which = Object.keys(asListed) as (keyof AsListed)[];
  if (which.length === 0) return { names, warnings: none };
  return { names, asListed, warnings: [differing, ...which.map((name) => differs[name])] };
}

function areDifferent(given: string, taken: string, key: (text: string) => string): boolean {
  // Keys take ten times as long.
  if (given === "" || given === taken || given.toLowerCase() === taken.toLowerCase()) return false;
  return key(given) !== key(taken);
}
