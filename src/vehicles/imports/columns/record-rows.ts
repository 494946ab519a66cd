import { auctionRecords } from "../../families/apis/auction.ts";
import { recallCompletions } from "../../families/apis/open-recall.ts";
import { plateStates } from "../../families/plate-states.ts";
import type {
  EventRow,
  Facts,
  PlateRow,
  RecordFamily,
  RecordRow,
  VehicleRow,
  VinRow,
} from "../../families/record-family.ts";
import { RecordError } from "../input/import-error.ts";
import { eventOfAuction, eventOfSale } from "./event-keys.ts";
import { keyColumnsOf } from "./key-columns.ts";
import { dateTime, textOf, wholeNumber } from "./key-values.ts";
import { recordShape } from "./record-shapes.ts";
import { objectIn } from "./shape.ts";

/** A row as it was given: its keys and the members of its record in one object. */
export type GivenRow = Readonly<Record<string, unknown>>;

/** Makes a family's records of rows. Throws `RecordError` for one that is none. */
export function rowConverter(family: RecordFamily, yearMax: number): (given: GivenRow) => RecordRow {
  const shape = recordShape(family);
  const keys = new Set(keyColumnsOf(family).map(({ name }) => name.split(".")[0]!));
  // A key that is a member too is both: an auction's record repeats its VIN.
  for (const { name } of shape.members) keys.delete(name);
  const recordOf = (given: GivenRow) => objectIn(shape, given, { place: "", besides: keys });
  switch (family.kind) {
    case "vehicle":
      return (given) => vehicleRow(family, given, yearMax, recordOf(given));
    case "vin":
      return (given) => vinRow(family, given, recordOf);
    case "plate":
      return (given) => plateRow(given, recordOf(given));
    case "event":
      return family === auctionRecords
        ? (given) => eventRow(given, eventOfAuction(recordOf(given)))
        : (given) => eventRow(given, eventOfSale(recordOf(given), given));
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
  const strange = Object.keys(facts).find((name) => !known.includes(name));
  if (strange !== undefined) throw new RecordError(`facts.${strange}`, facts[strange], "is not known");
  const texts = factTexts.map((name) => [name, textOf(facts, name, false)] as const);
  const numbers = factNumbers
    .filter((name) => facts[name] !== undefined && facts[name] !== "")
    .map((name) => [name, Number(facts[name])] as const);
  const wrong = numbers.find(([, value]) => !Number.isFinite(value));
  if (wrong) throw new RecordError(`facts.${wrong[0]}`, facts[wrong[0]], "must be a number");
  return Object.fromEntries([...texts.filter(([, value]) => value !== ""), ...numbers]) as Facts;
}

function vinRow(
  family: RecordFamily,
  given: GivenRow,
  recordOf: (given: GivenRow) => Record<string, unknown>,
): VinRow {
  const vin = textOf(given, "vin", true);
  if (family === recallCompletions) {
    const campaign = textOf(given, "nhtsa_campaign_number", true);
    // A row that says nothing else tells that the remedy was made.
    const record = recordOf({ ...given, recall_status: given.recall_status || "completed" });
    return { vin, id: campaign, record: { nhtsa_campaign_number: campaign, ...record } };
  }
  const year =
    given.year === undefined || given.year === "" ? undefined : wholeNumber(given, "year", 1900, 2100);
  const [make, model] = [textOf(given, "make", false), textOf(given, "model", false)];
  return { vin, ...(year && { year }), make, model, record: recordOf(given) };
}

function plateRow(given: GivenRow, record: object): PlateRow {
  const state = textOf(given, "state", true).toUpperCase();
  if (!plateStates.has(state)) throw new RecordError("state", given.state, "must be a U.S. state, DC or PR");
  return { license: textOf(given, "license", true), state, vin: textOf(given, "vin", true), record };
}

function eventRow(given: GivenRow, event: Omit<EventRow, "vin">): EventRow {
  const vin = textOf(given, "vin", true);
  const at = given.at === undefined || given.at === "" ? event.at : dateTime(given, "at");
  const id = textOf(given, "id", false) || event.id;
  return { ...event, vin, at, id };
}
