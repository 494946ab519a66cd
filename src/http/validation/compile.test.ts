import { expect, test } from "bun:test";
import { z } from "zod";
import { checkInput, requireIssue } from "../../../test/check-input.ts";
import { compileSchema } from "./compile.ts";

const int = "Input should be a valid integer, unable to parse string as an integer";
const point = z.object({ x: z.int(), y: z.int().default(0), z: z.int().optional() }).meta({ title: "Point" });

test("members are taken in the order of the schema; plain objects ignore others", () => {
  const judged = checkInput(point, { extra: 1, y: "2", x: "1" });
  expect(JSON.stringify(judged)).toBe('{"value":{"x":1,"y":2}}');
});

test("strict objects list other members after their own", () => {
  const judged = checkInput(z.strictObject({ a: z.int(), b: z.int() }), { z: 1, a: "x", y: 2 });
  const input = { z: 1, a: "x", y: 2 };
  const forbidden = { type: "extra_forbidden", msg: "Extra inputs are not permitted" };
  expect(judged).toEqual({
    issues: [
      { type: "int_parsing", loc: ["a"], msg: int, input: "x" },
      { type: "missing", loc: ["b"], msg: "Field required", input },
      { ...forbidden, loc: ["z"], input: 1 },
      { ...forbidden, loc: ["y"], input: 2 },
    ],
  });
});

test("loose objects keep other members, and a catchall checks them", () => {
  expect(checkInput(z.looseObject({ a: z.int() }), { a: "1", b: "x" })).toEqual({ value: { a: 1, b: "x" } });
  const judged = checkInput(z.object({}).catchall(z.int()), { b: "x" });
  expect(judged).toEqual({ issues: [{ type: "int_parsing", loc: ["b"], msg: int, input: "x" }] });
});

test("names of Object's own are ordinary", () => {
  const input = JSON.parse('{"__proto__":{"polluted":1},"constructor":2,"toString":3}');
  for (const schema of [z.looseObject({}), z.record(z.string(), z.unknown())]) {
    const judged = checkInput(schema, input);
    expect(JSON.stringify(judged)).toBe(JSON.stringify({ value: input }));
    expect("value" in judged && Object.getPrototypeOf(judged.value)).toBe(Object.prototype);
  }
  expect(checkInput(z.object({ constructor: z.int() }), {})).toEqual({
    issues: [{ type: "missing", loc: ["constructor"], msg: "Field required", input: {} }],
  });
  const own = checkInput(z.object({ ["__proto__"]: z.int() }), JSON.parse('{"__proto__":"1"}'));
  expect(JSON.stringify(own)).toBe('{"value":{"__proto__":1}}');
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test("null is a value: only nullable takes it", () => {
  const schema = z.object({ a: z.int().optional(), b: z.int().nullable(), c: z.int().nullish() });
  expect(checkInput(schema, { b: null })).toEqual({ value: { b: null } });
  expect(checkInput(schema, { b: 1, c: null })).toEqual({ value: { b: 1, c: null } });
  const judged = checkInput(schema, { a: null });
  expect("issues" in judged && judged.issues.map(({ type, loc }) => [type, ...loc])).toEqual([
    ["int_type", "a"],
    ["missing", "b"],
  ]);
});

test("defaults are fresh", () => {
  const compiled = compileSchema(z.object({ list: z.array(z.int()).default([]) }));
  const first = compiled.check({}, []) as { list: number[] };
  first.list.push(1);
  expect(compiled.check({}, [])).toEqual({ list: [] });
});

test("refuses what is not an object", () => {
  const msg = "Input should be a valid dictionary or object to extract fields from";
  for (const input of [null, 5, "x", true]) {
    expect(requireIssue(point, input)).toEqual({ type: "model_attributes_type", loc: [], msg });
  }
  expect(requireIssue(point, []).type).toBe("model_attributes_type");
});

test("issues contain the index of an item, or the length of a list", () => {
  const list = z.array(point).min(1).max(3);
  expect(checkInput(list, [{ x: 1 }, {}, 5])).toEqual({
    issues: [
      { type: "missing", loc: [1, "x"], msg: "Field required", input: {} },
      {
        type: "model_attributes_type",
        loc: [2],
        msg: "Input should be a valid dictionary or object to extract fields from",
        input: 5,
      },
    ],
  });
  expect(requireIssue(list, [])).toEqual({
    type: "too_short",
    loc: [],
    msg: "List should have at least 1 item after validation, not 0",
    ctx: { field_type: "List", min_length: 1, actual_length: 0 },
  });
  // A length fault is reported before any item is checked.
  expect(requireIssue(list, [1, 2, 3, 4])).toEqual({
    type: "too_long",
    loc: [],
    msg: "List should have at most 3 items after validation, not 4",
    ctx: { field_type: "List", max_length: 3, actual_length: 4 },
  });
  expect(requireIssue(list, "x")).toEqual({
    type: "list_type",
    loc: [],
    msg: "Input should be a valid list",
  });
});

test("records check their names and values", () => {
  const record = z.record(z.string().regex(/^a/), z.int());
  expect(checkInput(record, { a: "1" })).toEqual({ value: { a: 1 } });
  expect(checkInput(record, { b: "x" })).toEqual({
    issues: [
      {
        type: "string_pattern_mismatch",
        loc: ["b", "[key]"],
        msg: "String should match pattern '^a'",
        input: "b",
        ctx: { pattern: "^a" },
      },
      { type: "int_parsing", loc: ["b"], msg: int, input: "x" },
    ],
  });
  expect(requireIssue(record, [])).toEqual({
    type: "dict_type",
    loc: [],
    msg: "Input should be a valid dictionary",
  });
});

test("a union takes the branch that changes nothing, else the first that fits, else lists all", () => {
  const union = z.union([z.int(), z.boolean(), point, z.array(z.int())]);
  expect(["1", true, "yes", { x: "1" }].map((input) => checkInput(union, input))).toEqual([
    { value: 1 },
    { value: true },
    { value: true },
    { value: { x: 1, y: 0 } },
  ]);
  const judged = checkInput(union, "x");
  expect("issues" in judged && judged.issues.map(({ type, loc }) => [type, ...loc])).toEqual([
    ["int_parsing", "int"],
    ["bool_parsing", "bool"],
    ["model_attributes_type", "Point"],
    ["list_type", "list[int]"],
  ]);
});

test("refinements of an object run once its members agree, and name a member by path", () => {
  const range = z.object({ from: z.int(), to: z.int() }).superRefine(({ from, to }, context) => {
    if (from > to) context.addIssue({ code: "custom", path: ["to"], message: `must not be below ${from}` });
  });
  expect(checkInput(range, { from: 2, to: "1" })).toEqual({
    issues: [
      {
        type: "value_error",
        loc: ["to"],
        msg: "Value error, must not be below 2",
        input: { from: 2, to: "1" },
        ctx: { error: {} },
      },
    ],
  });
  expect("issues" in checkInput(range, { from: 2, to: "x" })).toBe(true);
});

test("transforms and pipes go on with what was accepted", () => {
  const upper = z.string().transform((text) => text.toUpperCase());
  expect(checkInput(upper, "a")).toEqual({ value: "A" });
  expect(requireIssue(upper, 1).type).toBe("string_type");
  expect(checkInput(z.string().pipe(z.string().min(2)).optional(), "ab")).toEqual({ value: "ab" });
  const even = z.int().transform((n, context) => {
    if (n % 2 === 1) context.addIssue({ code: "custom", message: "must be even" });
    return n / 2;
  });
  expect(requireIssue(even, "3").msg).toBe("Value error, must be even");
});

const tree = z.object({
  name: z.string(),
  get children() {
    return z.array(tree).default([]);
  },
});

const unknown: readonly [name: string, schema: z.ZodType][] = [
  ["a date object", z.date()],
  ["a bigint", z.bigint()],
  ["a tuple", z.tuple([z.int()])],
  ["a map", z.map(z.string(), z.int())],
  ["an intersection", z.object({ a: z.int() }).and(z.object({ b: z.int() }))],
  ["a preprocessor", z.preprocess((value) => value, z.string())],
  ["a catch", z.int().catch(1)],
  ["a prefault", z.int().prefault(1)],
  ["a lazy schema", z.lazy(() => z.int())],
  ["a schema that contains itself", tree],
  ["a union with a discriminator", z.discriminatedUnion("k", [z.object({ k: z.literal("x") })])],
  ["null alone", z.null()],
  ["an IPv4 address", z.ipv4()],
  ["an IPv6 network", z.cidrv6()],
  ["a UUID of one version", z.uuidv4()],
  ["a multiple", z.int().multipleOf(5)],
  ["an exact length", z.string().length(2)],
  ["another string format", z.nanoid()],
  ["a string's own format", z.stringFormat("vin", /x/)],
  ["another string check", z.string().startsWith("a")],
  ["another number format", z.int32()],
  ["a URL of certain hosts", z.url({ protocol: /^https$/, hostname: /x/ })],
  ["a URL of any scheme", z.url()],
  ["something within an object", z.object({ a: z.array(z.symbol() as never) })],
];

for (const [name, schema] of unknown) {
  test(`${name} refuses to compile`, () => {
    expect(() => compileSchema(schema)).toThrow(TypeError);
  });
}

test("an asynchronous refinement is refused", () => {
  const compiled = compileSchema(z.string().refine(async () => true));
  expect(() => compiled.check("a", [])).toThrow(TypeError);
});

test("nonoptional members must be there", () => {
  const schema = z.object({ a: z.int().optional().nonoptional() });
  expect(checkInput(schema, {})).toEqual({
    issues: [{ type: "missing", loc: ["a"], msg: "Field required", input: {} }],
  });
});
