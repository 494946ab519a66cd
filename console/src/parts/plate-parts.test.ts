import { expect, test } from "bun:test";
import { checkArithmetic, type DecodedVin, patternsOf, plateParts } from "./plate-parts.ts";

test("the parts cover all 17 positions without a gap", () => {
  expect(plateParts.map(({ from, to }) => [from, to])).toEqual([
    [0, 3],
    [3, 8],
    [8, 9],
    [9, 10],
    [10, 11],
    [11, 17],
  ]);
});

test.each([
  ["1M8GDM9AXKP042788", 351, 10],
  ["5J6RW2H59JL990075", 405, 9],
  ["11111111111111111", 89, 1],
])("the check digit of %p", (vin, total, remainder) => {
  const found = checkArithmetic(vin);
  expect([found.total, found.remainder]).toEqual([total, remainder]);
});

test("each position has a value, a weight and their product", () => {
  const { columns } = checkArithmetic("1M8GDM9AXKP042788");
  expect(columns.slice(0, 3)).toEqual([
    { position: 1, value: 1, weight: 8, product: 8 },
    { position: 2, value: 4, weight: 7, product: 28 },
    { position: 3, value: 8, weight: 6, product: 48 },
  ]);
  expect(columns[8]).toEqual({ position: 9, value: 7, weight: 0, product: 0 });
});

const element = (decided_by: string, key: string) => ({ decided_by, key });

test("patterns are sorted by their use; joined and other sources are left out", () => {
  const elements = [
    element("pattern", "AAA"),
    element("pattern", "BBB"),
    element("pattern", "BBB"),
    element("pattern", "A|B"),
    element("default", "CCC"),
  ];
  expect(patternsOf({ elements } as unknown as DecodedVin)).toEqual(["BBB", "AAA"]);
  expect(patternsOf({ elements: [] } as unknown as DecodedVin)).toEqual([]);
});
