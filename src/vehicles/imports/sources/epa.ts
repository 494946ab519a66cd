import { readDayText } from "../../../base/reading/days.ts";
import { plainNumber } from "../../../base/reading/declared.ts";
import { specificationRecords } from "../../families/apis/ymm-specs.ts";
import { makeKey, nameKey } from "../../families/names.ts";
import type { Facts, VehicleRow } from "../../families/record-family.ts";
import { indexColumns } from "../columns/index-columns.ts";
import { ImportError, RecordError } from "../input/import-error.ts";
import { bounded } from "../input/size-bound.ts";
import { textOf } from "../input/utf8.ts";
import { type Cells, openCsv } from "../readers/csv.ts";
import type { Batch } from "../readers/row-batch.ts";
import type { Converted, Source } from "./source.ts";

const columns = `
  id year make model baseModel displ cylinders trany trans_dscr drive eng_dscr VClass
  fuelType fuelType1 fuelType2 city08 highway08 comb08 cityA08 highwayA08 combA08 range rangeA
  tCharger sCharger evMotor co2TailpipeGpm ghgScore feScore pv2 pv4 hpv lv2 lv4 hlv fuelCost08
  atvType startStop`
  .trim()
  .split(/\s+/);

/** The days on which a row came and changed; tables without them have no version of their own. */
const dateColumns = ["createdon", "modifiedon"] as const;

type Vehicle = Readonly<Record<string, string>>;

/** fueleconomy.gov's table of vehicles: one row per certified combination, model years 1984 on. */
export const epaSource: Source = {
  name: "epa",
  dataset: "epa",
  title: "EPA fuel economy: specifications",
  address: "https://www.fueleconomy.gov/feg/epadata/vehicles.csv.zip",
  size: "2 MB",
  cadence: "about every two weeks",
  licence: "US government work, public domain",
  origin: "EPA and DOE, fueleconomy.gov",
  family: specificationRecords,
  members: /(^|\/)vehicles[^/]*\.csv$/i,
  async *rows(utf8) {
    const { columns: header, line, batches } = await openCsv(textOf(bounded(utf8, { bytesMax })));
    const indexes = indexColumns(header, columns, { table: "fueleconomy.gov's vehicles.csv", line });
    const lower = header.map((name) => name.toLowerCase());
    const dates = dateColumns.map((name) => lower.indexOf(name)).filter((index) => index >= 0);
    yield* nameVehicles(batches, indexes, dates);
  },
};

/** A row in memory: its values as one text, which takes a tenth of what an object of them does. */
interface Held {
  readonly line: number;
  readonly values: string;
}

/** No value contains it, because white space is one space. */
const divider = "\t";

const rowsPerBatch = 1000;
/** Three times EPA's table, which is kept in memory. */
const rowsMax = 150_000;
const bytesMax = 64 * 2 ** 20;

/** The whole table is in memory, because a trim's name must differ from those of its model. */
async function* nameVehicles(
  batches: AsyncIterable<Batch<Cells>>,
  indexes: readonly number[],
  dates: readonly number[],
): AsyncGenerator<Converted<VehicleRow>> {
  const groups = new Map<string, Held[]>();
  let kept = 0;
  let latest = "";
  for await (const { rows, faults, lineOf } of batches) {
    const rejected: { line: number; row: RecordError }[] = [];
    rows.forEach((cells, index) => {
      const fault = faults.get(index) ?? faultOf(cells, indexes);
      if (fault) rejected.push({ line: lineOf(index), row: fault });
      else {
        const values = indexes.map((at) => tidy(cells[at]!));
        hold(groups, vehicleOf(values), { line: lineOf(index), values: values.join(divider) });
        for (const at of dates) latest = laterDay(latest, cells[at] ?? "");
      }
    });
    kept += rows.length - rejected.length;
    if (kept > rowsMax) throw new ImportError(`this is not EPA's table: it has more than ${rowsMax} rows`);
    yield { rows: rejected.map(({ row }) => row), lineOf: (index) => rejected[index]!.line };
  }
  for (const batch of inBatches(released(groups).flatMap(rowsOfGroup)))
    yield { ...batch, ...(latest !== "" && { version: latest }) };
}

/** Values of a map, each of which is in memory only until it is read. */
function* released<Value>(map: Map<string, Value>): Generator<Value> {
  for (const [key, value] of map) {
    map.delete(key);
    yield value;
  }
}

function hold(groups: Map<string, Held[]>, vehicle: Vehicle, held: Held): void {
  const keys = [vehicle.model!, optionsOf(vehicle)].map(nameKey);
  const key = [vehicle.year, makeKey(vehicle.make!), ...keys].join("\n");
  const group = groups.get(key);
  if (group) group.push(held);
  else groups.set(key, [held]);
}

function vehicleOf(values: readonly string[]): Vehicle {
  const vehicle: Record<string, string> = {};
  for (const [at, name] of columns.entries()) vehicle[name] = values[at]!;
  return vehicle;
}

/** The later of a day and of a date such as `Tue Oct 28 00:00:00 EDT 2025`; days as YYYY-MM-DD. */
function laterDay(day: string, date: string): string {
  const [, name = "", dayOfMonth = "", year = ""] =
    /^\w{3} (\w{3}) (\d\d) [\d:]{8} \w{3} (\d{4})$/.exec(date) ?? [];
  const other = readDayText(`${dayOfMonth} ${name} ${year}`, "day_first");
  return other !== undefined && other > day ? other : day;
}

function tidy(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

interface Made {
  readonly line: number;
  readonly row: VehicleRow;
}

function* inBatches(all: Iterable<Made>): Generator<Converted<VehicleRow>> {
  const batchOf = (some: readonly Made[]) => ({
    rows: some.map(({ row }) => row),
    lineOf: (index: number) => some[index]!.line,
  });
  let some: Made[] = [];
  for (const made of all) {
    some.push(made);
    if (some.length < rowsPerBatch) continue;
    yield batchOf(some);
    some = [];
  }
  yield batchOf(some);
}

function faultOf(cells: Cells, indexes: readonly number[]): RecordError | undefined {
  const least = Math.max(...indexes) + 1;
  if (cells.length < least) return new RecordError("", cells.join(","), `has ${cells.length} values`);
  const cell = (name: string) => cells[indexes[columns.indexOf(name)]!]!;
  if (!/^(19|20)\d\d$/.test(cell("year"))) return new RecordError("year", cell("year"), "not a model year");
  const empty = ["make", "model"].find((name) => cell(name).trim() === "");
  return empty === undefined ? undefined : new RecordError(empty, "", "must not be empty");
}

/** The first of these that makes vehicles with the same options distinct is used. */
const distinctions: readonly (readonly string[])[] = [
  ["fuelType"],
  ["drive"],
  ["fuelType", "drive"],
  ["fuelType", "drive", "eng_dscr"],
  ["fuelType", "drive", "eng_dscr", "trans_dscr", "evMotor"],
];

function rowsOfGroup(held: readonly Held[]): Made[] {
  const group = held.map(({ line, values }) => ({ line, vehicle: vehicleOf(values.split(divider)) }));
  const textsBy = (names: readonly string[]) =>
    group.map(({ vehicle }) => names.map((name) => vehicle[name]!).filter(Boolean));
  const distinct = (texts: readonly string[][]) =>
    new Set(texts.map((text) => nameKey(text.join(" ")))).size === group.length;
  const suffixes =
    group.length === 1
      ? [[]]
      : (distinctions.map(textsBy).find(distinct) ?? group.map(({ vehicle }) => [`EPA ${vehicle.id}`]));
  return group.map(({ line, vehicle }, index) => ({ line, row: rowOf(vehicle, suffixes[index]!) }));
}

/** Divides EPA's model name into the model and the rest, if it begins with EPA's base model. */
export function divideModel({ model = "", baseModel = "" }: Vehicle): readonly [model: string, rest: string] {
  const begins = baseModel !== "" && model.toLowerCase().startsWith(baseModel.toLowerCase());
  if (!begins || /^[\p{L}\p{N}]/u.test(model.slice(baseModel.length))) return [model, ""];
  return [baseModel, model.slice(baseModel.length).trim()];
}

function optionsOf({ displ, cylinders, tCharger, sCharger, trany, fuelType1 }: Vehicle): string {
  const engine = [
    displ && `${displ} L`,
    cylinders && `${cylinders} cyl`,
    tCharger && "turbo",
    sCharger && "supercharger",
  ];
  const parts = [...engine, trany].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : (fuelType1 ?? "");
}

function rowOf(vehicle: Vehicle, suffix: readonly string[]): VehicleRow {
  const [model, rest] = divideModel(vehicle);
  const trim = [rest, optionsOf(vehicle), ...suffix].filter(Boolean).join(", ");
  return {
    year: Number(vehicle.year),
    names: [vehicle.make!, model, trim || vehicle.model!, ""],
    facts: factsOf(vehicle),
    record: { specs: specsOf(vehicle) },
  };
}

function factsOf({ displ, cylinders, fuelType1, drive, trany, model, baseModel }: Vehicle): Facts {
  const [modelName] = divideModel({ model, baseModel } as Vehicle);
  const isBase = baseModel === undefined || baseModel === "" || nameKey(modelName) === nameKey(baseModel);
  return {
    ...numberAs("displacement_l", displ),
    ...numberAs("cylinders", cylinders),
    ...(fuelType1 && { fuel: fuelType1 }),
    ...(drive && { drive }),
    ...(trany && { transmission: trany }),
    ...(!isBase && { base_model: baseModel }),
  };
}

/** A fact that is a number above 0; without it where the table has none. */
function numberAs(name: "displacement_l" | "cylinders", text = ""): Facts {
  const value = plainNumber(text) ?? 0;
  return value > 0 ? { [name]: value } : {};
}

/** The table has 0 or -1 for unknown values. */
const known = (text = ""): string => ((plainNumber(text) ?? 0) > 0 ? text : "");
const zeroKnown = (text = ""): string => ((plainNumber(text) ?? -1) >= 0 ? text : "");

/** The specifications in response groups; `""` if unknown. Electric mileages are per gasoline equivalent. */
function specsOf(vehicle: Vehicle) {
  const text = (name: string) => vehicle[name] ?? "";
  return {
    engine: {
      description: text("eng_dscr"),
      displacement_l: text("displ"),
      cylinders: text("cylinders"),
      turbocharged: text("tCharger") === "T" ? "yes" : "",
      supercharged: text("sCharger") === "S" ? "yes" : "",
      electric_motor: text("evMotor"),
      start_stop: { Y: "yes", N: "no" }[text("startStop")] ?? "",
    },
    fuel: { type: text("fuelType"), primary: text("fuelType1"), secondary: text("fuelType2") },
    mpg: {
      city: known(vehicle.city08),
      highway: known(vehicle.highway08),
      combined: known(vehicle.comb08),
      secondary_city: known(vehicle.cityA08),
      secondary_highway: known(vehicle.highwayA08),
      secondary_combined: known(vehicle.combA08),
    },
    range: { miles: known(vehicle.range), secondary_miles: known(vehicle.rangeA) },
    transmission: { type: text("trany"), description: text("trans_dscr") },
    drive: { type: text("drive") },
    body: { class: text("VClass") },
    volumes: {
      passenger_cubic_feet: known(vehicle.pv4) || known(vehicle.pv2) || known(vehicle.hpv),
      luggage_cubic_feet: known(vehicle.lv4) || known(vehicle.lv2) || known(vehicle.hlv),
    },
    emissions: {
      co2_grams_per_mile: zeroKnown(vehicle.co2TailpipeGpm),
      greenhouse_gas_score: zeroKnown(vehicle.ghgScore),
      fuel_economy_score: zeroKnown(vehicle.feScore),
    },
    cost: { annual_fuel_usd: known(vehicle.fuelCost08) },
    record: { epa_id: text("id"), epa_model: text("model"), technology: text("atvType") },
  };
}
