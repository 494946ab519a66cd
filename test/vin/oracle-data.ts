import { openPackagedVpic } from "../../src/vehicles/imports/vpic/vpic-packaged.ts";
import type { VpicSource } from "../../src/vin/compile/source.ts";
import { flat } from "./oracle-item.ts";
import { readVehicleSpecs, type VehicleSpecRow } from "./oracle-specs.ts";

export interface PatternRow {
  readonly id: number;
  readonly key: string;
  readonly element: number;
  readonly attribute: string;
  /** ISO text, comparable; empty if unknown. */
  readonly changed: string;
}

export interface WmiRow {
  readonly id: number;
  readonly manufacturer: string;
  readonly type: number;
  readonly truck: number;
  readonly publicDate: string;
}

export interface LinkRow {
  readonly schema: number;
  readonly from: number;
  readonly to: number;
}

/** vPIC's tables as plain maps. */
export interface OracleData {
  readonly elements: ReadonlyMap<number, { weight: number; table: string; usable: boolean }>;
  readonly patterns: ReadonlyMap<number, readonly PatternRow[]>;
  readonly wmis: ReadonlyMap<string, WmiRow>;
  readonly links: ReadonlyMap<number, readonly LinkRow[]>;
  readonly makesOfWmi: ReadonlyMap<number, readonly string[]>;
  readonly makeOfModel: ReadonlyMap<string, string>;
  readonly engines: ReadonlyMap<string, readonly PatternRow[]>;
  readonly conversions: readonly { id: number; from: number; to: number; formula: string }[];
  readonly specs: readonly VehicleSpecRow[];
  readonly defaults: readonly { element: number; type: number; attribute: string }[];
  readonly exceptions: ReadonlySet<string>;
  readonly errors: readonly { code: number; text: string; additional: string }[];
  lookup(table: string, id: string): string | undefined;
}

const when = (created: unknown, updated: unknown): string => {
  const text = String(updated ?? created ?? "")
    .replace("T", " ")
    .replace("Z", "");
  return text === "" ? "" : `${text}${text.includes(".") ? "" : "."}`.padEnd(26, "0");
};

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function readPatterns(source: VpicSource): Map<number, PatternRow[]> {
  const columns = ["Id", "VinSchemaId", "Keys", "ElementId", "AttributeId", "CreatedOn", "UpdatedOn"];
  const patterns = new Map<number, PatternRow[]>();
  for (const [id, schema, key, element, attribute, created, updated] of source.rows("Pattern", columns)) {
    const row = { id: Number(id), key: String(key), element: Number(element), attribute: flat(attribute) };
    add(patterns, Number(schema), { ...row, changed: when(created, updated) });
  }
  return patterns;
}

function readEngines(source: VpicSource): Map<string, PatternRow[]> {
  const names = new Map<number, string>();
  for (const [id, name] of source.rows("EngineModel", ["Id", "Name"])) {
    names.set(Number(id), String(name).trim().toLowerCase());
  }
  const columns = ["Id", "EngineModelId", "ElementId", "AttributeId", "CreatedOn", "UpdatedOn"];
  const engines = new Map<string, PatternRow[]>();
  for (const [id, engine, element, attribute, created, updated] of source.rows(
    "EngineModelPattern",
    columns,
  )) {
    const row = { id: Number(id), key: "", element: Number(element), attribute: flat(attribute) };
    // Reduced data lack the vehicles' own patterns of power and fuel injection; the engine's would be
    // guesses.
    if (!source.complete && [21, 67, 71, 125].includes(row.element)) continue;
    add(engines, names.get(Number(engine)) ?? "", { ...row, changed: when(created, updated) });
  }
  return engines;
}

function readSmall(source: VpicSource): Pick<OracleData, "defaults" | "exceptions" | "errors"> {
  const defaults = [...source.rows("DefaultValue", ["ElementId", "VehicleTypeId", "DefaultValue"])]
    .filter(([, , value]) => value !== null)
    .map(([element, type, value]) => {
      return { element: Number(element), type: Number(type), attribute: String(value) };
    });
  const exceptions = [...source.rows("VinException", ["VIN", "CheckDigit"])]
    .filter(([, checkDigit]) => checkDigit === "t")
    .map(([vin]) => String(vin));
  const errors = [...source.rows("ErrorCode", ["Id", "Name", "AdditionalErrorText"])].map(
    ([code, text, additional]) => {
      return { code: Number(code), text: flat(text), additional: flat(additional ?? "") };
    },
  );
  errors.sort((a, b) => a.code - b.code);
  return { defaults, exceptions: new Set(exceptions), errors };
}

/** Reads the tables of a source for the oracle, by default the packaged ones; takes a few seconds. */
export async function readOracleData(
  open: () => Promise<VpicSource & Disposable> = openPackagedVpic,
): Promise<OracleData> {
  using source = await open();
  const elements = new Map<number, { weight: number; table: string; usable: boolean }>();
  const tables = new Map<string, Map<string, string>>();
  const elementColumns = ["Id", "LookupTable", "IsPrivate", "Decode", "weight"];
  for (const [id, table, secret, decode, weight] of source.rows("Element", elementColumns)) {
    const usable = decode !== null && secret !== 1 && ![26, 27, 29, 39].includes(Number(id));
    elements.set(Number(id), { weight: Number(weight ?? 0), table: String(table ?? ""), usable });
    if (table === null || source.count(String(table)) === 0) continue;
    const rows = new Map<string, string>();
    for (const [key, name] of source.rows(String(table), ["Id", "Name"])) rows.set(String(key), String(name));
    tables.set(String(table), rows);
  }
  const wmis = new Map<string, WmiRow>();
  const wmiColumns = [
    "Id",
    "Wmi",
    "ManufacturerId",
    "VehicleTypeId",
    "TruckTypeId",
    "PublicAvailabilityDate",
  ];
  for (const [id, wmi, manufacturer, type, truck, date] of source.rows("Wmi", wmiColumns)) {
    wmis.set(String(wmi), {
      id: Number(id),
      manufacturer: String(manufacturer),
      type: Number(type),
      truck: Number(truck ?? 0),
      publicDate: String(date ?? "9999"),
    });
  }
  const links = new Map<number, LinkRow[]>();
  const linkColumns = ["WmiId", "VinSchemaId", "YearFrom", "YearTo"];
  for (const [wmi, schema, from, to] of source.rows("Wmi_VinSchema", linkColumns)) {
    add(links, Number(wmi), { schema: Number(schema), from: Number(from), to: Number(to ?? 2999) });
  }
  const makesOfWmi = new Map<number, string[]>();
  for (const [wmi, make] of source.rows("Wmi_Make", ["WmiId", "MakeId"]))
    add(makesOfWmi, Number(wmi), String(make));
  const makeOfModel = new Map<string, string>();
  for (const [model, make] of source.rows("Make_Model", ["ModelId", "MakeId"])) {
    makeOfModel.set(String(model), String(make));
  }
  const conversions: { id: number; from: number; to: number; formula: string }[] = [];
  const conversionColumns = ["Id", "FromElementId", "ToElementId", "Formula"];
  for (const [id, from, to, formula] of source.rows("Conversion", conversionColumns)) {
    conversions.push({ id: Number(id), from: Number(from), to: Number(to), formula: String(formula) });
  }
  return {
    elements,
    patterns: readPatterns(source),
    wmis,
    links,
    makesOfWmi,
    makeOfModel,
    engines: readEngines(source),
    conversions,
    specs: readVehicleSpecs(source),
    ...readSmall(source),
    lookup: (table, id) => tables.get(table)?.get(id),
  };
}
