import { expect, test } from "bun:test";
import fc from "fast-check";
import type { z } from "zod";
import { checkInput } from "../../../../test/check-input.ts";
import { readVin } from "../../../base/reading/vins.ts";
import { plateStateOf } from "../../families/plate-states.ts";
import {
  anyVin,
  decodedYear,
  mileage,
  milesOf,
  plate,
  state,
  stateOrCountry,
  vin,
  year,
} from "./parameters.ts";

// The patterns of the OpenAPI document, of what is sent; the schemas check what is left of it.
const accepted = (schema: z.ZodType, text: string) => "value" in checkInput(schema, text);
const pattern = (schema: z.ZodType) => new RegExp(String((schema.meta() as { accepts?: string }).accepts));

const characters = (from: string, count: { minLength?: number; maxLength: number }) =>
  fc.string({ unit: fc.constantFrom(...from), ...count });
const vins = fc.oneof(
  characters("1HGCM82633A004352ioqx -", { minLength: 15, maxLength: 24 }),
  characters("1hgcm82633a004352", { minLength: 4, maxLength: 18 }),
  characters("ABZ09_ -?", { maxLength: 20 }),
);

const isRepaired = (text: string) => (readVin(text)?.repairs.length ?? 0) > 0;

for (const [name, schema, texts] of [
  ["a VIN", vin, vins],
  ["a VIN of any age", anyVin, vins],
  ["a plate", plate, characters("ABC123 -.·x", { maxLength: 20 })],
  ["a state", state, characters("CADFLTXcadx ", { maxLength: 4 })],
] as const)
  test(`the documented pattern of ${name} takes what the service takes`, () => {
    const documented = pattern(schema);
    fc.assert(
      // Repaired VINs are beyond the documented pattern: the check digit decides on some.
      fc.property(texts, (text) => documented.test(text) === (accepted(schema, text) && !isRepaired(text))),
      { numRuns: 3000 },
    );
  });

test("every country has a code of three letters, and one of two unless a state has it", () => {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  const two = letters.flatMap((one) => letters.map((other) => one + other));
  const codes = [...two, ...two.flatMap((begun) => letters.map((last) => begun + last))];
  const taken = codes.filter((code) => accepted(stateOrCountry, code));
  expect(taken.filter((code) => code.length === 3)).toHaveLength(247);
  // Twenty-six countries have the letters of a state, the United States and Puerto Rico are states.
  expect(taken.filter((code) => code.length === 2)).toHaveLength(247 - 26 + 52);
  expect(taken.filter((code) => !pattern(stateOrCountry).test(code))).toEqual([]);
  for (const [code, stored] of [
    [" nl ", "NLD"],
    ["dk", "DNK"],
    ["IL", "IL"],
    ["isr", "ISR"],
    ["DE", "DE"],
    ["DEU", "DEU"],
    ["CA", "CA"],
    ["CAN", "CAN"],
    ["US", undefined],
  ] as const)
    expect([code, plateStateOf(code)]).toEqual([code, stored]);
});

test("the documented patterns of years hold every year that the service takes", () => {
  const years = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, "0"));
  for (const schema of [year, decodedYear])
    expect(years.filter((text) => accepted(schema, text) && !pattern(schema).test(text))).toEqual([]);
  expect(["18", "20188", "2o18", " 2018"].filter((text) => pattern(year).test(text))).toEqual([]);
});

test.each([
  ["97303", 97_303],
  ["97,303", 97_303],
  ["1,234,567", 1_234_567],
  ["0", 0],
  ["000,123", undefined],
  ["97.303", undefined],
  ["1,23", undefined],
  ["-1", undefined],
  [".5", undefined],
  ["0x10", undefined],
  ["2,000,001", undefined],
])("the mileage %p is %p", (text, miles) => {
  const { success } = mileage.safeParse(text);
  expect(success ? milesOf(text) : undefined).toBe(miles);
});
