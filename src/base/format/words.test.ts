import { expect, test } from "bun:test";
import fc from "fast-check";
import { count } from "./words.ts";

test("counts have commas and a true minus", () => {
  expect([0, 999, 1000, -15_020, 1_234_567].map(count)).toEqual([
    "0",
    "999",
    "1,000",
    "−15,020",
    "1,234,567",
  ]);
});

test("no number has more than 24 characters", () => {
  expect(String(0.0000012345678901234567).length).toBe(24);
  fc.assert(
    fc.property(fc.double({ min: 0 }), (value) => {
      expect(String(value).length).toBeLessThanOrEqual(24);
    }),
  );
});
