import { readFileSync } from "node:fs";
import { openPackagedVpic, type PackagedVpic } from "../../src/vehicles/imports/vpic/vpic-packaged.ts";
import { compilePack } from "../../src/vin/compile/compile-pack.ts";
import type { VpicCell, VpicRow, VpicSource } from "../../src/vin/compile/source.ts";
import { loadPack, type Pack } from "../../src/vin/pack/pack.ts";
import { findSharedFile, recorded } from "../shared-data.ts";
import { randomNumbers } from "./vins.ts";

type Table = readonly Readonly<Record<string, VpicCell>>[];

/** vPIC's own small tables, if available, with the columns used here. */
function smallTable(name: string, columns: Readonly<Record<string, number>>): Table {
  const file = findSharedFile("data/vpic/lookups.json");
  if (file === undefined) return [];
  const tables = JSON.parse(readFileSync(file, "utf8")) as Record<string, string[][]>;
  const cell = (text: string | undefined) => (text === undefined || text === "\\N" ? null : text);
  return (tables[name] ?? []).map((row) =>
    Object.fromEntries(Object.entries(columns).map(([column, index]) => [column, cell(row[index])])),
  );
}

const ERRORS: Table = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 400].map((Id) => {
  const AdditionalErrorText = Id === 4 || Id === 5 ? `More on error ${Id}.` : null;
  return { Id, Name: `${Id} - Made-up wording of error ${Id} `, AdditionalErrorText };
});

/**
 * For cars, motorcycles and trailers: a default that is a lookup, one that is a number, and one with a
 * weight.
 */
const DEFAULTS: Table = ["1", "2", "6"].flatMap((VehicleTypeId) => [
  { ElementId: "3", VehicleTypeId, DefaultValue: "0" },
  { ElementId: "116", VehicleTypeId, DefaultValue: "0" },
  { ElementId: "25", VehicleTypeId, DefaultValue: "10" },
  { ElementId: "4", VehicleTypeId, DefaultValue: null },
]);

/** VINs with an excused check digit: recorded ones, and one that is not excused. */
function exceptions(): Table {
  const known = Object.keys(recorded("vpic_golden.json") ?? { "1HGCM82643A004352": {} });
  const errors = Object.keys(recorded("vpic_error_cases.json") ?? {});
  const vins = [...known.filter((_, i) => i % 3 === 0), ...errors].map((VIN) => ({ VIN, CheckDigit: "t" }));
  return [...vins, { VIN: "1HGCM82653A004352", CheckDigit: "f" }, { VIN: "short", CheckDigit: "t" }];
}

interface Link {
  readonly makes: readonly VpicCell[];
  readonly type: VpicCell;
  readonly patterns: readonly (readonly [element: number, attribute: string])[];
}

/** Every manufacturer code's patterns by schema, the basis of the generated vehicle specs. */
function linksOf(source: VpicSource): Link[] {
  const patterns = new Map<VpicCell, [number, string][]>();
  for (const [schema, element, attribute] of source.rows("Pattern", [
    "VinSchemaId",
    "ElementId",
    "AttributeId",
  ])) {
    const list = patterns.get(schema!) ?? [];
    patterns.set(schema!, list);
    list.push([Number(element), String(attribute)]);
  }
  const types = new Map([...source.rows("Wmi", ["Id", "VehicleTypeId"])].map(([id, type]) => [id!, type!]));
  const makes = new Map<VpicCell, VpicCell[]>();
  for (const [wmi, make] of source.rows("Wmi_Make", ["WmiId", "MakeId"]))
    makes.set(wmi!, [...(makes.get(wmi!) ?? []), make!]);
  return [...source.rows("Wmi_VinSchema", ["WmiId", "VinSchemaId"])].flatMap(([wmi, schema]) => {
    const own = patterns.get(schema!);
    const makesOf = makes.get(wmi!);
    return own && makesOf ? [{ makes: makesOf, type: types.get(wmi!) ?? null, patterns: own }] : [];
  });
}

/**
 * Facts that vehicle specs add: absent and present elements, elements with several rows, battery facts, a
 * body class.
 */
const FACTS: readonly (readonly [number, string])[] = [
  [15, "2"],
  [15, "4"],
  [37, "2"],
  [14, "4"],
  [33, "5"],
  [121, "Belts of a spec"],
  [1, "Battery of a spec"],
  [5, "64"],
  [5, "84"],
  [13, "9.9"],
  [41, "2"],
  [26, "474"],
];

/** Generated vehicle specs for real models: some apply, others lack a key fact, a year or publication. */
function vehicleSpecs(source: VpicSource): Record<string, Table> {
  const random = randomNumbers(15);
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!;
  const links = linksOf(source).filter(({ patterns }) => patterns.some(([element]) => element === 28));
  const made: Record<string, Record<string, VpicCell>[]> = {
    VehicleSpecSchema: [],
    VehicleSpecSchema_Model: [],
    VehicleSpecSchema_Year: [],
    VSpecSchemaPattern: [],
    VehicleSpecPattern: [],
  };
  for (let schema = 1; schema <= 6000; schema++) {
    const { makes, type, patterns } = pick(links);
    const model = pick(patterns.filter(([element]) => element === 28))[1];
    const held = random(20) === 0 ? 1 : random(2) === 0 ? 0 : null;
    made.VehicleSpecSchema!.push({ Id: schema, MakeId: pick(makes), VehicleTypeId: type, TobeQCed: held });
    made.VehicleSpecSchema_Model!.push({ VehicleSpecSchemaId: schema, ModelId: model });
    if (random(2) === 0)
      for (let year = 1990; year < 2027; year += 1 + random(3))
        made.VehicleSpecSchema_Year!.push({ VehicleSpecSchemaId: schema, Year: year });
    for (let spec = schema * 10; spec < schema * 10 + 1 + random(3); spec++) {
      made.VSpecSchemaPattern!.push({ Id: spec, SchemaId: schema });
      const add = (IsKey: boolean, [ElementId, AttributeId]: readonly [number, string]) =>
        made.VehicleSpecPattern!.push({
          VSpecSchemaPatternId: spec,
          IsKey: IsKey ? "t" : "f",
          ElementId,
          AttributeId,
          CreatedOn: `202${random(3)}-01-0${1 + random(9)} 10:00:00`,
          UpdatedOn: random(3) === 0 ? `2024-01-0${1 + random(9)} 10:00:00.5` : null,
        });
      const cased = ([element, attribute]: readonly [number, string]) =>
        [element, random(2) === 0 ? attribute.toLowerCase() : attribute] as const;
      add(true, random(4) === 0 ? [28, model] : cased(pick(patterns)));
      if (random(3) === 0)
        add(true, pick([cased(pick(patterns)), [39, String(type)], [29, "2013"], [9, "8"]]));
      for (let facts = 1 + random(4); facts > 0; facts--) add(false, pick(FACTS));
    }
  }
  return made;
}

/**
 * The packaged data plus every further table of a full dump: vPIC's own small ones if available, generated
 * exceptions and vehicle specs. It counts as complete.
 */
export async function openFullSource(): Promise<PackagedVpic> {
  const packaged = await openPackagedVpic();
  const errors = smallTable("errorcode", { Id: 0, Name: 1, AdditionalErrorText: 2 });
  const defaults = smallTable("defaultvalue", { ElementId: 1, VehicleTypeId: 2, DefaultValue: 3 });
  const tables: Record<string, Table> = {
    ...vehicleSpecs(packaged),
    ErrorCode: errors.length > 0 ? errors : ERRORS,
    DefaultValue: [...defaults, ...(defaults.length > 0 ? [] : DEFAULTS)],
    VinException: exceptions(),
  };
  return {
    ...packaged,
    name: "vpic-full-shaped",
    complete: true,
    fingerprint: `${packaged.fingerprint}-full`,
    count: (table) => tables[table]?.length ?? packaged.count(table),
    rows: (table, columns): Iterable<VpicRow> =>
      tables[table]?.map((row) => columns.map((column) => row[column] ?? null)) ??
      packaged.rows(table, columns),
    [Symbol.dispose]: () => packaged[Symbol.dispose](),
  };
}

let pack: Promise<Pack> | undefined;

/** The pack of the full source, compiled once. */
export function fullPack(): Promise<Pack> {
  pack ??= openFullSource().then((source) => {
    using open = source;
    return loadPack(compilePack(open));
  });
  return pack;
}
