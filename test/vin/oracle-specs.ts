import type { VpicSource } from "../../src/vin/compile/source.ts";
import { flat, type Item } from "./oracle-item.ts";

export interface VehicleSpecFact {
  readonly element: number;
  readonly attribute: string;
  readonly changed: string;
}

/** One specification sheet with the vehicles that it is for. */
export interface VehicleSpecRow {
  readonly schema: number;
  readonly sheet: number;
  readonly make: string;
  readonly type: number;
  readonly models: readonly string[];
  readonly years: readonly number[];
  readonly keys: readonly VehicleSpecFact[];
  readonly facts: readonly VehicleSpecFact[];
}

const set = (cell: unknown): boolean => cell === 1 || cell === "t";

/** Reads all sheets that are public. */
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
  const sheets: VehicleSpecRow[] = [];
  for (const [id, make, type, held] of source.rows("VehicleSpecSchema", [
    "Id",
    "MakeId",
    "VehicleTypeId",
    "TobeQCed",
  ])) {
    if (set(held)) continue;
    for (const [sheet] of patterns.get(Number(id)) ?? []) {
      const rows = (facts.get(Number(sheet)) ?? []).map(([key, element, attribute, created, updated]) => ({
        key: set(key),
        fact: {
          element: Number(element),
          attribute: flat(attribute),
          changed: String(updated ?? created ?? ""),
        },
      }));
      sheets.push({
        schema: Number(id),
        sheet: Number(sheet),
        make: String(make),
        type: Number(type),
        models: (models.get(Number(id)) ?? []).map(([model]) => String(model)),
        years: (years.get(Number(id)) ?? []).map(([year]) => Number(year)),
        keys: rows.filter(({ key }) => key).map(({ fact }) => fact),
        facts: rows.filter(({ key }) => !key).map(({ fact }) => fact),
      });
    }
  }
  return sheets;
}

const ADDED = [1, 114, 121, 129, 150, 154, 155, 169, 186];

interface Vehicle {
  readonly makes: readonly string[];
  readonly type: number;
  readonly model: string | undefined;
  readonly year: number | undefined;
  readonly items: readonly Item[];
}

/** What the sheets add to decoded items, one of each element. */
export function addedBySpecs(
  sheets: readonly VehicleSpecRow[],
  { makes, type, model, year, items }: Vehicle,
  textOf: (element: number, attribute: string) => string,
): Item[] {
  if (model === undefined) return [];
  const found: { sheet: VehicleSpecRow; fact: VehicleSpecFact }[] = [];
  for (const sheet of sheets) {
    if (!makes.includes(sheet.make) || sheet.type !== type || !sheet.models.includes(model)) continue;
    if (sheet.years.length > 0 && (year === undefined || !sheet.years.includes(year))) continue;
    if (sheet.keys.length === 0) continue;
    // As a left join counts them: every pair of a key and an item, and each key that has none.
    const pairs = sheet.keys.flatMap(({ element, attribute }) => {
      const own = items.filter(
        (item) => item.element === element && item.attribute.toLowerCase() === attribute.toLowerCase(),
      );
      return own.length === 0 ? [undefined] : own;
    });
    const matched = new Set(pairs.filter((item) => item !== undefined));
    if (pairs.length === matched.size) for (const fact of sheet.facts) found.push({ sheet, fact });
  }
  const open = found.filter(
    ({ fact: { element } }) => ADDED.includes(element) || !items.some((item) => item.element === element),
  );
  const before = (a: string, b: string): number => (a === b ? 0 : a === "" || (b !== "" && a > b) ? -1 : 1);
  open.sort(
    (a, b) =>
      before(a.fact.changed, b.fact.changed) ||
      a.sheet.schema - b.sheet.schema ||
      a.sheet.sheet - b.sheet.sheet ||
      (a.fact.attribute < b.fact.attribute ? -1 : 1),
  );
  const added: Item[] = [];
  for (const { sheet, fact } of open) {
    const { element, attribute } = fact;
    if (added.some((item) => item.element === element)) continue;
    added.push({ element, value: textOf(element, attribute), attribute, patternId: sheet.sheet, key: "" });
  }
  return added;
}
