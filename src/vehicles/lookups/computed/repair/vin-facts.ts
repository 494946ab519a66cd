import type { Decode } from "../../../../vin/answer/describe.ts";
import {
  BODY_CLASS,
  CYLINDERS,
  DRIVE_TYPE,
  ELECTRIFICATION,
  FUEL,
  GVWR,
  SECOND_FUEL,
  VEHICLE_TYPE,
} from "../../../../vin/elements.ts";
import { elementOf } from "../../names/subject.ts";
import { namedBy, type Powertrain, type VinFacts } from "./vehicle-class.ts";

/** Class facts decoded from a VIN; names decide if the fuel leaves a hybrid open. */
export function vinFacts(decode: Decode, names: string): VinFacts {
  const powertrain = powertrainOf(decode, names);
  const weightClass = weightClassOf(decode);
  return {
    ...(powertrain && { powertrain }),
    ...(weightClass && { weightClass }),
    vehicleType: elementOf(decode, VEHICLE_TYPE),
  };
}

/** The class of gross weight that a VIN states, 1 to 8. */
export function weightClassOf(decode: Decode): number | undefined {
  const [, weightClass] = /^Class (\d)/.exec(elementOf(decode, GVWR)) ?? [];
  return weightClass === undefined ? undefined : Number(weightClass);
}

/** What narrows the costs of a VIN, in words: `Gasoline, 6 cylinders, 4x2, Pickup, Class 2E`. */
export function saidByVin(decode: Decode): string {
  const cylinders = elementOf(decode, CYLINDERS);
  const [fuel, second, level, drive, body, weight] = [
    FUEL,
    SECOND_FUEL,
    ELECTRIFICATION,
    DRIVE_TYPE,
    BODY_CLASS,
    GVWR,
  ].map((id) => elementOf(decode, id));
  const said = [
    fuel,
    second,
    level,
    cylinders && `${cylinders} cylinders`,
    drive,
    body,
    weight?.split(":")[0],
  ];
  return said.filter((part) => part).join(", ");
}

function powertrainOf(decode: Decode, names: string): Powertrain | undefined {
  const [fuel, second, level] = [FUEL, SECOND_FUEL, ELECTRIFICATION].map((id) => elementOf(decode, id)) as [
    string,
    string,
    string,
  ];
  const assisted = /^(Strong )?HEV|^PHEV/.test(level);
  if (/Electric|Fuel Cell|Hydrogen/.test(fuel))
    return assisted || /Gasoline|FFV|Ethanol|Diesel/.test(second) ? "hybrid" : "electric";
  if (fuel === "") return assisted ? "hybrid" : /^(BEV|FCEV)/.test(level) ? "electric" : undefined;
  // A mild hybrid keeps the starter, belt and battery of the engine it assists.
  if (level.startsWith("Mild")) return /Diesel/.test(fuel) ? "diesel" : "gasoline";
  if (assisted || second === "Electric") return "hybrid";
  if (/Diesel/.test(fuel)) return "diesel";
  // A trim that is many at once (`LE/XLE Hybrid`) proves nothing of one of them.
  return names.split(/[/,]/).every((name) => namedBy(name) === "hybrid") ? "hybrid" : "gasoline";
}
