import type { VpicSource } from "../../src/vin/compile/source.ts";
import { flat, type Item } from "./oracle-item.ts";

export interface VehicleSpecFact {
  readonly element: number;
  readonly attribute: string;
  readonly changed: string;
}

/** A vehicle spec with the vehicles to which it applies. */
export interface VehicleSpecRow {
  readonly schema: number;
  readonly id: number;
  readonly make: string;
  readonly type: number;
  readonly models: readonly string[];
  readonly years: readonly number[];
  readonly keys: readonly VehicleSpecFact[];
  readonly facts: readonly VehicleSpecFact[];
}

const set = (cell: unknown): boolean => cell === 1 || cell === "t";

/** Reads all public vehicle specs. */
export function readVehicleSpecs(source: VpicSource): VehicleSpecRow[] {
  const group = (table: string, columns: string[]) => {
    const found = new Map<number, unknown[][]>();
    for (const [id, ...rest] of source.rows(table, columns))
      found.set(Number(id), [...(found.get(Number(id)) ?? []), rest]);
    return found;
  };
  const models = group("VehicleSpecSchema_Model", ["VehicleSpecSchemaId", "ModelId"]);
  const years = group("VehicleSpecSchema_Year", ["VehicleSpecSchemaId", "Year"]);
  const patterns = group("VSpecSchemaPattern", ["SchemaId", "Id"]);
  const columns = ["VSpecSchemaPatternId", "IsKey", "ElementId", "AttributeId", "CreatedOn", "UpdatedOn"];
  const facts = group("VehicleSpecPattern", columns);
  const specs: VehicleSpecRow[] = [];
  for (const [schema, make, type, held] of source.rows("VehicleSpecSchema", [
    "Id",
    "MakeId",
    "VehicleTypeId",
    "TobeQCed",
  ])) {
    if (set(held)) continue;
    for (const [id] of patterns.get(Number(schema)) ?? []) {
      const rows = (facts.get(Number(id)) ?? []).map(([key, element, attribute, created, updated]) => ({
        key: set(key),
        fact: {
          element: Number(element),
          attribute: flat(attribute),
          changed: String(updated ?? created ?? ""),
        },
      }));
      specs.push({
        schema: Number(schema),
        id: Number(id),
        make: String(make),
        type: Number(type),
        models: (models.get(Number(schema)) ?? []).map(([model]) => String(model)),
        years: (years.get(Number(schema)) ?? []).map(([year]) => Number(year)),
        keys: rows.filter(({ key }) => key).map(({ fact }) => fact),
        facts: rows.filter(({ key }) => !key).map(({ fact }) => fact),
      });
    }
  }
  return specs;
}

const ADDED = [1, 114, 121, 129, 150, 154, 155, 169, 186];

interface Vehicle {
  readonly makes: readonly string[];
  readonly type: number;
  readonly model: string | undefined;
  readonly year: number | undefined;
  readonly items: readonly Item[];
}

/** What the specs add to decoded items, one row per element. */
export function addedBySpecs(
  specs: readonly VehicleSpecRow[],
  { makes, type, model, year, items }: Vehicle,
  textOf: (element: number, attribute: string) => string,
): Item[] {
  if (model === undefined) return [];
  const found: { spec: VehicleSpecRow; fact: VehicleSpecFact }[] = [];
  for (const spec of specs) {
    if (!makes.includes(spec.make) || spec.type !== type || !spec.models.includes(model)) continue;
    if (spec.years.length > 0 && (year === undefined || !spec.years.includes(year))) continue;
    if (spec.keys.length === 0) continue;
    // Counted as in a left join: every pair of a key and an item, and each key without one.
    const pairs = spec.keys.flatMap(({ element, attribute }) => {
      const own = items.filter(
        (item) => item.element === element && item.attribute.toLowerCase() === attribute.toLowerCase(),
      );
      return own.length === 0 ? [undefined] : own;
    });
    const matched = new Set(pairs.filter((item) => item !== undefined));
    if (pairs.length === matched.size) for (const fact of spec.facts) found.push({ spec, fact });
  }
  const open = found.filter(
    ({ fact: { element } }) => ADDED.includes(element) || !items.some((item) => item.element === element),
  );
  const before = (a: string, b: string): number => (a === b ? 0 : a === "" || (b !== "" && a > b) ? -1 : 1);
  open.sort(
    (a, b) =>
      before(a.fact.changed, b.fact.changed) ||
      a.spec.schema - b.spec.schema ||
      a.spec.id - b.spec.id ||
      (a.fact.attribute < b.fact.attribute ? -1 : 1),
  );
  const added: Item[] = [];
  for (const { spec, fact } of open) {
    const { element, attribute } = fact;
    if (added.some((item) => item.element === element)) continue;
    added.push({ element, value: textOf(element, attribute), attribute, patternId: spec.id, key: "" });
  }
  return added;
}
