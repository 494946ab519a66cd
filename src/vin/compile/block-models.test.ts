import { expect, test } from "bun:test";
import { MODEL } from "../elements.ts";
import { ROW } from "../pack/layout.ts";
import { BlockModels } from "./block-models.ts";

const row = (element: number, value: number): number[] => {
  const words = new Array<number>(ROW).fill(0);
  words[0] = (element << 24) | value;
  return words;
};

test("the models of some rows are listed once each, in the order of the rows; no models share list 0", () => {
  const rows = Int32Array.from([
    ...row(MODEL, 7),
    ...row(MODEL, 9),
    ...row(MODEL, 7),
    ...row(MODEL + 1, 8),
    ...row(MODEL, 9),
  ]);
  const models = new BlockModels();
  expect(models.add(rows, 3, 4)).toBe(0);
  expect(models.add(rows, 0, 4)).toBe(1);
  expect(models.add(rows, 4, 5)).toBe(4);
  expect([...models.words.done()]).toEqual([0, 2, 7, 9, 1, 9]);
});
