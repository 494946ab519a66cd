import { t } from "../../base/language/language.ts";

/** The parts of a JSON Schema that the reference shows. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** One member of a body; `name` is its path, such as `items[].id`. */
export interface SchemaField {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly required: boolean;
}

type Resolve = (schema: Schema) => Schema;

const levelsMax = 4;

/** The members of a schema, each below the one that contains it. */
export function fieldsOf(schema: Schema, resolve: Resolve, prefix = "", level = 0): SchemaField[] {
  const { properties, items, anyOf, required = [] } = resolve(schema);
  if (level > levelsMax) return [];
  if (items) return fieldsOf(items, resolve, prefix && `${prefix}[]`, level + 1);
  if (anyOf) return anyOf.flatMap((choice) => fieldsOf(choice, resolve, prefix, level + 1));
  return Object.entries(properties ?? {}).flatMap(([key, shared]) => {
    const member = resolve(shared);
    const name = prefix ? `${prefix}.${key}` : key;
    const { description = member.description ?? "" } = shared;
    const own = { name, description, type: typeOf(member, resolve), required: required.includes(key) };
    return [own, ...fieldsOf(member, resolve, name, level + 1)];
  });
}

/** The type of a schema in words, such as `string or null`. */
function typeOf(schema: Schema, resolve: Resolve): string {
  const { type, format, enum: choices, const: only, items, anyOf } = resolve(schema);
  if (anyOf) return [...new Set(anyOf.map((choice) => typeOf(choice, resolve)))].join(" or ");
  if (only !== undefined) return JSON.stringify(only);
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(" or ");
  if (items) return t("array of {typeOf}", { typeOf: typeOf(items, resolve) });
  return `${[type ?? "any"].flat().join(" or ")}${format ? ` (${format})` : ""}`;
}
