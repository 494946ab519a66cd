import type {
  EventRow,
  RecordFamily,
  RecordRow,
  VehicleRow,
} from "../../src/vehicles/families/record-family.ts";

/** A record as a line of `vingate import records FAMILY`: its keys and the members of its record in one object. */
export function ownRow(family: RecordFamily, row: RecordRow): object {
  if (family.kind === "vehicle") return ownVehicle(family.levels, row as VehicleRow);
  if (family.kind === "event") return ownEvent(family.vehicles !== undefined, row as EventRow);
  const { record, ...keys } = row as Exclude<RecordRow, VehicleRow | EventRow>;
  return { ...keys, ...record };
}

function ownVehicle(levels: readonly string[], { year, names, facts, record }: VehicleRow): object {
  const named = levels.flatMap((level, index) => (names[index] === "" ? [] : [[level, names[index]]]));
  return { year, ...Object.fromEntries(named), ...(facts && { facts }), ...record };
}

/** What the import reads from the record itself is not repeated. */
function ownEvent(
  isValued: boolean,
  { vin, at, id, year, make, model, trim, price, record }: EventRow,
): object {
  if (!isValued) return { vin, at: new Date(at).toISOString().slice(0, 16).replace("T", " "), id, ...record };
  return { vin, id, year, make, model, trim, ...(price === undefined && { sold_for: "0" }), ...record };
}
