import { gzipSync } from "node:zlib";
import type { Named, RegisteredVariable, RegisteredWmi, Registry } from "../pack/registry.ts";
import { isSet } from "./elements.ts";
import type { NamedModels } from "./named-models.ts";
import { text, type VpicSource, whole } from "./source.ts";

/** Tables with this many rows are lists of their own, not labels. */
const LABELS_MAX = 2000;
const LARGE = ["Make", "Model", "Manufacturer"];

const byNumber = (a: readonly [number, ...unknown[]], b: readonly [number, ...unknown[]]): number =>
  a[0] - b[0];

function namesIn(source: VpicSource, table: string): Named[] {
  if (source.count(table) === 0) return [];
  return [...source.rows(table, ["Id", "Name"])]
    .map(([id, name]): Named => [whole(id), text(name)])
    .sort(byNumber);
}

const WMI_COLUMNS = [
  "Id",
  "Wmi",
  "ManufacturerId",
  "VehicleTypeId",
  "CountryId",
  "CreatedOn",
  "UpdatedOn",
  "PublicAvailabilityDate",
];

function wmisOf(source: VpicSource): RegisteredWmi[] {
  const makes = new Map<number, number[]>();
  for (const [wmi, make] of source.rows("Wmi_Make", ["WmiId", "MakeId"])) {
    const own = makes.get(whole(wmi)) ?? [];
    makes.set(whole(wmi), own);
    if (!own.includes(whole(make))) own.push(whole(make));
  }
  const day = (cell: Parameters<typeof text>[0]) => text(cell).slice(0, "2015-03-23".length);
  return [...source.rows("Wmi", WMI_COLUMNS)]
    .map(
      ([id, code, manufacturer, type, country, created, updated, published]): RegisteredWmi => [
        text(code).toUpperCase(),
        whole(manufacturer),
        whole(type),
        whole(country),
        day(created),
        day(updated),
        day(published),
        ...(makes.get(whole(id)) ?? []),
      ],
    )
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

const VARIABLE_COLUMNS = [
  "Id",
  "Name",
  "GroupName",
  "DataType",
  "Description",
  "LookupTable",
  "IsPrivate",
  "Decode",
];

/** The variables that vPIC decodes and publishes. */
function variablesOf(source: VpicSource): RegisteredVariable[] {
  return [...source.rows("Element", VARIABLE_COLUMNS)]
    .filter(([, , , , , , secret, decode]) => text(decode) !== "" && !isSet(secret))
    .map(
      ([id, name, group, type, description, table]): RegisteredVariable => [
        whole(id),
        text(name),
        text(group),
        text(type),
        text(description),
        text(table),
      ],
    )
    .sort(byNumber);
}

/** Gathers vPIC's own lists, compressed, for the operations of NHTSA's API. */
export function buildRegistry(source: VpicSource, { schemaModels, byCode }: NamedModels): Uint8Array {
  const makeOf = new Map<number, number>();
  for (const [model, make] of source.rows("Make_Model", ["ModelId", "MakeId"]))
    makeOf.set(whole(model), whole(make));
  const variables = variablesOf(source);
  const tables = new Set(variables.map(([, , , , , table]) => table));
  const labels = [...tables]
    .filter((table) => table !== "" && !LARGE.includes(table) && source.count(table) <= LABELS_MAX)
    .map((table): [string, Named[]] => [table, namesIn(source, table)]);
  const wmis = wmisOf(source);
  const registry: Registry = {
    makes: namesIn(source, "Make"),
    models: namesIn(source, "Model").map(([id, name]) => [id, name, makeOf.get(id) ?? 0] as const),
    manufacturers: namesIn(source, "Manufacturer"),
    manufacturerMakes: [...source.rows("Manufacturer_Make", ["ManufacturerId", "MakeId"])].map(
      ([manufacturer, make]) => [whole(manufacturer), whole(make)] as const,
    ),
    types: namesIn(source, "VehicleType"),
    countries: namesIn(source, "Country"),
    wmis,
    schemaModels,
    named: wmis.map(([code]) => byCode.get(Number.parseInt(code, 36)) ?? []),
    variables,
    labels: Object.fromEntries(labels),
  };
  return gzipSync(JSON.stringify(registry));
}
