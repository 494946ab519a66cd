import { z } from "zod";

export type Json = Record<string, unknown>;

/**
 * Descriptions of parameters and members whose schema has none, by `Component.field`, `operationId.field` or
 * `field`.
 */
export type FieldMeanings = Readonly<Record<string, string>>;

/** Converts schemas to JSON Schema and gathers those with a name of their own as components. */
export class Components {
  readonly schemas: Json = {};
  readonly #meanings: FieldMeanings;
  readonly #converted = new Map<z.ZodType, Map<string, Json>>();

  constructor(meanings: FieldMeanings) {
    this.#meanings = meanings;
  }

  /** `scope` is the ID of the operation that a schema without a name belongs to. */
  convert(schema: z.ZodType, io: "input" | "output", scope = ""): Json {
    const known = this.#converted.get(schema) ?? new Map<string, Json>();
    const converted = known.get(`${io} ${scope}`) ?? this.#convert(schema, io, scope);
    this.#converted.set(schema, known.set(`${io} ${scope}`, converted));
    return converted;
  }

  #convert(schema: z.ZodType, io: "input" | "output", scope: string): Json {
    const {
      $schema: _,
      $defs,
      ...root
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      override: ({ jsonSchema, zodSchema }) => {
        simplify(jsonSchema as Json);
        // A later version can add members to responses; only strict objects exclude them.
        const { def } = zodSchema._zod;
        if (io === "output" && def.type === "object" && !def.catchall) delete jsonSchema.additionalProperties;
      },
    }) as Json;
    for (const [name, definition] of Object.entries(($defs ?? {}) as Json))
      this.#add(name, definition as Json);
    const id = root.id;
    if (typeof id !== "string") return this.#finish(root, scope);
    this.#add(id, root);
    return { $ref: `#/components/schemas/${id}` };
  }

  /** The description of a field in a component or an operation. */
  meaning(scope: string, name: string): string | undefined {
    return this.#meanings[`${scope}.${name}`] ?? this.#meanings[name];
  }

  #add(name: string, { id: _, ...definition }: Json): void {
    this.schemas[name] = this.#finish(definition, name);
  }

  /** Points references to the components, and describes the properties without a description. */
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
 * Removes keywords without meaning (the bounds of all numbers, `propertyNames` of records) and patterns that are
 * narrower than the format next to them. `accepts` in a schema's metadata is the pattern of the value as sent, if
 * the service changes the value before it checks it.
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
