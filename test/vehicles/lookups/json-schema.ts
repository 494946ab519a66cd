/** The part of JSON Schema that the specification's tables need. */
export interface JsonSchema {
  readonly type?: "string" | "number" | "boolean" | "object" | "array";
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  /** False: no other members; a schema: what others must be. */
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly multipleOf?: number;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return value === null ? "null" : typeof value;
}

function objectFaults(schema: JsonSchema, value: Readonly<Record<string, unknown>>, path: string): string[] {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  const faults = missing.map((name) => `${path}: lacks ${name}`);
  for (const [name, member] of Object.entries(value)) {
    const place = `${path}.${name}`;
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (own) faults.push(...schemaFaults(own, member, place));
    else if (additionalProperties === false) faults.push(`${place}: is not in the table`);
    else if (additionalProperties !== true) faults.push(...schemaFaults(additionalProperties, member, place));
  }
  return faults;
}

/** Where a value does not follow a schema; empty where it does. */
export function schemaFaults(schema: JsonSchema, value: unknown, path = "$"): string[] {
  const type = typeOf(value);
  if (schema.type !== undefined && type !== schema.type) return [`${path}: is ${type}, not ${schema.type}`];
  const faults: string[] = [];
  if (schema.enum && !schema.enum.includes(value)) faults.push(`${path}: is ${JSON.stringify(value)}`);
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(String(value)))
    faults.push(`${path}: ${JSON.stringify(value)} does not match ${schema.pattern}`);
  if (schema.minimum !== undefined && Number(value) < schema.minimum) faults.push(`${path}: is ${value}`);
  if (schema.multipleOf !== undefined && Number(value) % schema.multipleOf !== 0)
    faults.push(`${path}: is ${value}`);
  if (type === "object") faults.push(...objectFaults(schema, value as Record<string, unknown>, path));
  if (Array.isArray(value)) {
    const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
    if (value.length < minItems || value.length > maxItems) faults.push(`${path}: has ${value.length} items`);
    if (items) faults.push(...value.flatMap((item, index) => schemaFaults(items, item, `${path}[${index}]`)));
  }
  return faults;
}
