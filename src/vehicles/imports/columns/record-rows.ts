import { amountOf } from "../../families/event-values.ts";
import { plateStates } from "../../families/plate-states.ts";
import type {
  EventFacts,
  EventRecords,
  EventRow,
  Facts,
  PlateRow,
  RecordFamily,
  RecordRow,
  VehicleRow,
  VinRecords,
  VinRow,
} from "../../families/record-family.ts";
import { RecordError } from "../input/import-error.ts";
import { keyColumnsOf } from "./key-columns.ts";
import { dateTime, textOf, wholeNumber } from "./key-values.ts";
import { objectIn, recordShape } from "./shape.ts";

/** A row of the input: its keys and the members of its record in one object. */
export type GivenRow = Readonly<Record<string, unknown>>;

/** Converts rows into a family's records. Throws `RecordError` for an invalid row. */
export function rowConverter(family: RecordFamily, yearMax: number): (given: GivenRow) => RecordRow {
  const shape = recordShape(family);
  const keys = new Set(keyColumnsOf(family).map(({ name }) => name.split(".")[0]!));
  // A key can also be a member: an auction's record repeats its VIN.
  for (const { name } of shape.members) keys.delete(name);
  const recordOf = (given: GivenRow) => objectIn(shape, given, { path: "", besides: keys });
  switch (family.kind) {
    case "vehicle":
      return (given) => vehicleRow(family, given, yearMax, recordOf(given));
    case "vin":
      return (given) => vinRow(family, given, recordOf(given));
    case "plate":
      return (given) => plateRow(given, recordOf(given));
    case "event":
      return (given) => eventRow(family, given, recordOf(given));
  }
}

function vehicleRow(
  { levels, required }: Extract<RecordFamily, { kind: "vehicle" }>,
  given: GivenRow,
  yearMax: number,
  record: object,
): VehicleRow {
  const year = wholeNumber(given, "year", 1900, yearMax);
  const names = levels.map((level, index) => textOf(given, level, index < required));
  const facts = given.facts === undefined ? undefined : factsOf(given.facts);
  return { year, names, ...(facts && { facts }), record };
}

const factTexts = ["series", "body", "fuel", "drive", "transmission"] as const;
const factNumbers = ["doors", "displacement_l", "cylinders"] as const;

function factsOf(given: unknown): Facts {
  if (typeof given !== "object" || given === null) throw new RecordError("facts", given, "must be an object");
  const facts = given as GivenRow;
  const known: readonly string[] = [...factTexts, ...factNumbers];
  const unknown = Object.keys(facts).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new RecordError(`facts.${unknown}`, facts[unknown], "is not known");
  const texts = factTexts.map((name) => [name, textOf(facts, name, false)] as const);
  const numbers = factNumbers
    .filter((name) => facts[name] !== undefined && facts[name] !== "")
    .map((name) => [name, Number(facts[name])] as const);
  const wrong = numbers.find(([, value]) => !Number.isFinite(value));
  if (wrong) throw new RecordError(`facts.${wrong[0]}`, facts[wrong[0]], "must be a number");
  return Object.fromEntries([...texts.filter(([, value]) => value !== ""), ...numbers]) as Facts;
}

function vinRow({ id }: VinRecords, given: GivenRow, record: object): VinRow {
  const vin = textOf(given, "vin", true);
  if (id) {
    const value = textOf(given, id.name, true);
    return { vin, id: value, record: { [id.name]: value, ...record } };
  }
  const year =
    given.year === undefined || given.year === "" ? undefined : wholeNumber(given, "year", 1900, 2100);
  const [make, model] = [textOf(given, "make", false), textOf(given, "model", false)];
  return { vin, ...(year && { year }), make, model, record };
}

function plateRow(given: GivenRow, record: object): PlateRow {
  const state = textOf(given, "state", true).toUpperCase();
  if (!plateStates.has(state)) throw new RecordError("state", given.state, "must be a U.S. state, DC or PR");
  return { license: textOf(given, "license", true), state, vin: textOf(given, "vin", true), record };
}

function eventRow(family: EventRecords, given: GivenRow, record: Record<string, unknown>): EventRow {
  const vin = textOf(given, "vin", true);
  const event = family.eventOf(record);
  const at = given.at === undefined || given.at === "" ? event.at : dateTime(given, "at");
  const id = textOf(given, "id", false) || event.id;
  const { year = 0, make = "", model = "", trim = "" } = event;
  return {
    ...event,
    year,
    make,
    model,
    trim,
    ...(family.vehicles && valued(given, event)),
    vin,
    at,
    id,
    record,
  };
}

/** The columns of a row that valuations read, if the record itself does not have them. */
function valued(given: GivenRow, { price }: EventFacts): Partial<EventRow> {
  const sold = textOf(given, "sold_for", false);
  return {
    year: wholeNumber(given, "year", 1900, 2100),
    make: textOf(given, "make", true),
    model: textOf(given, "model", true),
    trim: textOf(given, "trim", false),
    price: sold === "" ? price : amountOf(sold),
  };
}
