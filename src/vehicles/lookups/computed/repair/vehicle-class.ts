import { holdsFor, overlaps } from "../../../../vin/key-pattern.ts";
import type { Facts } from "../../../families/record-family.ts";
import type { VariantValue } from "../../variants/patterns.ts";
import type { VariantSet } from "../../variants/variants.ts";

export type Powertrain = "gasoline" | "diesel" | "hybrid" | "electric";
export type Build = "car" | "suv" | "truck";
export type Tier = "common" | "premium" | "exotic";

/** What repair costs depend on. */
export interface VehicleClass {
  /** What the trim is sold with, commonest first; never empty. */
  readonly powertrains: readonly Powertrain[];
  readonly build: Build;
  readonly tier: Tier;
  readonly cylinders: { readonly low: number; readonly high: number };
  /** Known to drive all four wheels: an open drive is none. */
  readonly fourWheelDrive: boolean;
  /** The least class of gross weight, 1 to 8 (49 CFR 565.15); 0 when unknown. */
  readonly weightClass: number;
}

const order: readonly Powertrain[] = ["gasoline", "hybrid", "diesel", "electric"];

const premium = new Set(
  (
    "acura alfaromeo audi bmw cadillac genesis infiniti jaguar landrover lexus lincoln lucid mercedesbenz " +
    "polestar porsche rivian saab tesla volvo"
  ).split(" "),
);
const exotic = new Set(
  "astonmartin bentley bugatti ferrari koenigsegg lamborghini lotus maserati maybach mclaren pagani rollsroyce".split(
    " ",
  ),
);
/** Makes that never sold anything but electric vehicles. */
const electricMakes = new Set(
  "canoo faradayfuture fisker lordstownmotors lucid polestar rivian tesla vinfast".split(" "),
);

/** By key; what stands in no list is a common make. */
export function tierOf(makeKey: string): Tier {
  return exotic.has(makeKey) ? "exotic" : premium.has(makeKey) ? "premium" : "common";
}

/** The certain facts of a VIN; those that it leaves open are absent. */
export interface VinFacts {
  readonly powertrain?: Powertrain;
  readonly weightClass?: number;
  readonly vehicleType?: string;
}

/**
 * The class of a vehicle or trim: by its VIN, then by `facts` (its decode's or its specification's), then by vPIC's
 * patterns. Names are read only where the patterns have no value, or too few: they never mean that a car has a hybrid
 * drive.
 */
export function classOf(
  makeKey: string,
  names: string,
  variants: readonly VariantSet[],
  facts: Facts,
  ofVin: VinFacts = {},
): VehicleClass {
  const ofType = variants.filter(({ vehicleType }) => vehicleType === ofVin.vehicleType);
  const sets = ofType.length > 0 ? ofType : variants;
  const values = sets.flatMap((set) => set.values);
  const weights = values.flatMap(({ element, value }) =>
    element === "gvwr" ? Number(/^Class (\d)/.exec(value)?.[1] ?? 0) || [] : [],
  );
  const cylinders = values.flatMap(({ element, value }) =>
    element === "cylinders" ? Number(value) || [] : [],
  );
  const build = buildOf(sets, facts);
  const known = facts.cylinders ? [facts.cylinders] : cylinders.length > 0 ? cylinders : usual[build];
  return {
    powertrains: ofVin.powertrain ? [ofVin.powertrain] : powertrainsOf(makeKey, names, sets, facts),
    build,
    tier: tierOf(makeKey),
    cylinders: { low: Math.min(...known), high: Math.max(...known) },
    fourWheelDrive: drivesFour(names, values, facts, ofVin),
    weightClass: ofVin.weightClass ?? (weights.length > 0 ? Math.min(...weights) : 0),
  };
}

const fourWheels = /\b(4WD|4x4|4-Wheel Drive|Four-Wheel Drive)\b/i;

/** A VIN whose drive no pattern states may have any: its model's patterns prove nothing. */
function drivesFour(names: string, values: readonly VariantValue[], facts: Facts, ofVin: VinFacts): boolean {
  if (facts.drive !== undefined) return fourWheels.test(facts.drive);
  if (fourWheels.test(names)) return true;
  const drives = values.filter(({ element }) => element === "drive");
  return (
    ofVin.vehicleType === undefined &&
    drives.length > 0 &&
    drives.every(({ value }) => fourWheels.test(value))
  );
}

/** Cylinders if unknown. */
const usual: Readonly<Record<Build, readonly number[]>> = { car: [4, 6], suv: [4, 6], truck: [6, 8] };

function buildOf(sets: readonly VariantSet[], facts: Facts): Build {
  const types = sets.map(({ vehicleType }) => vehicleType);
  const cars = types.length === 0 || types.includes("PASSENGER CAR");
  const other = types.some((type) => type.startsWith("MULTI")) ? "suv" : "truck";
  const stated = sets.flatMap((set) => set.values).filter(({ element }) => element === "body");
  const bodies = facts.body ? [facts.body] : stated.map(({ value }) => value);
  const builds = bodies
    .map((body) => buildOfBody(body))
    .map((build) => (build === "car" && !cars ? other : build));
  const counts = [...Map.groupBy(builds, (build) => build)].sort(([, a], [, b]) => b.length - a.length);
  return counts[0]?.[0] ?? (cars ? "car" : other);
}

function buildOfBody(body: string): Build {
  if (/pickup|truck|cargo|chassis|step van|incomplete|tractor|fire|motorhome|bus\b/i.test(body))
    return "truck";
  return /utility|suv|cuv|mpv|van\b/i.test(body) ? "suv" : "car";
}

function powertrainsOf(
  makeKey: string,
  names: string,
  sets: readonly VariantSet[],
  facts: Facts,
): Powertrain[] {
  const stated = new Set(sets.flatMap(({ values }) => powertrainsIn(values)));
  const driveName = namedBy(names);
  if (facts.fuel) {
    // A specification is of one vehicle; patterns also list engines that only share its manufacturer's schema.
    const ofFuel = powertrainsOfFuel(facts.fuel);
    const one = ofFuel.find((each) => stated.has(each)) ?? ofFuel[0]!;
    stated.clear();
    stated.add(one);
  }
  if (stated.size === 0) stated.add(driveName ?? (electricMakes.has(makeKey) ? "electric" : "gasoline"));
  // The patterns list a hybrid's engine alone, or more than the name leaves open.
  if (driveName === "hybrid" && !stated.has("electric")) return ["hybrid"];
  if (driveName && stated.has(driveName)) return [driveName];
  return order.filter((one) => stated.has(one));
}

/** What a specification's fuel may mean, likeliest first. */
function powertrainsOfFuel(fuel: string): Powertrain[] {
  if (/hybrid/i.test(fuel)) return ["hybrid"];
  if (/diesel/i.test(fuel)) return ["diesel"];
  if (/electric|hydrogen|fuel cell/i.test(fuel))
    return /gas/i.test(fuel) ? ["hybrid"] : ["electric", "hybrid"];
  return ["gasoline", "hybrid"];
}

/** The drive that a name contains. */
export function namedBy(names: string): Powertrain | undefined {
  if (/hybrid|phev|\bprius\b|\bprime\b|energi\b|4xe|\binsight\b/i.test(names)) return "hybrid";
  if (
    /\b(b?ev|electric|e-?tron|mach-e|e-golf|leaf|lightning|i3s?|ioniq [569]|id\.?4|ariya|solterra|bz4x)\b/i.test(
      names,
    )
  )
    return "electric";
  return /\b(tdi|cdi|diesel|bluetec|duramax|cummins|power ?stroke)\b/i.test(names) ? "diesel" : undefined;
}

/** The drives that the patterns of one schema list. */
function powertrainsIn(values: readonly VariantValue[]): Powertrain[] {
  const second = values.filter(({ element }) => element === "secondaryFuel");
  const hybrids = [
    ...second.filter(({ value }) => value === "Electric"),
    ...values.filter(
      ({ element, value }) => element === "electrification" && /^(Strong )?HEV|PHEV/.test(value),
    ),
  ];
  return values.flatMap(({ element, value, key }): Powertrain[] => {
    if (element !== "fuel") return [];
    if (value === "Diesel") return ["diesel"];
    if (/Electric|Fuel Cell|Hydrogen/.test(value)) {
      const engine = second.some((one) => /Gasoline|FFV|Diesel/.test(one.value) && overlaps(one.key, key));
      return [engine ? "hybrid" : "electric"];
    }
    const assisted = hybrids.filter((one) => overlaps(one.key, key));
    if (assisted.length === 0) return ["gasoline"];
    return assisted.some((one) => holdsFor(one.key, key)) ? ["hybrid"] : ["gasoline", "hybrid"];
  });
}
