import { expect, test } from "bun:test";
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
  expect(faults({ paths: { "/{a}": { get: {} } } })).toEqual(["9:11 The path parameter a is not declared."]);
  const own = (name: string) => [{ name, in: "path", required: true, schema: {} }];
  expect(faults({ paths: { "/{a}": { get: { parameters: own("a") } }, "/{b}": {} } })).toEqual([
    "20:11 The path /{b} is the same as /{a}.",
  ]);
  expect(faults({ paths: { "/a": { get: { $ref: "other.yaml#/x" } } } })).toEqual([
    "10:13 $ref other.yaml#/x leads outside the document. Put the part into it: '#/components/…'.",
  ]);
  const twice = { "/a": { get: { operationId: "x" } }, "/b": { get: { operationId: "x" } } };
  expect(faults({ paths: twice })).toEqual(["15:20 The operationId x occurs twice."]);
  const body = (schema: unknown) => ({
    paths: { "/a": { post: { requestBody: { content: { "application/json": { schema } } } } } },
  });
  expect(faults(body({ type: "text" }))).toEqual([
    "14:17 `type` must be equal to one of the allowed values.",
  ]);
  expect(faults(body({ pattern: "(" }))).toEqual([
    expect.stringContaining("Its schemas cannot be used: the pattern ( cannot be tested in linear time"),
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
