import { expect, test } from "bun:test";
import { linear, roundUp } from "./scales.ts";

test.each([
  [0, 1],
  [1, 1],
  [1.5, 2],
  [5, 6],
  [7, 8],
  [9, 10],
  [10, 10],
  [11, 20],
  [250, 300],
  [4001, 6000],
  [9999, 10_000],
])("%p is rounded up to %p", (value, top) => {
  expect(roundUp(value)).toBe(top);
});

test("a scale maps both ends and the middle", () => {
  const scale = linear(0, 10, 100, 200);
  expect([0, 5, 10, 20].map(scale)).toEqual([100, 150, 200, 300]);
});

test("a falling scale maps larger values to smaller positions", () => {
  const scale = linear(10, 20, 200, 100);
  expect([10, 15, 20].map(scale)).toEqual([200, 150, 100]);
});

test("a scale without a span does not divide by zero", () => {
  expect(linear(5, 5, 0, 100)(5)).toBe(0);
});
