import { flagsOfCode } from "../decode/code-facts.ts";
import { bodyMarks } from "../decode/errors.ts";
import type { State } from "../decode/state.ts";
import { FRONT_AIR_BAGS, GVWR, GVWR_TO, SEAT_BELTS, VEHICLE_TYPE } from "../elements.ts";
import { BODY_GLIDER, BODY_OFF_ROAD, WMI_CAR, WMI_LIGHT } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import type { Derived } from "./derived.ts";

/** What is read of a decoded element. */
interface Stated {
  readonly id: number;
  readonly value: string;
  readonly decidedBy: string;
}

/** Model years from which 49 CFR 571.208 requires manual belts in cars, and both front air bags. */
const firstBelts = 1998;
const firstAirBags = 1999;

const belts: Derived = {
  field: "SeatBeltsAll",
  element: SEAT_BELTS,
  value: "Manual",
  rule: "U.S. law: cars and light trucks since model year 1998 have manual seat belts (49 CFR 571.208).",
};
const airBags: Derived = {
  field: "AirBagLocFront",
  element: FRONT_AIR_BAGS,
  value: "1st Row (Driver and Passenger)",
  rule: "U.S. law: cars and trucks up to 8,500 lb since model year 1999 have both front air bags (49 CFR 571.208).",
};
const upperClass: Derived = {
  field: "GVWR_to",
  element: GVWR_TO,
  value: "Class 1: 6,000 lb or less (2,722 kg or less)",
  rule: "vPIC's rule: the upper weight class of a passenger car.",
};

const weightOf = (elements: readonly Stated[]): string =>
  elements.find(({ id, decidedBy }) => id === GVWR && decidedBy !== "default")?.value ?? "";

/** Whether the vehicle is a car, or an MPV or truck up to 10,000 lb. */
function isLight(flags: number, elements: readonly Stated[]): boolean {
  const weight = weightOf(elements);
  if (/^Class [3-8]/.test(weight)) return false;
  if ((flags & WMI_LIGHT) !== 0) return true;
  const type = elements.find(({ id }) => id === VEHICLE_TYPE)?.value ?? "";
  return weight !== "" && /^(TRUCK|MULTIPURPOSE)/.test(type);
}

/** Whether the weight class ends below 8,500 lb; a car without one counts as light. */
function isBelowLimit(elements: readonly Stated[], isCar: boolean): boolean {
  const weight = weightOf(elements);
  return weight === "" ? isCar : /^Class (1|2E|2F)/.test(weight);
}

/**
 * Elements that follow by law or by vPIC's rule where the data state none. U.S. law does not apply to a vehicle that
 * may be of another market, nor of an off-road vehicle.
 */
export function derivedByLaw(pack: Pack, state: State, elements: readonly Stated[]): Derived[] {
  const flags = flagsOfCode(pack, state);
  const { chosen, elsewhere } = state;
  const isCar = (flags & WMI_CAR) !== 0;
  const onRoad = (bodyMarks(pack, chosen) & (BODY_OFF_ROAD | BODY_GLIDER)) === 0;
  const lawful = onRoad && !elsewhere && isLight(flags, elements);
  const found = [
    ...(lawful && chosen.year >= firstBelts ? [belts] : []),
    ...(lawful && chosen.year >= firstAirBags && isBelowLimit(elements, isCar) ? [airBags] : []),
    ...(isCar ? [upperClass] : []),
  ];
  return found.filter(({ element }) => !elements.some(({ id }) => id === element));
}
