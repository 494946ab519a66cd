import type { Schema } from "./document.ts";

const typeName = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, "");

const memberName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

const basic: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

export const docComment = (text: string | undefined, indent: string): string =>
  text ? `${indent}/** ${text.replaceAll("*/", "*\\/").replaceAll(/\s*\n\s*/g, " ")} */\n` : "";

/** TypeScript's types of JSON Schemas. Notes the components that they refer to. */
export class SchemaTypes {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #used = new Set<string>();

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
  }

  /** The type of a schema; members are indented below `indent`. */
  typeOf(schema: Schema | undefined, indent = ""): string {
    if (!schema) return "unknown";
    if (schema.$ref) return this.#reference(schema.$ref);
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
    const choices = schema.anyOf ?? schema.oneOf;
    // A choice of required members has no type.
    if (choices && !schema.properties) return union(choices.map((one) => this.typeOf(one, indent)));
    const { type } = schema;
    if (typeof type === "object")
      return union(type.map((one) => this.typeOf({ ...schema, type: one }, indent)));
    if (type === "array") return `${bracketed(this.typeOf(schema.items, indent))}[]`;
    if (type === "object") return this.#object(schema, indent);
    return basic[type ?? ""] ?? "unknown";
  }

  /** The declarations of all components that types have referred to, and of those that these refer to. */
  declarations(): string {
    const done = new Map<string, string>();
    while (done.size < this.#used.size)
      for (const name of this.#used)
        if (!done.has(name)) {
          done.set(name, "");
          const schema = this.#schemas[name]!;
          const type = this.typeOf(schema);
          const declared =
            schema.type === "object" && type.startsWith("{")
              ? `interface ${typeName(name)} ${type}`
              : `type ${typeName(name)} = ${type};`;
          done.set(name, `${docComment(schema.description, "")}export ${declared}\n`);
        }
    return [...done]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, text]) => text)
      .join("\n");
  }

  #reference(reference: string): string {
    const name = reference.replace("#/components/schemas/", "");
    this.#used.add(name);
    return typeName(name);
  }

  #object({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
    const inner = `${indent}  `;
    const members = Object.entries(properties).map(([name, schema]) => {
      const optional = required.includes(name) ? "" : "?";
      const type = this.typeOf(schema, inner);
      const absent = optional && "| undefined";
      return `${docComment(schema.description, inner)}${inner}${memberName(name)}${optional}: ${[type, absent].filter(Boolean).join(" ")};\n`;
    });
    const open = typeof additionalProperties === "object";
    if (open && members.length === 0)
      return `Record<string, ${this.typeOf(additionalProperties as Schema, indent)}>`;
    if (members.length === 0) return "Record<string, unknown>";
    return `{\n${members.join("")}${open ? `${inner}[name: string]: unknown;\n` : ""}${indent}}`;
  }
}

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ") || "unknown";

const bracketed = (type: string): string => (/ [|&] (?![^{]*\})/.test(type) ? `(${type})` : type);
