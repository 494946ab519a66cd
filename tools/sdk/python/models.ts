import { type Schema, wordsOf } from "../document.ts";

const keywords = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);

export const isIdentifier = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name);

/** The name of a class: `market value` of `Report` is `ReportMarketValue`. */
const pascal = (name: string): string =>
  wordsOf(name)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join("");

const scalars: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

/** The text of a description on one line. */
export const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, " ").trim();

/** Python's types of JSON Schemas. Objects become classes of `models.py`; equal ones are one class. */
export class PythonTypes {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #classes = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #aliases: string[] = [];

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
    for (const name of Object.keys(schemas)) this.#component(name);
  }

  /** The names of all classes and aliases. */
  get names(): string[] {
    return [...this.#classes.keys()].sort();
  }

  /** The text of `models.py` below its imports. */
  get text(): string {
    return [...this.#classes.values(), ...this.#aliases].join("\n\n");
  }

  /** The type of a value; `place` names the class if it is an object without a name. */
  typeOf(schema: Schema, place: string): string {
    if (schema.$ref !== undefined) return className(schema.$ref.split("/").at(-1)!);
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(", ")}]`;
    const choices = schema.anyOf ?? schema.oneOf;
    // A choice of required members has no type.
    if (choices && !schema.properties) return union(choices.map((one) => this.typeOf(one, place)));
    if (Array.isArray(schema.type))
      return union(schema.type.map((type: string) => this.typeOf({ ...schema, type }, place)));
    if (schema.type === "array") return `list[${schema.items ? this.typeOf(schema.items, place) : "Any"}]`;
    if (schema.type === "object") return this.#object(schema, place);
    return scalars[String(schema.type)] ?? "Any";
  }

  #component(name: string): void {
    const own = className(name);
    const schema = this.#schemas[name]!;
    // An alias cannot have the name of a class that it contains.
    const type = this.typeOf(schema, schema.type === "object" ? own : `${own}Item`);
    if (type === own) return;
    this.#classes.set(own, "");
    this.#aliases.push(`${own} = ${type}`);
  }

  #object(schema: Schema, place: string): string {
    const { properties = {}, additionalProperties: others } = schema;
    const members = Object.entries(properties);
    const open = typeof others === "object" ? this.typeOf(others, `${place}Value`) : "Any";
    const types = members.map(([name, one]) => this.typeOf(one, `${place}${pascal(name)}`));
    // A class cannot have members that it does not name.
    if (members.length === 0 || (open !== "Any" && types.every((type) => type === open)))
      return `dict[str, ${open}]`;
    const { description: _, ...shape } = schema;
    const known = this.#names.get(JSON.stringify(shape));
    if (known !== undefined) return known;
    const name = this.#free(place);
    this.#names.set(JSON.stringify(shape), name);
    this.#classes.set(name, classText(name, schema, types));
    return name;
  }

  #free(wanted: string): string {
    let name = wanted;
    for (let at = 2; this.#classes.has(name); at += 1) name = `${wanted}${at}`;
    return name;
  }
}

const className = (name: string): string => name.replace(/[^A-Za-z0-9]/g, "");

const literal = (value: unknown): string =>
  value === null ? "None" : value === true ? "True" : value === false ? "False" : JSON.stringify(value);

const union = (types: readonly string[]): string => {
  const own = [...new Set(types)];
  const others = own.filter((type) => type !== "None");
  if (others.includes("Any")) return "Any";
  return [...others, ...(own.includes("None") ? ["None"] : [])].join(" | ");
};

function classText(name: string, { description, properties = {}, required = [] }: Schema, types: string[]) {
  const members = Object.entries(properties).map(([key, schema], index) => ({
    key,
    type: types[index]!,
    required: required.includes(key),
    comment: schema.description === undefined ? "" : oneLine(schema.description),
  }));
  const docs = description === undefined ? "" : `    """${oneLine(description)}"""\n\n`;
  const needed = members.filter((one) => one.required);
  const others = members.filter((one) => !one.required);
  // `NotRequired` came with Python 3.11: until then a class with members of both kinds needs a base.
  if (needed.length > 0 && others.length > 0)
    return `${body(`_${name}Required`, "TypedDict", needed)}\n\n${body(name, `_${name}Required, total=False`, others, docs)}`;
  const total = needed.length > 0 ? "TypedDict" : "TypedDict, total=False";
  return body(name, total, members, docs);
}

interface Member {
  readonly key: string;
  readonly type: string;
  readonly comment: string;
}

function body(name: string, bases: string, members: readonly Member[], docs = ""): string {
  const comments = (text: string, indent: string) => (text === "" ? "" : `${indent}# ${text}\n`);
  if (members.every(({ key }) => isIdentifier(key))) {
    const lines = members.map(
      ({ key, type, comment }) => `${comments(comment, "    ")}    ${key}: ${type}\n`,
    );
    return `class ${name}(${bases}):\n${docs}${lines.join("")}`;
  }
  // Names with spaces can be written in a call alone, and a call has no base.
  const [base, total] = bases.split(", ");
  const own = base === "TypedDict" ? name : `_${name}Own`;
  const lines = members.map(
    ({ key, type, comment }) =>
      `${comments(comment, "        ")}        ${JSON.stringify(key)}: "${type.replaceAll('"', "'")}",\n`,
  );
  const end = total === undefined ? "" : `    ${total},\n`;
  const call = `${own} = TypedDict(\n    "${own}",\n    {\n${lines.join("")}    },\n${end})\n`;
  return own === name ? call : `${call}\n\nclass ${name}(${base}, ${own}):\n${docs || "    pass\n"}`;
}
