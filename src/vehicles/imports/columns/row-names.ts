import { asListedName } from "../../families/answer-schemas.ts";
import type { ObjectShape } from "./record-shape.ts";
import { type NamesOfVin, type NamesTaken, takeNames, type VehicleNames } from "./vin-names.ts";

/** A record in the making. */
export type Members = Record<string, unknown>;

/** The names of a row; writes them into its record too, with the file's where they differ. */
export type RowNames = (vin: string, given: VehicleNames, record: Members) => NamesTaken;

const nothing: readonly string[] = [];
const all = ["year", "make", "model", "trim"] as const;

/** Takes names from VINs that decode cleanly, if `namesOf` is given. */
export function rowNames({ members }: ObjectShape, namesOf: NamesOfVin | undefined): RowNames {
  if (!namesOf) return (_, given) => ({ names: given, warnings: nothing });
  const inRecord = all.filter((name) => members.some((member) => member.name === name));
  return (vin, given, record) => {
    const ofVin = namesOf(vin, given.year);
    if (!ofVin) return { names: given, warnings: nothing };
    const taken = takeNames(given, ofVin);
    for (const name of inRecord) record[name] = String(taken.names[name]);
    if (taken.asListed) record[asListedName] = taken.asListed;
    return taken;
  };
}
