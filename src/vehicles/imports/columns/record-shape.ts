import type { z } from "zod";
import { readFlag } from "../../../base/reading/flags.ts";
import { isEmptyWord, type WordKind } from "../../../base/reading/words.ts";
import { asListedName } from "../../families/answer-schemas.ts";
import { JsonBytes } from "../../families/body.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { RecordError } from "../input/import-error.ts";
import { membersFault, membersMax, requireBounded } from "../readers/bounds.ts";

/** The type of a value in a record. */
export type Shape =
  | {
      readonly kind: "text";
      /** Whether it is a day, YYYY-MM-DD. */
      readonly isDay?: boolean;
      /** The kind of words that mean "none"; absent where all stay. */
      readonly words?: WordKind;
    }
  | { readonly kind: "flag" | "number" | "any" }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "list"; readonly item: Shape }
  | { readonly kind: "map"; readonly value: Shape }
  | ObjectShape;

export interface Member {
  readonly name: string;
  readonly shape: Shape;
  /** Absent if it can be unknown; it is then empty. */
  readonly optional: boolean;
  /** Its value if it is unknown. */
  readonly otherwise?: unknown;
  readonly about: string;
}

export interface ObjectShape {
  readonly kind: "object";
  readonly members: readonly Member[];
  /** Other members are kept as they are. */
  readonly open: boolean;
}

interface Def {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly defaultValue?: unknown;
  readonly valueType?: z.ZodType;
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
}

const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def;

/** The shape that a response's schema gives to records. */
export function shapeOf(schema: z.ZodType): Shape {
  const def = defOf(schema);
  switch (def.type) {
    case "string":
      return { kind: "text" };
    case "boolean":
      return { kind: "flag" };
    case "number":
      return { kind: "number" };
    case "enum":
      return { kind: "choice", values: Object.values(def.entries!) };
    case "literal":
      return { kind: "choice", values: (def.values ?? []).map(String) };
    case "array":
      return { kind: "list", item: shapeOf(def.element!) };
    case "record":
      return { kind: "map", value: shapeOf(def.valueType!) };
    case "optional":
    case "default":
      return shapeOf(def.innerType!);
    case "union":
    case "unknown":
      return { kind: "any" };
    case "object":
      return objectShape(def);
    default:
      throw new TypeError(`records cannot contain ${def.type}`);
  }
}

/** The descriptions of members contain which of them are days. */
function memberShape(member: z.ZodType): Shape {
  const shape = shapeOf(member);
  const isDay = shape.kind === "text" && /YYYY-MM-DD(?! HH)/.test(member.description ?? "");
  return isDay ? { kind: "text", isDay } : shape;
}

function objectShape({ shape = {}, catchall }: Def): ObjectShape {
  const members = Object.entries(shape).map(([name, member]) => ({
    name,
    shape: memberShape(member),
    optional: defOf(member).type === "optional",
    otherwise: defOf(member).defaultValue,
    about: member.description ?? "",
  }));
  return { kind: "object", members, open: catchall !== undefined && defOf(catchall).type !== "never" };
}

const empties: Readonly<Record<string, (shape: Shape) => unknown>> = {
  text: () => "",
  flag: () => false,
  choice: () => undefined,
  number: () => undefined,
  any: () => "",
  list: () => [],
  map: () => ({}),
};

/**
 * A value in its shape: members in the answer's order, those that are unknown empty. Numbers are taken for texts.
 * Throws `RecordError` with the place for a value of another kind and for a member that answers do not have.
 */
export function inShape(shape: Shape, value: unknown, path: string): unknown {
  if (value === undefined || value === null) {
    if (shape.kind === "object") return objectIn(shape, {}, { path });
    const empty = empties[shape.kind]!(shape);
    if (empty === undefined) throw new RecordError(path, "", "must not be empty");
    return empty;
  }
  switch (shape.kind) {
    case "any":
      return anyOf(value, path);
    case "text":
      if (typeof value === "string") return value;
      if (typeof value === "number") return String(value);
      throw new RecordError(path, value, "must be text");
    case "flag":
      return flagOf(value, path);
    case "number":
      return numberOf(value, path);
    case "choice":
      if (shape.values.includes(value as string)) return value;
      throw new RecordError(path, value, `must be one of ${shape.values.join(", ")}`);
    case "list":
      if (!Array.isArray(value)) throw new RecordError(path, value, "must be a list");
      if (value.length > membersMax) throw new RecordError(path, "", membersFault);
      return withoutEmpty(value, shape.item).map((item, index) =>
        isText(shape.item, item) ? item : inShape(shape.item, item, `${path}.${index + 1}`),
      );
    case "map":
      if (value instanceof JsonBytes && isTexts(shape)) return value;
      return mapIn(shape.value, objectOf(value, path), path);
    case "object":
      return objectIn(shape, objectOf(value, path), { path });
  }
}

const saysNothing = (shape: Shape, value: unknown): boolean =>
  shape.kind === "text" &&
  shape.words !== undefined &&
  typeof value === "string" &&
  isEmptyWord(value, shape.words);

/** Columns can name some items of a list, and leave out those before; texts can mean that there is none. */
function withoutEmpty(list: readonly unknown[], item: Shape): readonly unknown[] {
  const isEmpty = (one: unknown) => saysNothing(item, one);
  // Unlike `some`, `includes` visits the gaps.
  if (!list.includes(undefined) && !list.some(isEmpty)) return list;
  return list.filter((one) => one !== undefined && !isEmpty(one));
}

/** A value without a shape, if it is bounded. */
function anyOf(value: unknown, path: string): unknown {
  requireBounded(value, path.split(".").length, (reason) => new RecordError(path, "", reason));
  return value;
}

/** Whether a shape is an object of any names, each with a text. */
export const isTexts = (shape: Shape): boolean => shape.kind === "map" && shape.value.kind === "text";

function mapIn(shape: Shape, value: Readonly<Record<string, unknown>>, path: string) {
  if (hasOnlyTexts(shape, value)) return value;
  const entries = Object.entries(value);
  if (entries.length > membersMax) throw new RecordError(path, "", membersFault);
  return Object.fromEntries(entries.map(([name, one]) => [name, inShape(shape, one, `${path}.${name}`)]));
}

// A list of the entries would take longer than the check.
function hasOnlyTexts(shape: Shape, value: Readonly<Record<string, unknown>>): boolean {
  for (const name in value) if (!isText(shape, value[name])) return false;
  return true;
}

/** The usual case, which needs no path. */
const isText = (shape: Shape, value: unknown): boolean => shape.kind === "text" && typeof value === "string";

function objectOf(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw new RecordError(path, value, "must be an object");
}

/** An object in its shape; `besides` names members that are none of its own and are left out. */
export function objectIn(
  { members, open }: ObjectShape,
  value: Readonly<Record<string, unknown>>,
  { path, besides }: { readonly path: string; readonly besides?: ReadonlySet<string> },
): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  let used = 0;
  for (const { name, shape, optional, otherwise } of members) {
    const one = value[name];
    if (one !== undefined) used += 1;
    if ((optional || otherwise !== undefined) && (one === undefined || one === null || one === "")) {
      if (otherwise !== undefined) made[name] = otherwise;
      continue;
    }
    if (shape.kind === "text" && typeof one === "string") {
      if (!saysNothing(shape, one)) made[name] = one;
      else if (!optional) made[name] = otherwise ?? "";
    } else made[name] = inShape(shape, one, path === "" ? name : `${path}.${name}`);
  }
  const names = Object.keys(value);
  if (names.length === used) return made;
  for (const name of names) {
    if (besides?.has(name) || members.some((member) => member.name === name)) continue;
    if (!open) throw new RecordError(path === "" ? name : `${path}.${name}`, value[name], "is not known");
    made[name] = anyOf(value[name], path === "" ? name : `${path}.${name}`);
  }
  return made;
}

function flagOf(value: unknown, path: string): boolean {
  if (typeof value === "boolean") return value;
  const text = String(value);
  if (isEmptyWord(text, "number")) return false;
  const flag = readFlag(text);
  if (flag === undefined) throw new RecordError(path, value, "must be true or false");
  return flag;
}

/** What programs write; a comma can be of groups or of decimals. */
const plainNumber = /^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:e[+-]?\d{1,3})?$/i;

function numberOf(value: unknown, path: string): number {
  const isWritten = typeof value === "string" && plainNumber.test(value.trim());
  const number = isWritten ? Number(value) : value;
  if (typeof number === "number" && Number.isFinite(number)) return number;
  throw new RecordError(path, value, "must be a number");
}

const givenShape = (shape: ObjectShape): ObjectShape => ({
  ...shape,
  members: shape.members.filter(({ name }) => name !== asListedName),
});

const shapes = new WeakMap<RecordFamily, ObjectShape>();

/** The members that a file's record has after its keys. */
export function recordShape(family: RecordFamily): ObjectShape {
  const shape =
    shapes.get(family) ?? withWords(givenShape(shapeOf(family.record) as ObjectShape), family.ownWords);
  shapes.set(family, shape);
  return shape;
}

const nameMembers: ReadonlySet<string> = new Set(["make", "model", "trim"]);

/** The shape with the kind of words that mean "none" in each text, but for members with words of their own. */
function withWords(shape: ObjectShape, ownWords: readonly string[] = [], within = ""): ObjectShape {
  const members = shape.members.map((member) => {
    const path = `${within}${member.name}`;
    const words = nameMembers.has(member.name) ? "name" : "text";
    return ownWords.includes(path)
      ? member
      : {
          ...member,
          shape: shapeWithWords(member.shape, words, (one) => withWords(one, ownWords, `${path}.`)),
        };
  });
  return { ...shape, members };
}

function shapeWithWords(shape: Shape, words: WordKind, ofObject: (shape: ObjectShape) => ObjectShape): Shape {
  if (shape.kind === "object") return ofObject(shape);
  if (shape.kind === "list") return { ...shape, item: shapeWithWords(shape.item, words, ofObject) };
  return shape.kind === "text" ? { ...shape, words } : shape;
}
