import { z } from "zod";

export type Json = Record<string, unknown>;

/**
 * What fields mean, by `Component.field`, `operationId.field` or `field`: for parameters and members whose schema
 * has no description.
 */
export type FieldMeanings = Readonly<Record<string, string>>;

/** Turns schemas into JSON Schema and gathers those with a name of their own as components. */
export class Components {
  readonly schemas: Json = {};
  readonly #meanings: FieldMeanings;

  constructor(meanings: FieldMeanings) {
    this.#meanings = meanings;
  }

  /** `scope` names the place of a schema without a name of its own: an operation's id. */
  convert(schema: z.ZodType, io: "input" | "output", scope = ""): Json {
    const {
      $schema: _,
      $defs,
      ...root
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      override: ({ jsonSchema }) => simplify(jsonSchema as Json),
    }) as Json;
    for (const [name, definition] of Object.entries(($defs ?? {}) as Json))
      this.#add(name, definition as Json);
    const id = root.id;
    if (typeof id !== "string") return this.#finish(root, scope);
    this.#add(id, root);
    return { $ref: `#/components/schemas/${id}` };
  }

  /** What a field means in a component or an operation. */
  meaning(scope: string, name: string): string | undefined {
    return this.#meanings[`${scope}.${name}`] ?? this.#meanings[name];
  }

  #add(name: string, { id: _, ...definition }: Json): void {
    this.schemas[name] = this.#finish(definition, name);
  }

  /** References to components, and meanings for the properties that state none. */
  #finish(schema: Json, scope: string): Json {
    const walk = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(walk);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, part]) => {
          if (name === "$ref") return [name, String(part).replace("#/$defs/", "#/components/schemas/")];
          return [name, name === "properties" ? this.#described(walk(part) as Json, scope) : walk(part)];
        }),
      );
    };
    return walk(schema) as Json;
  }

  #described(properties: Json, scope: string): Json {
    return Object.fromEntries(
      Object.entries(properties).map(([name, part]) => {
        const own = (part as Json).description;
        const description = own ?? this.meaning(scope, name);
        return [name, description === undefined ? part : { ...(part as Json), description }];
      }),
    );
  }
}

/**
 * Leaves out what says nothing or too much: bounds of every number, patterns beside formats that are wider than
 * they are, the kind of a record's names. `accepts` of a schema's metadata is the pattern of what is sent, where
 * the service changes it before it checks it.
 */
function simplify(schema: Json): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  delete schema.propertyNames;
  if (schema.format === "date-time" || schema.format === "email") delete schema.pattern;
  // RFC 6531: the part before the @-sign may have letters of every script.
  if (schema.format === "email") schema.format = "idn-email";
  if (schema.accepts === undefined) return;
  schema.pattern = schema.accepts;
  for (const name of ["accepts", "minLength", "maxLength", "allOf"]) delete schema[name];
}
