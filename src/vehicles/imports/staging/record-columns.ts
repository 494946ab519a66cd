import { frameNumberOf, isFrameNumber, vinOf } from "../../../base/reading/vins.ts";
import { type BodyText, bodyText, type PlaceholderPlan } from "../../families/body.ts";
import { makeKey, nameKey, plateKeyIn } from "../../families/names.ts";
import type {
  EventRecords,
  Heading,
  PlateRow,
  RecordFamily,
  RecordRow,
  VehicleRow,
} from "../../families/record-family.ts";
import { flatSpecs } from "../../families/specs.ts";
import { RecordError } from "../input/import-error.ts";

/** A column of a record table, and its value for a row. */
export type Column<Row> = {
  readonly name: string;
  /** Whether it can be null. */
  readonly optional?: true;
} & (
  | { readonly type: "integer" | "real" | "text"; value(row: Row): string | number | null }
  | { readonly type: "blob"; body(row: Row): BodyText }
);

type OfKind<K> = Extract<RecordFamily, { kind: K }>;
type ColumnsOfKind = {
  readonly [K in RecordFamily["kind"]]: (family: OfKind<K>) => readonly Column<RecordRow<OfKind<K>>>[];
};

const columnsOfKind: ColumnsOfKind = {
  vehicle: (family) => [
    { name: "year", type: "integer", value: ({ year }) => modelYear(year) },
    ...family.levels.flatMap((level, index): Column<VehicleRow>[] => [
      { name: `${level}_key`, type: "text", value: (row) => keyOfLevel(family, index, row) },
      { name: level, type: "text", value: ({ names }) => names[index]! },
    ]),
    { name: "facts", type: "text", value: ({ facts = {} }) => JSON.stringify(facts) },
    {
      name: "body",
      type: "blob",
      body: (row) => bodyText(answered.vehicle(family, row), planOf(family, row)),
    },
    ...(family.flat ? [flatColumn(family)] : []),
  ],
  vin: (family) => [
    { name: "vin", type: "text", value: ({ vin }) => modernVinKey(vin) },
    { name: "id", type: "text", value: ({ id = "" }) => id },
    { name: "body", type: "blob", body: (row) => bodyText(answered.vin(family, row), planOf(family, row)) },
  ],
  plate: (family) => [
    { name: "state", type: "text", value: ({ state }) => state },
    { name: "plate", type: "text", value: ({ license, state }) => keyOfPlate(license, state) },
    ...(family.id ? [{ name: "id", type: "text" as const, value: ({ id = "" }: PlateRow) => id }] : []),
    { name: "vin", type: "text", value: ({ vin }) => vinOrNone(vin) },
    { name: "body", type: "blob", body: (row) => bodyText(answered.plate(family, row), planOf(family, row)) },
  ],
  pattern: ({ placeholders }) => [
    { name: "wmi", type: "text", value: ({ pattern }) => pattern.slice(0, 3) },
    { name: "pattern", type: "text", value: ({ pattern }) => requirePattern(pattern) },
    { name: "id", type: "text", value: ({ id }) => id },
    { name: "body", type: "blob", body: ({ record }) => bodyText(record, planFor(placeholders, record)) },
  ],
  event: ({ placeholders }) => [
    { name: "vin", type: "text", value: ({ vin }) => vinKey(vin) },
    { name: "at", type: "integer", value: ({ at }) => at },
    { name: "id", type: "text", value: ({ id }) => id },
    { name: "year", type: "integer", value: ({ year }) => year },
    { name: "make_key", type: "text", value: ({ make }) => makeKey(make) },
    { name: "make", type: "text", value: ({ make }) => make },
    { name: "model_key", type: "text", value: ({ model }) => nameKey(model) },
    { name: "model", type: "text", value: ({ model }) => model },
    { name: "trim_key", type: "text", value: ({ trim = "" }) => nameKey(trim) },
    { name: "trim", type: "text", value: ({ trim = "" }) => trim },
    { name: "price", type: "real", optional: true, value: ({ price = null }) => price },
    { name: "odometer", type: "real", optional: true, value: ({ odometer = null }) => odometer },
    { name: "state", type: "text", value: ({ state = "" }) => state },
    { name: "body", type: "blob", body: ({ record }) => bodyText(record, planFor(placeholders, record)) },
  ],
};

type AnsweredOfKind = {
  readonly [K in RecordFamily["kind"]]: (family: OfKind<K>, row: RecordRow<OfKind<K>>) => object;
};

const answered: AnsweredOfKind = {
  vehicle({ levels, heading }, { year, names, record }) {
    const members = Object.fromEntries(levels.map((level, index) => [level, names[index]!]));
    return withHeading(heading, { vin: "", year: String(modelYear(year)), ...members }, record);
  },
  vin({ heading }, { vin, year, make = "", model = "", record }) {
    const members = { vin: modernVinKey(vin), year: year ? String(year) : "", make, model };
    return withHeading(heading, members, record);
  },
  plate: (_, { license, state, vin, record }) => ({
    intro: { license: keyOfPlate(license, state), state },
    vin: vinOrNone(vin),
    ...record,
  }),
  pattern: (_, { record }) => record,
  event: (_, { record }) => record,
};

/** A row as answers have it: of an event one of its history. Throws `RecordError` for a key that is none. */
export function answeredRecord<F extends RecordFamily>(family: F, row: RecordRow<F>): object {
  if (family.kind === "event") vinKey((row as RecordRow<EventRecords>).vin);
  // TypeScript cannot infer that a family's kind selects the function of that kind.
  const made = answered[family.kind] as unknown as (of: F, row: RecordRow<F>) => object;
  return made(family, row);
}

/** The columns of a family's table after `dataset`, which all tables begin with. */
export function columnsOf<F extends RecordFamily>(family: F): readonly Column<RecordRow<F>>[] {
  // TypeScript cannot infer that a family's kind selects the function of that kind.
  const columns = columnsOfKind[family.kind] as unknown as (of: F) => readonly Column<RecordRow<F>>[];
  return columns(family);
}

function modelYear(year: number): number {
  if (!Number.isInteger(year) || year < 1900 || year > 2100)
    throw new RecordError("year", year, "must be a model year, 1900 to 2100");
  return year;
}

function keyOfLevel({ levels, required }: OfKind<"vehicle">, index: number, { names }: VehicleRow): string {
  if (names.length !== levels.length) throw new RecordError("", names, `must have ${levels.join(", ")}`);
  const level = levels[index]!;
  const text = names[index]!;
  const key = level === "make" ? makeKey(text) : nameKey(text);
  if (key === "" && (index < required || text !== ""))
    throw new RecordError(level, text, "must have a letter or a digit");
  return key;
}

/** A record after the members that its response begins with. */
function withHeading(
  heading: readonly Heading[],
  members: Readonly<Partial<Record<string, string>>>,
  record: object,
): Readonly<Record<string, unknown>> {
  const whole: Record<string, unknown> = {};
  for (const one of heading) whole[one] = members[one] ?? "";
  return Object.assign(whole, record);
}

/** The unversioned specifications: the same record without groups. */
function flatColumn(family: OfKind<"vehicle">): Column<VehicleRow> {
  const body = (row: VehicleRow) =>
    bodyText(flatSpecs({ ...answered.vehicle(family, row) }), planOf(family, row));
  return { name: "flat", type: "blob", body };
}

// The response contains the requested VIN, although the record is stored by names.
function planOf(family: RecordFamily, { record }: { readonly record: object }): PlaceholderPlan | undefined {
  const plan = planFor(family.placeholders, record);
  if (family.kind !== "vehicle" || !family.heading.includes("vin")) return plan;
  return { ...(plan as Readonly<Record<string, PlaceholderPlan>>), vin: "vin" };
}

function planFor(placeholders: RecordFamily["placeholders"], record: object): PlaceholderPlan | undefined {
  return typeof placeholders === "function" ? placeholders(record) : placeholders;
}

const olderVin = /^(?=.*\d)[A-Z0-9]{5,14}$/;
const ofModernVin = "must be 17 letters and digits without I, O and Q";

/** A VIN as events are stored under it. Throws `RecordError`. */
export function vinKey(text: string): string {
  const read = vinOf(text);
  if (read !== undefined) return read;
  const older = text.replace(/[\s-]/g, "").toUpperCase();
  if (olderVin.test(older)) return older;
  throw new RecordError("vin", text, `${ofModernVin}, or before 1981 5 to 14 with a digit`);
}

/** Lookups of such records take no other VIN. */
function modernVinKey(text: string): string {
  const vin = vinOf(text);
  if (vin !== undefined) return vin;
  const frame = frameNumberOf(text);
  if (frame !== undefined) throw new RecordError("vin", text, isFrameNumber);
  throw new RecordError("vin", text, `${ofModernVin}: lookups of this dataset take no older VINs`);
}

/** Registers of countries have vehicles without a VIN. */
const vinOrNone = (text: string): string => (text === "" ? "" : vinKey(text));

const vinPattern = /^[A-HJ-NPR-Z0-9]{3}[A-HJ-NPR-Z0-9.]{1,14}$/;

function requirePattern(text: string): string {
  if (vinPattern.test(text)) return text;
  throw new RecordError("pattern", text, "must be the beginning of VINs, with a dot for any character");
}

function keyOfPlate(license: string, state: string): string {
  const plate = plateKeyIn(state, license);
  if (plate === "") throw new RecordError("license", license, "must have a letter or a digit");
  return plate;
}
