import { flagsOfCode } from "../decode/code-facts.ts";
import type { State } from "../decode/state.ts";
import { ELECTRIFICATION, FUEL, GVWR, SECOND_FUEL } from "../elements.ts";
import { FUEL_ELECTRIC, FUEL_GASOLINE, NO_SCORE, ROW, VALUE, VALUE_EXTRA, WMI_CAR } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";

/** A fact that no pattern states: it follows from others, or a table adds it. */
export interface Derived {
  /** Group and name of the answer's field; for an element without a field, vPIC's code, without a group. */
  readonly field: string;
  /** vPIC's id of the element, and its wording of the value. */
  readonly element: number;
  readonly value: string;
  readonly rule: string;
  /** The table's dataset; absent if the fact follows from vPIC's data. */
  readonly source?: string;
}

/** Every rule; `derivedIn` returns which apply, one bit each. */
export const DERIVED: readonly Derived[] = [
  {
    field: "dimensions.gvwr",
    element: GVWR,
    value: "Class 1: 6,000 lb or less (2,722 kg or less)",
    rule: "The vehicle is a passenger car, and no pattern states its weight class.",
  },
  {
    field: "engine.electrification_level",
    element: ELECTRIFICATION,
    value: "BEV (Battery Electric Vehicle)",
    rule: "Electricity is the only fuel.",
  },
  {
    field: "engine.electrification_level",
    element: ELECTRIFICATION,
    value: "PHEV (Plug-in Hybrid Electric Vehicle)",
    rule: "The primary fuel is electricity and the secondary fuel is gasoline.",
  },
  {
    field: "engine.electrification_level",
    element: ELECTRIFICATION,
    value: "HEV (Hybrid Electric Vehicle) - Level Unknown",
    rule: "The primary fuel is gasoline and the secondary fuel is electricity.",
  },
];
const CAR = 1;
const BEV = 2;
const PHEV = 4;
const HEV = 8;

/** Every set of rules that can apply to one vehicle. */
export const DERIVED_SETS: readonly number[] = [0, BEV, PHEV, HEV].flatMap((bits) => [bits, bits | CAR]);

/** Elements that rules can fill. */
export const DERIVABLE: readonly number[] = [GVWR, ELECTRIFICATION];

/** The index of the rule among `bits` that fills an element, or −1. */
export function ruleFor(element: number, bits: number): number {
  const own = bits & (element === GVWR ? CAR : BEV | PHEV | HEV);
  return 31 - Math.clz32(own);
}

/** The extra word of an element's value in the chosen pass, or `absent` if it has no row. */
function extraOf(pack: Pack, state: State, element: number, absent: number): number {
  const { best, row } = state.chosen;
  if (best[element] === NO_SCORE) return absent;
  return pack.values[(pack.rows[row[element]! * ROW]! & 0xffffff) * VALUE + VALUE_EXTRA]!;
}

function electrification(pack: Pack, state: State): number {
  if (state.chosen.best[ELECTRIFICATION] !== NO_SCORE) return 0;
  const fuel = extraOf(pack, state, FUEL, 0);
  const second = extraOf(pack, state, SECOND_FUEL, 0);
  if (fuel === FUEL_ELECTRIC) return second === 0 ? BEV : second === FUEL_GASOLINE ? PHEV : 0;
  return fuel === FUEL_GASOLINE && second === FUEL_ELECTRIC ? HEV : 0;
}

/** The rules of `DERIVED` that apply, one bit each. */
export function derivedIn(pack: Pack, state: State): number {
  const car = (flagsOfCode(pack, state) & WMI_CAR) !== 0;
  const weight = car && state.chosen.best[GVWR] === NO_SCORE ? CAR : 0;
  return weight | electrification(pack, state);
}

/** The facts of these bits. */
export const derivedOf = (bits: number): Derived[] => DERIVED.filter((_, bit) => ((bits >> bit) & 1) === 1);
