import { asListedName } from "../../families/answer-schemas.ts";
import { textIn } from "../../families/event-values.ts";
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
import { keyColumnsOf } from "./key-columns.ts";
import { nameOf, notADate, plateIn, textOf, vinIn, wholeNumber } from "./key-values.ts";
import { type ObjectShape, objectIn, recordShape } from "./record-shape.ts";
import { type Members, type RowNames, rowNames } from "./row-names.ts";
import type { ColumnValues, RowValues } from "./row-values.ts";
import { atKey, dateKey, soldForKey } from "./value-columns.ts";
import type { NamesOfVin, VehicleNames } from "./vin-names.ts";

/** A row of the input: its keys and the members of its record in one object. */
export type GivenRow = Readonly<Record<string, unknown>>;

/** Which names rows with a VIN get; those of the file if absent. */
export interface RowOptions {
  readonly yearMax: number;
  readonly namesOf?: NamesOfVin | undefined;
  /** The columns that are read as columns; they are decided for the rows that are converted. */
  readonly columns: ColumnValues;
}

/** Converts rows into a family's records. Throws `RecordError` for an invalid row. */
export function rowConverter(
  family: RecordFamily,
  options: RowOptions,
): (given: GivenRow, lineOf: () => number) => RecordRow {
  const convert = keyedConverter(family, recordShape(family), options);
  if (!options.columns.areRead) return (given) => convert(given, noValues);
  return (given, lineOf) => {
    const values = options.columns.take(given as Members, lineOf);
    const row = convert(given, values);
    const { asListed, warnings } = values;
    const record = row.record as Members;
    for (const name in asListed)
      record[asListedName] = { ...(record[asListedName] as Members | undefined), [name]: asListed[name] };
    return warnings.length === 0 ? row : { ...row, warnings: [...(row.warnings ?? []), ...warnings] };
  };
}

const noValues: RowValues = { numbers: {}, asListed: {}, warnings: [] };

function keyedConverter(
  family: RecordFamily,
  shape: ObjectShape,
  { yearMax, namesOf }: RowOptions,
): (given: GivenRow, values: RowValues) => RecordRow {
  const keys = new Set(keyColumnsOf(family).map(({ name }) => name.split(".")[0]!));
  // A key can also be a member: an auction's record repeats its VIN.
  for (const { name } of shape.members) keys.delete(name);
  const recordOf = (given: GivenRow) => objectIn(shape, given, { path: "", besides: keys });
  const readNames = rowNames(shape, namesOf);
  switch (family.kind) {
    case "vehicle":
      return (given) => vehicleRow(family, given, yearMax, recordOf(given));
    case "vin":
      return (given) => vinRow(family, given, recordOf(given), readNames);
    case "plate":
      return (given) => plateRow(family, given, recordOf(given), readNames);
    case "pattern":
      return (given) => patternRow(given, recordOf(given));
    case "event":
      return (given, values) => eventRow(family, given, { record: recordOf(given), values, readNames });
  }
}

function vehicleRow(
  { levels, required }: Extract<RecordFamily, { kind: "vehicle" }>,
  given: GivenRow,
  yearMax: number,
  record: object,
): VehicleRow {
  const year = wholeNumber(given, "year", 1900, yearMax);
  const names = levels.map((level, index) => nameOf(given, level, index < required));
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
    .map(
      (name) =>
        [
          name,
          /^\d{1,6}(?:\.\d{1,9})?$/.test(String(facts[name])) ? Number(facts[name]) : Number.NaN,
        ] as const,
    );
  const wrong = numbers.find(([, value]) => !Number.isFinite(value));
  if (wrong) throw new RecordError(`facts.${wrong[0]}`, facts[wrong[0]], "must be a number");
  return Object.fromEntries([...texts.filter(([, value]) => value !== ""), ...numbers]) as Facts;
}

function vinRow({ id, heading }: VinRecords, given: GivenRow, record: Members, readNames: RowNames): VinRow {
  const vin = vinIn(given);
  if (id) {
    const value = textOf(given, id.name, true);
    return { vin, id: value, record: { [id.name]: value, ...record } };
  }
  const year = given.year === undefined || given.year === "" ? 0 : wholeNumber(given, "year", 1900, 2100);
  const listed = { year, make: nameOf(given, "make", false), model: nameOf(given, "model", false), trim: "" };
  if (!heading.includes("make")) return { vin, record };
  const { names, warnings } = readNames(vin, listed, record);
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
  readNames: RowNames,
): PlateRow {
  const state = plateStateOf(textOf(given, "state", true));
  if (state === undefined)
    throw new RecordError("state", given.state, "must be a U.S. state, DC, PR or an ISO code of a country");
  if (only !== undefined && state !== only) throw new RecordError("state", given.state, `must be ${only}`);
  const vin = vinIn(given, only === undefined);
  const year = Number(textIn(record, "year"));
  const [make, model, trim] = ["make", "model", "trim"].map((name) => textIn(record, name));
  const listed = { year: Number.isInteger(year) ? year : 0, make: make!, model: model!, trim: trim! };
  const { warnings } = readNames(vin, listed, record);
  const numbered = id && { id: textOf(given, id.name, true) };
  return { license: plateIn(given), state, vin, record, warnings, ...numbered };
}

function patternRow(given: GivenRow, record: Members): PatternRow {
  const [pattern, id] = ["pattern", "id"].map((name) => textOf(given, name, true));
  return { pattern: pattern!.toUpperCase(), id: id!, record };
}

function eventRow(
  family: EventRecords,
  given: GivenRow,
  {
    record,
    values: { numbers },
    readNames,
  }: { readonly record: Members; readonly values: RowValues; readonly readNames: RowNames },
): EventRow {
  const vin = vinIn(given);
  const event = family.eventOf(record, numbers);
  const own = given.at === undefined || given.at === "";
  const at = numbers[own ? dateKey : atKey];
  if (!own && at === undefined) throw new RecordError("at", given.at, notADate);
  const id = textOf(given, "id", false) || event.id;
  const { year = 0, make = "", model = "", trim = "", price } = event;
  const valued = family.vehicles !== undefined;
  const listed = valued ? namesIn(given) : { year, make, model, trim };
  const { names, warnings } = readNames(vin, listed, record);
  if (valued) requireNames(given, names);
  return {
    ...event,
    ...names,
    ...(valued && { price: textOf(given, soldForKey, false) === "" ? price : numbers[soldForKey] }),
    vin,
    // Before 1970 there were no files of events.
    at: Math.max(0, at ?? 0),
    id,
    record,
    warnings,
  };
}

/** The columns that valuations read, if the record itself does not have them. */
function namesIn(given: GivenRow): VehicleNames {
  const unknown = given.year === undefined || given.year === "";
  return {
    year: unknown ? 0 : wholeNumber(given, "year", 1900, 2100),
    make: nameOf(given, "make", false),
    model: nameOf(given, "model", false),
    trim: nameOf(given, "trim", false),
  };
}

/** Throws for a row whose year, make or model is neither in the file nor in the VIN. */
function requireNames(given: GivenRow, { year, make, model }: VehicleNames): void {
  if (year === 0) wholeNumber(given, "year", 1900, 2100);
  if (make === "") nameOf(given, "make", true);
  if (model === "") nameOf(given, "model", true);
}
