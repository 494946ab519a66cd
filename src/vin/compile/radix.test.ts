import { expect, test } from "bun:test";
import { indices, Sorting, sortBy } from "./radix.ts";

test("sorting is ascending and stable over the whole range of keys", () => {
  const key = Uint32Array.of(5, 0xffffffff, 0, 5, 4096, 2048, 0);
  expect([...sortBy(indices(key.length), key)]).toEqual([2, 6, 0, 3, 5, 4, 1]);
});

test("the order given is kept, not changed", () => {
  const order = Uint32Array.of(1, 0);
  expect([...sortBy(order, Uint32Array.of(7, 7))]).toEqual([1, 0]);
  expect([...order]).toEqual([1, 0]);
});

test("keys are sorted by one after another, the last one first", () => {
  const [first, last] = [Uint32Array.of(3, 1, 2, 0, 4096), Uint32Array.of(7, 7, 5, 0xffffffff, 5)];
  const { order } = new Sorting(5).by(first).by(last);
  expect([...order]).toEqual([...sortBy(sortBy(indices(5), first), last)]);
  expect([...order]).toEqual([2, 4, 1, 0, 3]);
});
