import { amountOf, dayAndMonth, momentOf, textIn } from "../../families/event-values.ts";
import { plateStateOf } from "../../families/plate-states.ts";
import type {
  EventRecords,
  EventRow,
  Facts,
  PatternRow,
  PlateRecords,
  PlateRow,
  RecordFamily,
  RecordRow,
  VehicleRow,
  VinRecords,
  VinRow,
} from "../../families/record-family.ts";
import { RecordError } from "../input/import-error.ts";
import { type DateOrder, dayPaths, readDay, replaceAt, unreadable, writeDays } from "./days.ts";
import { keyColumnsOf } from "./key-columns.ts";
import { dateTime, textOf, wholeNumber } from "./key-values.ts";
import { type ObjectShape, objectIn, recordShape } from "./record-shape.ts";
import { type Members, type RowNames, rowNames } from "./row-names.ts";
import type { NamesOfVin, VehicleNames } from "./vin-names.ts";

/** A row of the input: its keys and the members of its record in one object. */
export type GivenRow = Readonly<Record<string, unknown>>;

/** Which names rows with a VIN get; those of the file if absent. */
export interface RowOptions {
  readonly yearMax: number;
  readonly namesOf?: NamesOfVin | undefined;
  /** How dates such as 3/2/2024 are read. */
  readonly dates?: DateOrder | undefined;
}

/** Converts rows into a family's records. Throws `RecordError` for an invalid row. */
export function rowConverter(family: RecordFamily, options: RowOptions): (given: GivenRow) => RecordRow {
  const shape = recordShape(family);
  const convert = keyedConverter(family, shape, options);
  const days = dayPaths(shape);
  if (days.length === 0) return convert;
  return (given) => {
    const row = convert(given);
    const warnings = writeDays(row.record as Members, days, options.dates);
    return warnings.length === 0 ? row : { ...row, warnings: [...(row.warnings ?? []), ...warnings] };
  };
}

function keyedConverter(
  family: RecordFamily,
  shape: ObjectShape,
  { yearMax, namesOf, dates }: RowOptions,
): (given: GivenRow) => RecordRow {
  const keys = new Set(keyColumnsOf(family).map(({ name }) => name.split(".")[0]!));
  // A key can also be a member: an auction's record repeats its VIN.
  for (const { name } of shape.members) keys.delete(name);
  const recordOf = (given: GivenRow) => objectIn(shape, given, { path: "", besides: keys });
  const named = rowNames(shape, namesOf);
  switch (family.kind) {
    case "vehicle":
      return (given) => vehicleRow(family, given, yearMax, recordOf(given));
    case "vin":
      return (given) => vinRow(family, given, recordOf(given), named);
    case "plate":
      return (given) => plateRow(family, given, recordOf(given), named);
    case "pattern":
      return (given) => patternRow(given, recordOf(given));
    case "event":
      return (given) => eventRow(family, given, recordOf(given), named, dates);
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

function vinRow({ id, heading }: VinRecords, given: GivenRow, record: Members, named: RowNames): VinRow {
  const vin = textOf(given, "vin", true);
  if (id) {
    const value = textOf(given, id.name, true);
    return { vin, id: value, record: { [id.name]: value, ...record } };
  }
  const year = given.year === undefined || given.year === "" ? 0 : wholeNumber(given, "year", 1900, 2100);
  const listed = { year, make: textOf(given, "make", false), model: textOf(given, "model", false), trim: "" };
  if (!heading.includes("make")) return { vin, record };
  const { names, warnings } = named(vin, listed, record);
  return {
    vin,
    ...(names.year > 0 && { year: names.year }),
    make: names.make,
    model: names.model,
    record,
    warnings,
  };
}

function plateRow(
  { state: only, id }: PlateRecords,
  given: GivenRow,
  record: Members,
  named: RowNames,
): PlateRow {
  const state = plateStateOf(textOf(given, "state", true));
  if (state === undefined)
    throw new RecordError("state", given.state, "must be a U.S. state, DC, PR or an ISO code of a country");
  if (only !== undefined && state !== only) throw new RecordError("state", given.state, `must be ${only}`);
  const vin = textOf(given, "vin", only === undefined);
  const year = Number(textIn(record, "year"));
  const [make, model, trim] = ["make", "model", "trim"].map((name) => textIn(record, name));
  const listed = { year: Number.isInteger(year) ? year : 0, make: make!, model: model!, trim: trim! };
  const { warnings } = named(vin, listed, record);
  const numbered = id && { id: textOf(given, id.name, true) };
  return { license: textOf(given, "license", true), state, vin, record, warnings, ...numbered };
}

function patternRow(given: GivenRow, record: Members): PatternRow {
  const [pattern, id] = ["pattern", "id"].map((name) => textOf(given, name, true));
  return { pattern: pattern!.toUpperCase(), id: id!, record };
}

/** The moment of a text; those that `Date` reads are read as they were, and days with the month first. */
function eventMoment(
  text: string,
  dates: DateOrder | undefined,
): { at: number; day?: string; warning?: string } {
  if (text.trim() === "") return { at: 0 };
  if (!dayAndMonth.test(text)) {
    const at = momentOf(text);
    return at === 0 ? { at, warning: unreadable } : { at };
  }
  const { day, warning } = readDay(text, dates);
  const rest = day === undefined ? "" : text.replace(dayAndMonth, day);
  const at = momentOf(rest) || (day === undefined ? 0 : Date.parse(day));
  return { at, ...(day !== undefined && { day: rest }), ...(warning !== undefined && { warning }) };
}

function eventRow(
  family: EventRecords,
  given: GivenRow,
  record: Members,
  named: RowNames,
  dates: DateOrder | undefined,
): EventRow {
  const vin = textOf(given, "vin", true);
  const event = family.eventOf(record);
  const own = given.at === undefined || given.at === "";
  const { at, day, warning } = eventMoment(own ? (event.date ?? "") : textOf(given, "at", true), dates);
  if (!own && at === 0) dateTime(given, "at");
  // Readers of the record do not know the order that was chosen.
  if (own && day !== undefined && dates !== undefined) replaceAt(record, family.dateAt, () => day);
  const id = textOf(given, "id", false) || event.id;
  const { year = 0, make = "", model = "", trim = "", price } = event;
  const valued = family.vehicles !== undefined;
  const listed = valued ? namesIn(given) : { year, make, model, trim };
  const { names, warnings } = named(vin, listed, record);
  if (valued) requireNames(given, names);
  return {
    ...event,
    ...names,
    ...(valued && { price: soldFor(given, price) }),
    vin,
    at,
    id,
    record,
    warnings: warning === undefined ? warnings : [...warnings, warning],
  };
}

/** The columns that valuations read, if the record itself does not have them. */
function namesIn(given: GivenRow): VehicleNames {
  const unknown = given.year === undefined || given.year === "";
  return {
    year: unknown ? 0 : wholeNumber(given, "year", 1900, 2100),
    make: textOf(given, "make", false),
    model: textOf(given, "model", false),
    trim: textOf(given, "trim", false),
  };
}

/** Throws for a row whose year, make or model neither the file nor the VIN tells. */
function requireNames(given: GivenRow, { year, make, model }: VehicleNames): void {
  if (year === 0) wholeNumber(given, "year", 1900, 2100);
  if (make === "") textOf(given, "make", true);
  if (model === "") textOf(given, "model", true);
}

function soldFor(given: GivenRow, price: number | undefined): number | undefined {
  const sold = textOf(given, "sold_for", false);
  return sold === "" ? price : amountOf(sold);
}
