import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { storedAmount, storedDay, storedMoment, storedNumber } from "../../base/reading/stored-values.ts";
import { type TypedMember, typedMembers } from "../../vehicles/families/typed-members.ts";

/** A text that is not of the form that its member has in typed answers, where the member is null. */
export interface UnreadText {
  /** The typed names that lead to the member; items of lists by their number, from 0. */
  readonly member: string;
  readonly text: string;
}

/** Where a value is. */
interface Place {
  readonly path: string;
  readonly unread: UnreadText[];
}

/** A schema of typed answers, and what makes its values. What is unknown is null. */
export interface Typed {
  readonly schema: z.ZodType;
  convert(value: unknown, place: Place): unknown;
}

type Def = {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly catchall?: z.ZodType;
};

const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def;
/** The same schema without its description, which its nullable form has. */
const bare = (schema: z.ZodType): z.ZodType => schema.clone(schema.def);
const nullable = (schema: z.ZodType): z.ZodType =>
  defOf(schema).type === "nullable" ? schema : schema.nullable();
const below = ({ path, unread }: Place, name: string): Place => ({
  path: path === "" ? name : `${path}.${name}`,
  unread,
});

/** The name of a member in typed answers: lower case, with underscores. */
const snake = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, "_");

/** The typed form of a member: by the name of its object and its own, or its own alone. */
function memberOf(parent: string, name: string): TypedMember | undefined {
  const own = `${parent}.${name}`;
  if (Object.hasOwn(typedMembers, own)) return typedMembers[own];
  return Object.hasOwn(typedMembers, name) ? typedMembers[name] : undefined;
}

/**
 * The typed form of an answer's schema: members of `typedMembers` are numbers and times, yes and no are booleans, and
 * what is unknown is null. `name` is the member that has the schema.
 */
export function typedOf(schema: z.ZodType, name = "", parent = ""): Typed {
  const member = memberOf(parent, name);
  const typed = typedForm(schema, name, member);
  const description = schema.description ?? defOf(schema).innerType?.description;
  return description === undefined ? typed : { ...typed, schema: typed.schema.describe(description) };
}

function typedForm(schema: z.ZodType, name: string, member: TypedMember | undefined): Typed {
  const { type, innerType, options = [], entries } = defOf(schema);
  switch (type) {
    case "optional":
    case "nullable":
    case "default": {
      const inner = typedForm(innerType!, name, member);
      return { ...inner, schema: nullable(inner.schema) };
    }
    case "string":
      return member ? typedText(member) : { schema: bare(schema).nullable(), convert: textOf };
    case "enum":
      return typedEnum(Object.values(entries!));
    case "array":
      return typedList((schema as z.ZodArray<z.ZodType>).element, name);
    case "object":
      return typedObject(schema as z.ZodObject, name);
    case "union":
      // A list of numbers, or the word that they are unknown.
      if (options.some((one) => defOf(one).type === "literal"))
        return typedForm(options.find((one) => defOf(one).type !== "literal")!, name, member);
      return { schema: z.unknown(), convert: free(member) };
    case "record":
      return { schema: z.record(z.string(), z.unknown()), convert: free(member) };
    case "unknown":
      return { schema: z.unknown(), convert: free(member) };
    default:
      return { schema: bare(schema).nullable(), convert: (value) => value ?? null };
  }
}

const textOf = (value: unknown): unknown => (value === undefined || value === "" ? null : value);

const textSchemas = {
  integer: z.int(),
  number: z.number(),
  dollars: z.number(),
  day: z.iso.date(),
  moment: z.iso.datetime(),
  values: z.unknown(),
} as const;

function typedText(member: TypedMember): Typed {
  return {
    schema: textSchemas[member.kind].nullable(),
    convert(value, { path, unread }) {
      if (typeof value !== "string") return value ?? null;
      if (value === "") return null;
      const read = typedValue(member, value);
      if (read === undefined) unread.push({ member: path, text: value });
      return read ?? null;
    },
  };
}

/** What a text means as a member of a kind; undefined if it is not of its form. */
export function typedValue({ kind, units }: TypedMember, text: string): number | string | undefined {
  switch (kind) {
    case "integer": {
      const value = storedNumber(text, units);
      return value !== undefined && Number.isInteger(value) ? value : undefined;
    }
    case "number":
      return storedNumber(text, units);
    case "dollars":
      return storedAmount(text, "USD");
    case "day":
      return storedDay(text);
    case "moment": {
      const at = storedMoment(text);
      return at === undefined ? undefined : isoTime(at);
    }
    case "values":
      return text;
  }
}

function typedEnum(values: readonly string[]): Typed {
  if (values.every((value) => value === "yes" || value === "no"))
    return {
      schema: z.boolean().nullable(),
      convert: (value) => (value === "yes" ? true : value === "no" ? false : null),
    };
  const known = values.filter((value) => value !== "unknown");
  return {
    schema: z.enum(known as [string, ...string[]]).nullable(),
    convert: (value) => (value === undefined || value === "" || value === "unknown" ? null : value),
  };
}

function typedList(element: z.ZodType, name: string): Typed {
  const item = typedOf(element, name);
  // Items are known, or they would not be listed.
  const { schema } = item;
  const items = defOf(schema).type === "nullable" ? defOf(schema).innerType! : schema;
  return {
    schema: z.array(items).nullable(),
    convert: (value, place) =>
      Array.isArray(value)
        ? value.flatMap((one, index) => item.convert(one, below(place, String(index))) ?? [])
        : null,
  };
}

function typedObject(schema: z.ZodObject, name: string): Typed {
  const names = new Set(Object.keys(schema.shape));
  const members = Object.entries(schema.shape).map(([own, part]) => {
    const typed = typedOf(part as z.ZodType, own, name);
    return { own, typedName: memberOf(name, own)?.name ?? snake(own), typed };
  });
  const shape = Object.fromEntries(members.map(({ typedName, typed }) => [typedName, typed.schema]));
  const { catchall } = defOf(schema);
  const isLoose = catchall !== undefined && defOf(catchall).type === "unknown";
  const rest = free(undefined);
  return {
    schema: (isLoose ? z.looseObject(shape) : z.object(shape)).nullable(),
    convert(value, place) {
      if (typeof value !== "object" || value === null) return null;
      const given = value as Readonly<Record<string, unknown>>;
      const made: Record<string, unknown> = {};
      for (const { own, typedName, typed } of members)
        made[typedName] = typed.convert(given[own], below(place, typedName));
      if (isLoose)
        for (const [own, other] of Object.entries(given))
          if (!names.has(own)) made[snake(own)] = rest(other, below(place, snake(own)));
      return made;
    },
  };
}

const decimal = /^-?(0|[1-9]\d{0,14})(\.\d{1,9})?$/;

/** What no schema declares stays as it is; empty texts are null. */
function free(member: TypedMember | undefined) {
  const convert = (value: unknown): unknown => {
    if (value === undefined || value === "" || value === null) return null;
    if (typeof value === "string")
      return member?.kind === "values" && decimal.test(value) ? Number(value) : value;
    if (typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map(convert);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, convert(one)]));
  };
  return (value: unknown, _place: Place): unknown => convert(value);
}
