import type { ErrorObject } from "ajv";
import { counted, repr, type ValidationIssue } from "../../../http/validation/issues.ts";
import { localPath, partAt } from "./tree.ts";

type Params = Readonly<Record<string, unknown>>;
type Words = (params: Params) => readonly [type: string, msg: string, ctx?: object];

const types: Readonly<Record<string, readonly [type: string, noun: string]>> = {
  string: ["string_type", "string"],
  integer: ["int_type", "integer"],
  number: ["float_type", "number"],
  boolean: ["bool_type", "boolean"],
  array: ["list_type", "list"],
  object: ["dict_type", "dictionary"],
  null: ["none_required", "None"],
};

const bound = (type: string, words: string, name: string): Words => {
  return ({ limit }) => [type, `Input should be ${words} ${String(limit)}`, { [name]: limit }];
};
const length = (type: string, noun: string, words: string, name: string): Words => {
  return ({ limit }) => {
    const [subject, item] = noun.split(" ") as [string, string];
    return [type, `${subject} should have ${words} ${counted(Number(limit), item)}`, { [name]: limit }];
  };
};

/** The 422's types and texts, as our own operations have them, by the keywords of JSON Schema. */
const words: Readonly<Record<string, Words>> = {
  required: () => ["missing", "Field required"],
  type: ({ type }) => {
    const [first, ...others] = [type].flat() as string[];
    const [name, noun] = types[first!] ?? ["type_error", first!];
    const nouns = [noun, ...others.map((one) => types[one]?.[1] ?? one)];
    return [name, `Input should be a valid ${nouns.join(" or ")}`];
  },
  additionalProperties: () => ["extra_forbidden", "Extra inputs are not permitted"],
  unevaluatedProperties: () => ["extra_forbidden", "Extra inputs are not permitted"],
  enum: ({ allowedValues }) => {
    const expected = (allowedValues as unknown[])
      .slice(0, 50)
      .map((value) => repr(value))
      .join(", ");
    return ["enum", `Input should be one of ${expected}`, { expected }];
  },
  const: ({ allowedValue }) => [
    "literal_error",
    `Input should be ${repr(allowedValue)}`,
    { expected: repr(allowedValue) },
  ],
  minimum: bound("greater_than_equal", "greater than or equal to", "ge"),
  maximum: bound("less_than_equal", "less than or equal to", "le"),
  exclusiveMinimum: bound("greater_than", "greater than", "gt"),
  exclusiveMaximum: bound("less_than", "less than", "lt"),
  multipleOf: ({ multipleOf }) => [
    "multiple_of",
    `Input should be a multiple of ${String(multipleOf)}`,
    { multiple_of: multipleOf },
  ],
  minLength: length("string_too_short", "String character", "at least", "min_length"),
  maxLength: length("string_too_long", "String character", "at most", "max_length"),
  minItems: length("too_short", "List item", "at least", "min_length"),
  maxItems: length("too_long", "List item", "at most", "max_length"),
  minProperties: length("too_short", "Dictionary item", "at least", "min_length"),
  maxProperties: length("too_long", "Dictionary item", "at most", "max_length"),
  pattern: ({ pattern }) => [
    "string_pattern_mismatch",
    `String should match pattern '${String(pattern)}'`,
    { pattern },
  ],
};

/** An error of the JSON Schema validator as an entry of our 422. */
export function issueOf(
  { keyword, params, message, instancePath }: ErrorObject,
  root: unknown,
): ValidationIssue {
  const path = localPath(`#${encodeURI(instancePath)}`) ?? [];
  const input = partAt(root, path);
  const own = params as Record<string, unknown>;
  const member = own.missingProperty ?? own.additionalProperty ?? own.unevaluatedProperty;
  const [type, msg, ctx] = words[keyword]?.(own) ?? [
    "value_error",
    `Value error, ${message ?? "does not fit"}`,
    { error: {} },
  ];
  const loc = [...path.map((name) => (/^\d+$/.test(name) ? Number(name) : name))];
  if (typeof member === "string") loc.push(member);
  const extra =
    keyword.endsWith("Properties") && typeof member === "string" ? partAt(input, [member]) : input;
  return { type, loc, msg, input: extra, ...(ctx && { ctx: ctx as Record<string, unknown> }) };
}
