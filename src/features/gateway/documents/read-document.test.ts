import { expect, test } from "bun:test";
import { Checks } from "./checks.ts";
import { readDocument } from "./read-document.ts";

const head = { openapi: "3.1.0", info: { title: "T", version: "1" } };
const read = (document: object) => readDocument(JSON.stringify({ ...head, ...document }), false);
const reasons = (text: string, isYaml = false) => {
  const reading = readDocument(text, isYaml);
  return "faults" in reading
    ? reading.faults.map(({ line, column, reason }) => `${line}:${column} ${reason}`)
    : [];
};
const faults = (document: object) => reasons(JSON.stringify({ ...head, ...document }, null, 1));
const warnings = (document: object) => {
  const reading = readDocument(JSON.stringify({ ...head, ...document }, null, 1), false);
  return "warnings" in reading
    ? reading.warnings.map(({ line, column, reason }) => `${line}:${column} ${reason}`)
    : [];
};
const body = (schema: unknown) => ({
  paths: { "/a": { post: { requestBody: { content: { "application/json": { schema } } } } } },
});

test("faults say what is wrong and where", () => {
  expect(reasons('{"swagger": "2.0"}')).toEqual([
    "1:13 This is Swagger 2.0. Convert the document to OpenAPI 3.0 or 3.1.",
  ]);
  expect(reasons("openapi: 3.1\n", true)).toEqual([
    "1:10 `openapi` must be 3.0.x or 3.1.x, written as a text; it is 3.1.",
  ]);
  expect(reasons("openapi: 3.1.0\ninfo: {}\ninfo: {}\n", true)).toEqual([
    "3:1 The member info occurs twice.",
  ]);
  expect(faults({ paths: {} })).toEqual(["7:11 The document has no operation."]);
  expect(faults({ paths: { a: { get: {} } } })).toEqual(["8:8 The path a must begin with a slash."]);
  expect(faults({ paths: { "/a": { get: { $ref: "other.yaml#/x" } } } })).toEqual([
    "10:13 $ref other.yaml#/x leads outside the document. Put the part into it: '#/components/…'.",
  ]);
});

test("what does not keep a document from being used is a warning", () => {
  expect(warnings({ paths: { "/{a}": { get: {} } } })).toEqual([
    "9:11 The path parameter a is not declared.",
  ]);
  const own = (name: string) => [{ name, in: "path", required: true, schema: {} }];
  expect(warnings({ paths: { "/{a}": { get: { parameters: own("a") } }, "/{b}": {} } })).toEqual([
    "20:11 The path /{b} is the same as /{a}, which comes first.",
  ]);
  const twice = { "/a": { get: { operationId: "x" } }, "/b": { get: { operationId: "x" } } };
  expect(warnings({ paths: twice })).toEqual([
    "15:20 The operationId x occurs twice. Reports name this one x-2.",
  ]);
  const unchecked = "Calls are not checked by a schema of this operation";
  expect(warnings(body({ type: "text" }))).toEqual([
    "14:17 `type` must be equal to one of the allowed values.",
    expect.stringContaining(`9:12 ${unchecked}`),
  ]);
  expect(warnings(body({ $ref: "#/components/schemas/None" }))).toEqual([
    "14:17 $ref #/components/schemas/None leads to nothing in the document.",
    expect.stringContaining(`9:12 ${unchecked}`),
  ]);
  for (const pattern of ["(", "^(?=a)b", "(a)\\1"])
    expect(warnings(body({ pattern }))).toEqual([
      expect.stringContaining(`9:12 ${unchecked}: the pattern ${pattern} cannot be tested in linear time`),
    ]);
});

test.each([
  ["nullable without a type", { nullable: true }],
  ["an empty enum", { enum: [] }],
  [
    "anchors, one of them twice",
    { $anchor: "a", $defs: { b: { $anchor: "a" }, c: { $dynamicAnchor: "a" } } },
  ],
  ["keywords of draft 2019-09", { $recursiveAnchor: true, items: { $recursiveRef: "#" } }],
  ["a long repetition", { pattern: "^.{1,5000}$" }],
])("vendors write %s", (_, schema) => {
  expect(warnings(body(schema))).toEqual([]);
});

test("a schema that cannot be used leaves the others", () => {
  const document = {
    ...head,
    paths: {
      "/a": {
        post: {
          parameters: [{ name: "n", in: "query", schema: { type: "integer" } }],
          requestBody: { content: { "application/json": { schema: { pattern: "(?=a)" } } } },
        },
      },
    },
  };
  const reading = readDocument(JSON.stringify(document), false);
  if ("faults" in reading) throw new Error("it is refused");
  const checks = new Checks(reading.contract, reading.operations);
  const call = { params: {}, headers: {}, contentType: "application/json", body: Buffer.from('"x"') };
  expect(checks.check(0, { ...call, query: "n=x" }).map(({ loc }) => loc)).toEqual([["query", "n"]]);
  expect(checks.check(0, { ...call, query: "n=1" })).toEqual([]);
});

test("unique items and patterns take linear time", () => {
  const schema = {
    type: "object",
    properties: { all: { uniqueItems: true }, name: { pattern: "^([a-z]+)+$" } },
  };
  const reading = read(body(schema));
  if ("faults" in reading) throw new Error("it is refused");
  const checks = new Checks(reading.contract, reading.operations);
  const check = (value: unknown) =>
    checks.check(0, {
      params: {},
      headers: {},
      query: "",
      contentType: "application/json",
      body: Buffer.from(JSON.stringify(value)),
    });
  const many = Array.from({ length: 100_000 }, (_, at) => ({ a: at, b: [at] }));
  // Backtracking, or comparing all pairs, would take hours.
  expect(check({ all: many, name: `${"a".repeat(50_000)}!` })).toMatchObject([
    { type: "string_pattern_mismatch", loc: ["body", "name"] },
  ]);
  const repeated = { b: [7], a: 7 };
  expect(check({ all: [...many, repeated] })).toMatchObject([
    {
      type: "value_error",
      loc: ["body", "all"],
      msg: "Value error, must NOT have duplicate items (items ## 100000 and 7 are identical)",
    },
  ]);
});

test("references are data in examples and names in properties", () => {
  const schema = {
    properties: { $ref: { type: "string" }, example: { $ref: "#/components/schemas/B" } },
    example: { $ref: "nowhere" },
    "x-note": { $ref: "nowhere" },
  };
  const reading = read({ paths: { "/a": { get: {} } }, components: { schemas: { A: schema, B: {} } } });
  expect("operations" in reading && reading.operations).toHaveLength(1);
});

test("OpenAPI 3.0 becomes 3.1", () => {
  const schemas = {
    A: { type: "integer", nullable: true, minimum: 1, exclusiveMinimum: true, enum: [1, 2] },
    B: { $ref: "#/components/schemas/A", description: "ignored" },
    C: { nullable: true, allOf: [{ $ref: "#/components/schemas/A" }] },
    D: { type: "number", maximum: 1, exclusiveMaximum: false },
  };
  const reading = read({ openapi: "3.0.3", paths: { "/a": { get: {} } }, components: { schemas } });
  expect("contract" in reading && reading.contract.components).toEqual({
    schemas: {
      A: { type: ["integer", "null"], exclusiveMinimum: 1, enum: [1, 2, null] },
      B: { $ref: "#/components/schemas/A" },
      C: { anyOf: [{ allOf: [{ $ref: "#/components/schemas/A" }] }, { type: "null" }] },
      D: { type: "number", maximum: 1 },
    },
  });
});

test("hostile documents are refused or harmless", () => {
  const bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"];
  for (const [at, name] of [..."bcdefghij"].entries())
    bomb.push(`${name}: &${name} [${Array(9).fill(`*${"abcdefghi"[at]}`).join(", ")}]`);
  expect(reasons(`openapi: 3.1.0\npaths: {}\n${bomb.join("\n")}\n`, true)).toEqual([
    "1:1 Its aliases repeat more than 1000 parts. Write them out, or use $ref.",
  ]);
  let deep: object = { type: "string" };
  for (let level = 0; level < 2000; level++) deep = { items: deep };
  expect(faults({ paths: { "/a": { get: {} } }, components: { schemas: { deep } } })).toEqual([
    expect.stringContaining("The document has more than 100 levels."),
  ]);
  const many = Object.fromEntries(Array.from({ length: 5001 }, (_, at) => [`/p${at}`, { get: {} }]));
  expect(faults({ paths: many })).toEqual([
    expect.stringContaining("The document has 5001 operations. The most is 5000."),
  ]);
  const circle = { A: { $ref: "#/components/parameters/B" }, B: { $ref: "#/components/parameters/A" } };
  const circular = { "/a": { get: { parameters: [{ $ref: "#/components/parameters/A" }] } } };
  expect(faults({ paths: circular, components: { parameters: circle } })).toEqual([
    expect.stringContaining("A parameter must have a name"),
  ]);
  const proto = readDocument(
    `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/__proto__":{"get":{"operationId":"__proto__"}}},
      "components":{"schemas":{"__proto__":{"properties":{"__proto__":{"type":"integer"}}}}}}`,
    false,
  );
  expect("operations" in proto && proto.operations.map(({ id, path }) => [id, path])).toEqual([
    ["__proto__", "/__proto__"],
  ]);
  expect(({} as { type?: unknown }).type).toBeUndefined();
});
