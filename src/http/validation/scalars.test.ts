import { expect, test } from "bun:test";
import { z } from "zod";
import { checkInput, requireIssue } from "../../../test/check-input.ts";

const max = Number.MAX_SAFE_INTEGER;

const values: readonly [name: string, schema: z.ZodType, input: unknown, value: unknown][] = [
  ["an integer", z.int(), 5, 5],
  ["a whole float", z.int(), 1.0, 1],
  ["a text as an integer", z.int(), "1", 1],
  ["a text with spaces around", z.int(), " 1 ", 1],
  ["a sign", z.int(), "+5", 5],
  ["a minus zero", z.int(), "-0", 0],
  ["zeros in front", z.int(), "007", 7],
  ["a whole decimal text", z.int(), "1.0", 1],
  ["underscores between digits", z.int(), "1_000", 1000],
  ["true as 1", z.int(), true, 1],
  ["an integer too large, as the largest safe one", z.int(), "99999999999999999999", max],
  ["an integer too small, as the smallest safe one", z.int(), -1e300, -max],
  ["a float", z.number(), 1.5, 1.5],
  ["a text as a float", z.number(), " 1_0.5e1 ", 105],
  ["a bare point", z.number(), ".5", 0.5],
  ["true as a float", z.number(), true, 1],
  ["infinity by name", z.number(), "-Infinity", -Infinity],
  ["nan by name", z.number(), "nan", Number.NaN],
  ["a boolean", z.boolean(), false, false],
  ["1 as true", z.boolean(), 1, true],
  ["0.0 as false", z.boolean(), 0.0, false],
  ["a word for yes", z.boolean(), "ON", true],
  ["a word for no", z.boolean(), "no", false],
  ["a length in code points", z.string().max(1), "😀", "😀"],
  ["a string changed, then measured", z.string().trim().toUpperCase().max(2), " ab ", "AB"],
  ["a choice", z.enum(["hour", "day"]), "day", "day"],
  ["a literal", z.literal([1, "x", null, true]), null, null],
];

for (const [name, schema, input, value] of values) {
  test(`takes ${name}`, () => {
    expect(checkInput(schema, input)).toEqual({ value });
  });
}

const intParsing = "Input should be a valid integer, unable to parse string as an integer";
const boolParsing = "Input should be a valid boolean, unable to interpret input";
const bounded = z.int().min(1).max(10);

const refusals: readonly [schema: z.ZodType, inputs: unknown[], type: string, msg: string, ctx?: object][] = [
  [z.int(), ["", "abc", "1.5", "1.", "1e3", "0x10", "1__0", "_1", "+ 1", "١"], "int_parsing", intParsing],
  [z.int(), [null, [], {}], "int_type", "Input should be a valid integer"],
  [z.int(), [1.5], "int_from_float", "Input should be a valid integer, got a number with a fractional part"],
  [
    z.int(),
    ["9".repeat(4301)],
    "int_parsing_size",
    "Unable to parse input string as an integer, exceeded maximum size",
  ],
  [bounded, [0, "0"], "greater_than_equal", "Input should be greater than or equal to 1", { ge: 1 }],
  [bounded, [11], "less_than_equal", "Input should be less than or equal to 10", { le: 10 }],
  [z.int().gt(0), [0], "greater_than", "Input should be greater than 0", { gt: 0 }],
  [z.int().lt(10), [10], "less_than", "Input should be less than 10", { lt: 10 }],
  [
    z.number().max(10.5),
    ["inf", "nan"],
    "less_than_equal",
    "Input should be less than or equal to 10.5",
    { le: 10.5 },
  ],
  [
    z.number(),
    ["x", "", "1__0", "١"],
    "float_parsing",
    "Input should be a valid number, unable to parse string as a number",
  ],
  [z.number(), [null, []], "float_type", "Input should be a valid number"],
  [z.boolean(), ["zz", " true ", 2, 2.0], "bool_parsing", boolParsing],
  [z.boolean(), [null, 1.5, []], "bool_type", "Input should be a valid boolean"],
  [z.string(), [null, 1, true, {}], "string_type", "Input should be a valid string"],
  [z.string().min(1), [""], "string_too_short", "String should have at least 1 character", { min_length: 1 }],
  [
    z.string().max(2),
    ["abc"],
    "string_too_long",
    "String should have at most 2 characters",
    { max_length: 2 },
  ],
  [
    z.string().regex(/^[a-z]+\/$/g),
    ["AB", "ab"],
    "string_pattern_mismatch",
    "String should match pattern '^[a-z]+/$'",
    { pattern: "^[a-z]+/$" },
  ],
  [z.literal("a"), ["z", 1, null], "literal_error", "Input should be 'a'", { expected: "'a'" }],
  [
    z.literal(["a", "it's", 1, null, true]),
    ["z"],
    "literal_error",
    "Input should be 'a', \"it's\", 1, None or True",
    { expected: "'a', \"it's\", 1, None or True" },
  ],
  [
    z.enum(["hour", "day"]),
    ["z", 5, null, {}],
    "enum",
    "Input should be 'hour' or 'day'",
    { expected: "'hour' or 'day'" },
  ],
  [
    z.string().refine((text) => text === "x", "must be x"),
    ["y"],
    "value_error",
    "Value error, must be x",
    { error: {} },
  ],
];

for (const [schema, inputs, type, msg, ctx] of refusals) {
  for (const input of inputs) {
    test(`${type} for ${JSON.stringify(input)?.slice(0, 30)}`, () => {
      expect(requireIssue(schema, input)).toEqual({ type, loc: [], msg, ...(ctx && { ctx: ctx as never }) });
    });
  }
}

test("of several rules the first that refuses is listed", () => {
  expect(requireIssue(z.string().min(3).regex(/^a/), "b").type).toBe("string_too_short");
  expect(
    requireIssue(
      z
        .string()
        .min(3)
        .refine(() => false, "no"),
      "b",
    ).type,
  ).toBe("string_too_short");
});

test("a stateful expression forgets the last request", () => {
  const schema = z.string().regex(/a/g);
  expect([checkInput(schema, "a"), checkInput(schema, "a")]).toEqual([{ value: "a" }, { value: "a" }]);
});

test("long texts take no long time", () => {
  const digits = "1".repeat(1 << 20);
  const before = process.cpuUsage();
  for (const text of [`${digits}x`, `${digits}.0x`, "1_".repeat(1 << 19), `1e${digits}x`]) {
    for (const schema of [z.int(), z.number(), z.boolean()]) checkInput(schema, text);
  }
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});
