import { MAKE, MANUFACTURER, MANUFACTURER_ID, MODEL, MODEL_YEAR, VEHICLE_TYPE } from "../elements.ts";
import { SPECIFICATION_BASE } from "../pack/layout.ts";
import { type Elements, isSet } from "./elements.ts";
import { growingI32, growingU32 } from "./growing.ts";
import { text, type VpicSource, whole } from "./source.ts";
import type { Values } from "./values.ts";

/** Elements that every vehicle has from another source; their values may not be known yet. */
const FROM_ELSEWHERE: readonly number[] = [MAKE, MANUFACTURER, MANUFACTURER_ID, VEHICLE_TYPE];

interface Fact {
  readonly element: number;
  readonly attribute: string;
  readonly changed: string;
}

/** One of NHTSA's vehicle specifications: the facts that a vehicle must have, and those that it adds. */
interface VehicleSpec {
  readonly id: number;
  readonly schema: number;
  readonly keys: Fact[];
  readonly facts: Fact[];
}

/** The vehicles that a schema's specifications apply to. */
interface SheetSchema {
  readonly make: string;
  readonly type: string;
  readonly models: Set<string>;
  readonly years: Set<number>;
}

/** Compiled vehicle specifications. */
export interface VehicleSpecs {
  /** One row for each fact: element with value, rank, id of the specification. */
  readonly rows: Int32Array;
  /** The sections, for specification rows that begin at `firstRow`. */
  sections(firstRow: number): { sheetModels: Uint32Array; sheets: Int32Array };
}

function readSchemas(source: VpicSource): Map<number, SheetSchema> {
  const schemas = new Map<number, SheetSchema>();
  const columns = ["Id", "MakeId", "VehicleTypeId", "TobeQCed"];
  for (const [id, make, type, held] of source.rows("VehicleSpecSchema", columns)) {
    if (isSet(held)) continue;
    schemas.set(whole(id), { make: text(make), type: text(type), models: new Set(), years: new Set() });
  }
  for (const [id, model] of source.rows("VehicleSpecSchema_Model", ["VehicleSpecSchemaId", "ModelId"]))
    schemas.get(whole(id))?.models.add(text(model));
  for (const [id, year] of source.rows("VehicleSpecSchema_Year", ["VehicleSpecSchemaId", "Year"]))
    schemas.get(whole(id))?.years.add(whole(year));
  return schemas;
}

function readVehicleSpecs(source: VpicSource, schemas: ReadonlyMap<number, SheetSchema>): VehicleSpec[] {
  const sheets = new Map<number, VehicleSpec>();
  for (const [id, schema] of source.rows("VSpecSchemaPattern", ["Id", "SchemaId"])) {
    if (!schemas.has(whole(schema))) continue;
    sheets.set(whole(id), { id: whole(id), schema: whole(schema), keys: [], facts: [] });
  }
  const columns = ["VSpecSchemaPatternId", "IsKey", "ElementId", "AttributeId", "CreatedOn", "UpdatedOn"];
  for (const [id, key, element, attribute, created, updated] of source.rows("VehicleSpecPattern", columns)) {
    const sheet = sheets.get(whole(id));
    const changed = text(updated ?? created);
    const fact = { element: whole(element), attribute: text(attribute), changed };
    (isSet(key) ? sheet?.keys : sheet?.facts)?.push(fact);
  }
  return [...sheets.values()];
}

/** Whether a specification can apply: it has keys, each once, because vPIC counts a decoded fact once. */
function isUsable({ keys }: VehicleSpec): boolean {
  const distinct = new Set(keys.map(({ element, attribute }) => `${element} ${attribute.toLowerCase()}`));
  return keys.length > 0 && distinct.size === keys.length;
}

/** Later changes first, a missing time before every time; then schema, specification and attribute. */
function inOrder(a: { sheet: VehicleSpec; fact: Fact }, b: { sheet: VehicleSpec; fact: Fact }): number {
  const [one, other] = [a.fact.changed, b.fact.changed];
  if (one !== other) return one === "" ? -1 : other === "" || one > other ? (other === "" ? 1 : -1) : 1;
  if (a.sheet.schema !== b.sheet.schema) return a.sheet.schema - b.sheet.schema;
  if (a.sheet.id !== b.sheet.id) return a.sheet.id - b.sheet.id;
  return a.fact.attribute < b.fact.attribute ? -1 : 1;
}

/** Compiles the specifications. Read the patterns first: a key fact that no pattern has can never apply. */
export function buildSpecifications(source: VpicSource, values: Values, elements: Elements): VehicleSpecs {
  const schemas = readSchemas(source);
  const usable = readVehicleSpecs(source, schemas).filter(isUsable);
  const ranked = usable.flatMap((sheet) => sheet.facts.map((fact) => ({ sheet, fact }))).sort(inOrder);
  const rows = growingI32();
  const rowsOf = new Map<VehicleSpec, number[]>();
  ranked.forEach(({ sheet, fact: { element, attribute } }, rank) => {
    if (elements.shown[element] !== 1) return;
    const own = rowsOf.get(sheet) ?? [];
    rowsOf.set(sheet, own);
    own.push(rows.length / 3);
    rows.push((element << 24) | values.of(element, attribute));
    rows.push(SPECIFICATION_BASE + rank);
    rows.push(sheet.id);
  });

  const byModel = new Map<number, VehicleSpec[]>();
  for (const sheet of usable)
    for (const model of schemas.get(sheet.schema)!.models)
      for (const value of values.alike(MODEL, model))
        byModel.set(value, [...(byModel.get(value) ?? []), sheet]);

  /** The words of a specification after its length; `undefined` if no VIN can have one of its key facts. */
  const wordsOf = (sheet: VehicleSpec, firstRow: number): number[] | undefined => {
    const schema = schemas.get(sheet.schema)!;
    const words = [values.of(MAKE, schema.make), values.of(VEHICLE_TYPE, schema.type)];
    words.push(schema.years.size, ...schema.years, sheet.keys.length);
    for (const { element, attribute } of sheet.keys) {
      const found =
        element === MODEL_YEAR
          ? [Number(attribute)]
          : FROM_ELSEWHERE.includes(element)
            ? [values.of(element, attribute)]
            : values.alike(element, attribute);
      if (found.length === 0) return undefined;
      words.push(element, found.length, ...found);
    }
    words.push(...(rowsOf.get(sheet) ?? []).map((row) => firstRow + row));
    return words;
  };

  return {
    rows: rows.done(),
    sections(firstRow) {
      const sheetModels = growingU32();
      const sheets = growingI32();
      for (const model of [...byModel.keys()].sort((a, b) => a - b)) {
        const lists = byModel.get(model)!.flatMap((sheet) => {
          const words = wordsOf(sheet, firstRow);
          return words === undefined ? [] : [words];
        });
        sheetModels.push(model);
        sheetModels.push(sheets.push(lists.length));
        for (const words of lists) for (const word of [words.length, ...words]) sheets.push(word);
      }
      return { sheetModels: sheetModels.done(), sheets: sheets.done() };
    },
  };
}
