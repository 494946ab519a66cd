import { list, type Value } from "../database/sql.ts";
import { BodyError, encodeBody, type SlotPlan } from "../families/body.ts";
import { makeKey, nameKey, plateKey } from "../families/names.ts";
import type {
  EventRow,
  Heading,
  PlateRow,
  RecordTable,
  VehicleRow,
  VinRow,
} from "../families/record-families.ts";
import { contactPlan } from "../families/sale-contacts.ts";
import { flatSpecs } from "../families/specs.ts";

/** A row that cannot be stored, and why. */
export class RecordError extends Error {
  override readonly name = "RecordError";
}

type Row = VehicleRow | VinRow | EventRow | PlateRow;

/** A row's values in the order of its table's columns, its record as the bytes that answers are made of. */
export function encodeRow(
  table: RecordTable,
  dataset: number,
  row: Row,
  digest: { update(part: string | Uint8Array): unknown },
): readonly Value[] {
  const values = [dataset, ...encode(table, row)];
  for (const value of values.slice(1)) digest.update(value instanceof Uint8Array ? value : `${value}\n`);
  // A list refuses what no database takes: a NUL in a text, a number that is none.
  return list(values).values;
}

function encode(table: RecordTable, row: Row): Value[] {
  try {
    if (table.kind === "vehicle") return vehicleValues(table, row as VehicleRow);
    if (table.kind === "vin") return vinValues(table, row as VinRow);
    if (table.kind === "plate") return plateValues(row as PlateRow);
    return eventValues(table, row as EventRow);
  } catch (error) {
    if (error instanceof BodyError) throw new RecordError(error.message);
    throw error;
  }
}

type Table<K> = Extract<RecordTable, { kind: K }>;

function vehicleValues(table: Table<"vehicle">, row: VehicleRow): Value[] {
  const { levels, required, heading, flat } = table;
  const { year, names, facts = {}, record } = row;
  if (!Number.isInteger(year) || year < 1900 || year > 2100)
    throw new RecordError(`${year} is no model year`);
  if (names.length !== levels.length)
    throw new RecordError(`names must be ${levels.join(", ")}, not ${names.length} of them`);
  const keys = names.map((one, index) => (levels[index] === "make" ? makeKey(one) : nameKey(one)));
  const empty = keys.findIndex((key, index) => key === "" && (index < required || names[index] !== ""));
  if (empty >= 0) throw new RecordError(`${levels[empty]} must hold a letter or a digit`);
  const named: Partial<Record<Heading, string>> = { vin: "", year: String(year) };
  levels.forEach((level, index) => {
    named[level as Heading] = names[index]!;
  });
  const whole = { ...Object.fromEntries(heading.map((one) => [one, named[one] ?? ""])), ...record };
  const plan = planOf(table.slots, heading);
  const bodies = [encodeBody(whole, plan), ...(flat ? [encodeBody(flatSpecs(whole), plan)] : [])];
  return [year, ...names.flatMap((one, index) => [keys[index]!, one]), JSON.stringify(facts), ...bodies];
}

// A VIN of its own stands in the answer of a record that is stored by names.
function planOf(slots: SlotPlan | undefined, heading: readonly Heading[]): SlotPlan | undefined {
  if (!heading.includes("vin")) return slots;
  return { ...(slots as Readonly<Record<string, SlotPlan>>), vin: "vin" };
}

function vinValues({ heading, slots }: Table<"vin">, row: VinRow): Value[] {
  const { year, make = "", model = "", id = "", record } = row;
  const vin = vinKey(row.vin);
  const named: Partial<Record<Heading, string>> = { vin, year: year ? String(year) : "", make, model };
  const whole = { ...Object.fromEntries(heading.map((one) => [one, named[one] ?? ""])), ...record };
  return [vin, id, encodeBody(whole, slots)];
}

function plateValues({ license, state, vin, record }: PlateRow): Value[] {
  const plate = plateKey(license);
  if (plate === "") throw new RecordError("a plate must hold a letter or a digit");
  const whole = { intro: { license: plate, state }, vin: vinKey(vin), ...record };
  return [state, plate, vinKey(vin), encodeBody(whole)];
}

function eventValues(table: Table<"event">, row: EventRow): Value[] {
  const { at, id, year, make, model, trim = "", price = null, odometer = null, state = "", record } = row;
  const plan = table.table === "sale_record" ? contactPlan(record) : table.slots;
  const names = [makeKey(make), make, nameKey(model), model, nameKey(trim), trim];
  return [vinKey(row.vin), at, id, year, ...names, price, odometer, state, encodeBody(record, plan)];
}

function vinKey(text: string): string {
  const vin = text.replace(/[\s-]/g, "").toUpperCase();
  if (!/^([A-Z0-9]{5,14}|[A-HJ-NPR-Z0-9]{17})$/.test(vin)) throw new RecordError(`"${text}" is no VIN`);
  return vin;
}
