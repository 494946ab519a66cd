import { expect, test } from "bun:test";
import { filledPath, type OpenapiDocument, operationsOf, optionsFor, valuesIn } from "./document.ts";

const get = (operationId: string, lookup = true) => ({
  get: {
    operationId,
    tags: ["T"],
    summary: operationId,
    security: lookup ? [{ "x-AuthKey": [] }] : [{ Authorization: [] }],
    responses: { "200": { description: "Success" } },
  },
});

const document: OpenapiDocument = {
  paths: {
    "/ymm-specs/options/v2/make/{year}": get("makes2"),
    "/ymm-specs/options/v3/make/{year}": get("makes3"),
    "/ymm-specs/v3/{year}/{make}": get("specs3"),
    "/ymm-specs/{year}/{make}": get("specs"),
    "/oem-parts/options/categories/{year}": get("categories"),
    "/oem-parts/{year}/{category}": get("parts"),
    "/users/": get("users", false),
  },
};
const all = operationsOf(document);
const named = (id: string) => all.find((one) => one.id === id)!;

test("lookups are the operations that take a key", () => {
  expect(all.filter((one) => !one.lookup).map(({ id }) => id)).toEqual(["users"]);
});

test.each([
  ["specs3", "make", "makes3"],
  ["specs", "make", "makes3"],
  ["parts", "category", "categories"],
  ["parts", "year", undefined],
  ["makes3", "year", undefined],
])("%p takes its %p from %p", (operation, parameter, options) => {
  expect(optionsFor(named(operation), parameter, all)?.id).toBe(options as string);
});

test("shared parts are read from the components", () => {
  const vin = { name: "vin", in: "path", required: true, schema: { $ref: "#/components/schemas/vin" } };
  const user = { type: "object", properties: { id: { $ref: "#/components/schemas/vin" } }, required: ["id"] };
  const content = {
    "application/json": {
      schema: { type: "array", items: { $ref: "#/components/schemas/User" } },
      examples: { example: { $ref: "#/components/examples/User" } },
    },
  };
  const { responses: _, ...decode } = get("decode").get;
  const [operation] = operationsOf({
    paths: {
      "/vin-decoder/{vin}": {
        get: {
          ...decode,
          parameters: [{ $ref: "#/components/parameters/vin" } as never],
          responses: { "200": { $ref: "#/components/responses/200" } as never },
        },
      },
    },
    components: {
      parameters: { vin: { ...vin, example: "5J6RW2H59JL990075" } },
      responses: { "200": { description: "OK", content } },
      examples: { User: { value: [{ id: "ada" }] } },
      schemas: { User: user, vin: { type: "string", description: "The VIN." } },
    },
  });
  expect(operation?.parameters).toEqual([
    {
      ...vin,
      in: "path",
      schema: { type: "string", description: "The VIN." } as never,
      example: "5J6RW2H59JL990075",
    },
  ]);
  expect(operation?.responses).toEqual([
    {
      status: "200",
      description: "OK",
      body: {
        type: "application/json",
        example: [{ id: "ada" }],
        fields: [{ name: "id", type: "string", description: "The VIN.", required: true }],
      },
    },
  ]);
});

test("a path is filled if every parameter has a value", () => {
  expect(filledPath("/a/{x}/{y}", { x: "CR-V/EX", y: " 2018 " })).toBe("/a/CR-V%2FEX/2018");
  expect(filledPath("/a/{x}/{y}", { x: "1", y: " " })).toBeUndefined();
});

test("the parameters of a call are read from its path and query", () => {
  expect(valuesIn("/a/{x}/b.c/{y}", "/a/CR-V%2FEX/b.c/2018?z=1%202&x=not%20this")).toEqual({
    x: "CR-V/EX",
    y: "2018",
    z: "1 2",
  });
  expect(valuesIn("/a/{x}", "/A/%zz")).toEqual({ x: "%zz" });
  expect(valuesIn("/a/{x}", "/a/1/2")).toBeUndefined();
  expect(valuesIn("/a.b/{x}", "/aXb/1")).toBeUndefined();
});
