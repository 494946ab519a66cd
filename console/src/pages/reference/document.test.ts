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

test("lookups are told from what takes a token", () => {
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

test("a parameter's example is its first one", () => {
  const parameter = {
    name: "vin",
    in: "path" as const,
    required: true,
    schema: {},
    examples: { example: { value: "5J6RW2H59JL990075" } },
  };
  const path = { get: { ...get("decode").get, parameters: [parameter] } };
  const { examples: _, ...rest } = parameter;
  expect(operationsOf({ paths: { "/vin-decoder/{vin}": path } })[0]?.parameters).toEqual([
    { ...rest, example: "5J6RW2H59JL990075" },
  ]);
});

test("a path is filled when every parameter is", () => {
  expect(filledPath("/a/{x}/{y}", { x: "CR-V/EX", y: " 2018 " })).toBe("/a/CR-V%2FEX/2018");
  expect(filledPath("/a/{x}/{y}", { x: "1", y: " " })).toBeUndefined();
});

test("a call's parameters are read from its line in the log", () => {
  expect(valuesIn("/a/{x}/b.c/{y}", "/a/CR-V%2FEX/b.c/2018?z=1%202&x=not%20this")).toEqual({
    x: "CR-V/EX",
    y: "2018",
    z: "1 2",
  });
  expect(valuesIn("/a/{x}", "/A/%zz")).toEqual({ x: "%zz" });
  expect(valuesIn("/a/{x}", "/a/1/2")).toBeUndefined();
  expect(valuesIn("/a.b/{x}", "/aXb/1")).toBeUndefined();
});
