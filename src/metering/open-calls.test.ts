import { expect, test } from "bun:test";
import { OpenCalls } from "./open-calls.ts";

test("what has begun keeps the time until it is applied", () => {
  const calls = new OpenCalls();
  expect(calls.clearAt(100_000, 0)).toBe(97_000);
  const one = calls.begin(90_500);
  const two = calls.begin(91_000);
  const free = calls.begin(80_000);
  expect(calls.clearAt(100_000, 0)).toBe(80_000);
  calls.end(free, undefined);
  calls.end(two, 7);
  expect(calls.clearAt(100_000, 0)).toBe(90_000);
  calls.end(one, 8);
  expect([calls.clearAt(100_000, 6), calls.clearAt(100_000, 7), calls.clearAt(100_000, 8)]).toEqual([
    90_000, 90_000, 97_000,
  ]);
});
