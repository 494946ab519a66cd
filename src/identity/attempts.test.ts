import { expect, test } from "bun:test";
import { createAttempts } from "./attempts.ts";

test("the window slides: a try is free when the oldest has left it", () => {
  let now = 0;
  const attempts = createAttempts(() => now);
  for (const at of [0, 100, 200]) {
    now = at;
    expect(attempts.waitMs("a", 3, 1000)).toBe(0);
    attempts.record("a", 1000);
  }
  expect(attempts.waitMs("a", 3, 1000)).toBe(800);
  expect(attempts.waitMs("b", 3, 1000)).toBe(0);
  now = 999;
  expect(attempts.waitMs("a", 3, 1000)).toBe(1);
  now = 1000;
  expect(attempts.waitMs("a", 3, 1000)).toBe(0);
  attempts.record("a", 1000);
  expect(attempts.waitMs("a", 3, 1000)).toBe(100);
  attempts.clear("a");
  expect(attempts.waitMs("a", 3, 1000)).toBe(0);
});

test("memory is bounded: the names longest quiet are forgotten", () => {
  const attempts = createAttempts(() => 0);
  attempts.record("first", 1000);
  for (let i = 0; i < 100_000; i++) attempts.record(`name ${i}`, 1000);
  expect(attempts.waitMs("first", 1, 1000)).toBe(0);
  expect(attempts.waitMs("name 0", 1, 1000)).toBe(1000);
});
